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
