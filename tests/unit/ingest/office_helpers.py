"""Builders of small Office files: packages of parts written as XML."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
PRESENTATION = "http://schemas.openxmlformats.org/presentationml/2006/main"
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SPACES = f'xmlns:a="{DRAWING}" xmlns:p="{PRESENTATION}" xmlns:r="{OFFICE}"'


def make_package(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    """Write a zip package of these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return path


def relations(links: Sequence[tuple[str, str]]) -> str:
    """A part of relationships r1, r2 ...: pairs of the last word of the type and the target."""
    rows = "".join(
        f'<Relationship Id="r{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, 1)
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def shape(*lines: str, placeholder: str = "") -> str:
    """A shape of a slide; `placeholder` is the type of the one it fills."""
    text = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    role = f'<p:ph type="{placeholder}"/>' if placeholder else ""
    return f"<p:sp><p:nvSpPr><p:nvPr>{role}</p:nvPr></p:nvSpPr><p:txBody>{text}</p:txBody></p:sp>"


def make_pptx(
    path: Path,
    slides: Sequence[str],
    *,
    links: Mapping[int, Sequence[tuple[str, str]]] | None = None,
    parts: Mapping[str, str] | None = None,
) -> Path:
    """Write a deck; a slide is the XML of its shapes, an empty one has no part; `links` go by its number."""
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="r{n}"/>' for n in range(1, len(slides) + 1))
    targets = [("slide", f"slides/slide{number}.xml") for number in range(1, len(slides) + 1)]
    root = f"<p:presentation {SPACES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    package: dict[str, str | bytes] = {
        "ppt/presentation.xml": root,
        "ppt/_rels/presentation.xml.rels": relations(targets),
        **(parts or {}),
    }
    for number, content in enumerate(slides, 1):
        if content:
            package[f"ppt/slides/slide{number}.xml"] = (
                f"<p:sld {SPACES}><p:cSld><p:spTree>{content}</p:spTree></p:cSld></p:sld>"
            )
        package[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations((links or {}).get(number, ()))
    return make_package(path, package)


def sheet_xml(rows: str) -> str:
    """A worksheet of these rows."""
    return f'<worksheet xmlns="{SPREADSHEET}"><sheetData>{rows}</sheetData></worksheet>'


def make_xlsx(
    path: Path,
    sheets: Mapping[str, str],
    *,
    texts: str = "",
    beside: Sequence[tuple[str, str]] = (),
    parts: Mapping[str, str] | None = None,
) -> Path:
    """Write a workbook; an empty sheet has no part. `beside` are the relations of the first sheet."""
    listed = "".join(f'<sheet name="{name}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    links = [("worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)]
    package: dict[str, str | bytes] = {
        "xl/workbook.xml": f'<workbook xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations([*links, ("sharedStrings", "texts.xml")]),
        "xl/worksheets/_rels/sheet1.xml.rels": relations(beside),
        **(parts or {}),
    }
    if texts:
        package["xl/texts.xml"] = texts
    for number, content in enumerate(sheets.values(), 1):
        if content:
            package[f"xl/worksheets/sheet{number}.xml"] = content
    return make_package(path, package)


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_SPACES = " ".join(
    f'xmlns:{name}="{_ODF}{address}:1.0"'
    for name, address in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
        ("presentation", "presentation"),
        ("meta", "meta"),
    )
)


def make_odf(
    path: Path, kind: str, body: str, *, styles: str = "", parts: Mapping[str, str] | None = None
) -> Path:
    """Write an OpenDocument file; `kind` is text, spreadsheet or presentation, `styles` automatic ones."""
    content = (
        f"<office:document-content {_ODF_SPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    package = {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content}
    package |= {name: text.replace("SPACES", _ODF_SPACES) for name, text in (parts or {}).items()}
    return make_package(path, package)
