"""A line of text drawn as a picture and read again: shows that recognition works."""

import ctypes

from desktop.ingest import ocr
from desktop.ingest.refusals import PICTURE_NOT_READ, PICTURE_WITHOUT_TEXT, RefusedError

_LINE = "Carrel reads this picture."
_WIDTH, _HEIGHT, _SIZE = 300, 60, 18  # points
_SCALE = 3.0


def check_recognition() -> str:
    """Return the languages in which text is recognised; RefusedError when the pack is missing or fails."""
    if not ocr.languages():
        raise RefusedError(PICTURE_NOT_READ)
    found = ocr.recognise(_drawn(), _SCALE * 72)
    if found is None or found.text.strip() != _LINE:
        raise RefusedError(PICTURE_WITHOUT_TEXT)
    return ", ".join(ocr.languages())


def _drawn() -> ocr.Picture:
    """Draw the line with a font that every PDF reader brings along."""
    import pypdfium2
    import pypdfium2.raw as pdfium
    from PIL import Image

    document = pypdfium2.PdfDocument.new()
    try:
        page = document.new_page(_WIDTH, _HEIGHT)
        letters = pdfium.FPDFPageObj_NewTextObj(document, b"Helvetica", _SIZE)
        wide = ctypes.create_string_buffer(_LINE.encode("utf-16-le") + b"\0\0")
        pdfium.FPDFText_SetText(letters, ctypes.cast(wide, pdfium.FPDF_WIDESTRING))
        pdfium.FPDFPageObj_Transform(letters, 1, 0, 0, 1, 20, 20)
        pdfium.FPDFPage_InsertObject(page, letters)
        page.gen_content()
        bitmap = page.render(scale=_SCALE, grayscale=True)
        size = (bitmap.width, bitmap.height)
        return Image.frombytes("L", size, bytes(bitmap.buffer), "raw", "L", bitmap.stride)
    finally:
        document.close()
