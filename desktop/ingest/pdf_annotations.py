"""Notes and form values of a PDF page: words that people see but that are no part of the page's text."""

import ctypes
from collections.abc import Iterator
from typing import Any

from desktop.ingest.cleaning import one_line

_MAX_ANNOTATIONS = 2000
_MAX_BYTES = 200_000
_MAX_OPTIONS = 1000


def annotations(document: Any, page: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - untyped library
    """Yield ("note" or "form field", text) for the annotations of an open page.

    Forms of the document must have been initialised.
    """
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
                if field := _field(document.formenv, annotation):
                    yield "form field", field
            elif note := _string(annotation, b"Contents"):
                yield "note", note
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _field(form: Any, annotation: Any) -> str:  # noqa: ANN401
    """A filled field as "name: value", a button by its name; "" for an empty field."""
    import pypdfium2.raw as pdfium

    name = one_line(_string(annotation, b"T"))
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation) if form else pdfium.FPDF_FORMFIELD_UNKNOWN
    if kind == pdfium.FPDF_FORMFIELD_PUSHBUTTON:
        return name
    value = ""
    if kind in {pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}:
        value = ", ".join(_chosen(form, annotation))
    value = value or _string(annotation, b"V")
    if not value.strip():
        return ""
    return f"{name}: {value}" if name else value


def _chosen(form: Any, annotation: Any) -> Iterator[str]:  # noqa: ANN401
    """The options people see as chosen; the value of a field may be an inner code instead."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFAnnot_GetOptionCount(form, annotation)
    for option in range(min(max(count, 0), _MAX_OPTIONS)):
        if not pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option):
            continue
        size = pdfium.FPDFAnnot_GetOptionLabel(form, annotation, option, None, 0)
        if 2 < size <= _MAX_BYTES:
            buffer = ctypes.create_string_buffer(size)
            target = ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR))
            pdfium.FPDFAnnot_GetOptionLabel(form, annotation, option, target, size)
            yield buffer.raw[: size - 2].decode("utf-16-le", "replace")


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
