"""Notes and form values of a PDF page: words that people see but that are no part of the page's text."""

import ctypes
from collections.abc import Iterator

from desktop.ingest.cleaning import one_line
from desktop.ingest.pdf_handles import PdfDocument, PdfObject, PdfPage

_MAX_ANNOTATIONS = 2000
_MAX_BYTES = 200_000
_MAX_OPTIONS = 1000


def annotations(document: PdfDocument, page: PdfPage) -> Iterator[tuple[str, str]]:
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


def _field(form: PdfObject, annotation: PdfObject) -> str:
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


def _chosen(form: PdfObject, annotation: PdfObject) -> Iterator[str]:
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


def _string(annotation: PdfObject, key: bytes) -> str:
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
