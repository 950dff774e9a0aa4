"""Names for pdfium's objects, which come without type hints."""

from typing import Any

PdfDocument = Any
PdfPage = Any
PdfTextPage = Any
PdfObject = Any  # annotations, forms, rectangles and bitmaps
