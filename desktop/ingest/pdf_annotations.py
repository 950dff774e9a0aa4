"""Notes and form values of a PDF page: words that people see but that are no part of the page's text."""

import ctypes
from collections.abc import Iterator
from typing import Any

from desktop.ingest.cleaning import one_line

_MAX_ANNOTATIONS = 2000
_MAX_BYTES = 200_000


def annotations(page: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - untyped library
    """Yield ("note" or "form field", text) for the annotations of an open page."""
    import pypdfium2.raw as pdfium

    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
            if subtype == pdfium.FPDF_ANNOT_POPUP:
                continue
            if subtype == pdfium.FPDF_ANNOT_WIDGET:
                name, value = _string(annotation, b"T"), _string(annotation, b"V")
                if value.strip():
                    yield "form field", f"{one_line(name)}: {value}" if name.strip() else value
            elif note := _string(annotation, b"Contents"):
                yield "note", note
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _string(annotation: Any, key: bytes) -> str:  # noqa: ANN401
    """A text value of an annotation, "" when it has none."""
    import pypdfium2.raw as pdfium

    size = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    if not 2 < size <= _MAX_BYTES:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAnnot_GetStringValue(
        annotation, key, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size
    )
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
