"""OpenDocument files: texts, sheets and slides, told apart by the body they have."""

from pathlib import Path

from desktop.ingest import odf, ods, odt
from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.refusals import HOSTILE, RefusedError, unsupported
from desktop.ingest.xml_parts import Element, local, parse_xml

_MEDIA_TYPE = "application/vnd.oasis.opendocument."
_UNSUPPORTED = unsupported("OpenDocument files of this kind hold no text of their own.")


def read(path: Path) -> Reading:
    """Read an .odt, .ods, .odp or .odg file or a template of one."""
    with SafeZip(path) as package:
        root, body = odf.body(package)
        builder = TextBuilder()
        kind = local(body)
        pages = None
        if kind == "text":
            odt.add_text(builder, body, _styles(package))
        elif kind == "spreadsheet":
            ods.add_sheets(builder, root, body)
        elif kind in {"presentation", "drawing"}:
            pages = odt.add_pages(builder, root, body, "slide" if kind == "presentation" else "page")
        else:
            raise RefusedError(_UNSUPPORTED)
        media_type = _MEDIA_TYPE + {"drawing": "graphics"}.get(kind, kind)
        return Reading(builder.build(media_type, pages=pages), odf.metadata(package))


def _styles(package: SafeZip) -> Element | None:
    """The part with headers and footers; a broken one is done without."""
    try:
        return parse_xml(package.read("styles.xml"))
    except KeyError:
        return None
    except RefusedError as error:
        if error.refusal is HOSTILE:
            raise
        return None
