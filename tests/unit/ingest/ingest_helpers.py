"""Checks that hold for every document, and builders of small files."""

import unicodedata
import zipfile
from collections.abc import Sequence
from pathlib import Path

from desktop.domain.records import ReadDocument

DATA = Path(__file__).resolve().parents[2] / "data" / "ingest"


def assert_sound(document: ReadDocument) -> None:
    """Parts are in order, inside the text and apart; no control or invisible signs anywhere."""
    end = 0
    for part in document.parts:
        assert end <= part.start < part.end <= len(document.text)
        assert not document.text[end : part.start].strip()
        assert_clean(part.heading + part.place)
        end = part.end
    assert not document.text[end:].strip()
    for text in (document.text, document.title, document.author, *document.parts_not_read):
        assert_clean(text)


def assert_clean(text: str) -> None:
    """No control sign but tab and line end, nothing invisible, nothing private."""
    for sign in set(text):
        assert sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs", "Co"}, repr(sign)
        assert sign not in "\u00ad\ufffe\u200b\ufeff\u2060", repr(sign)


def make_docx(path: Path, body: str, **others: str) -> Path:
    """Write a small .docx; `others` are parts of word/ such as styles or numbering."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="r{number}" Type="{kind}/{name}" Target="{name}.xml"/>'
        for number, name in enumerate(others)
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", f"<w:document {space}><w:body>{body}</w:body></w:document>")
        file.writestr(
            "word/_rels/document.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>'
        )
        for name, content in others.items():
            file.writestr(f"word/{name}.xml", content.replace("SPACE", space))
    return path


def make_pdf(path: Path, pages: Sequence[str], *, extra: str = "", catalog: str = "") -> Path:
    """Write a small PDF; each page is a content stream that may use the font /F."""
    objects = [f"<</Type/Catalog/Pages 2 0 R{catalog}>>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}/MediaBox[0 0 400 300]{extra}>>")
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for number, content in enumerate(pages):
        objects.append(
            f"<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents {5 + 2 * number} 0 R>>"
        )
        objects.append(f"<</Length {len(content.encode('latin-1'))}>>stream\n{content}\nendstream")
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj{text}endobj\n".encode("latin-1")
    start = len(out)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    path.write_bytes(bytes(out))
    return path


def lines_pdf(*lines: str, size: int = 12) -> str:
    """The content stream of a page with these lines."""
    shown = "".join(f"({line}) Tj 0 -{size * 1.2:.1f} Td " for line in lines)
    return f"BT /F {size} Tf 40 250 Td {shown}ET"
