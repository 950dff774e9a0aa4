"""Makes the PDF and Word files of `resources/sample-library` and files of `tests/data/mixed-folder`.

The results are committed; run this again only after changing `sample_binaries.txt` beside it. It needs
packages that the product does not, and which therefore are not in the lock:

    python3 -m venv SOME_FOLDER
    SOME_FOLDER/bin/pip install reportlab python-docx pypdf cryptography
    SOME_FOLDER/bin/python tests/tools/make_sample_binaries.py

All dates are fixed, so that the same words give the same bytes (except the locked PDF, whose salt is random).
"""

from __future__ import annotations

import io
import struct
import zlib
from datetime import UTC, datetime
from pathlib import Path

from pypdf import PdfWriter
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate
from sample_pages import SIDE, WIDTH, make_handbook, make_report
from sample_pdf import AUTHOR, finish_pdf, flow, set_pdf, styles
from sample_word import make_word
from sample_words import Block, parts

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "resources" / "sample-library"
MIXED = ROOT / "tests" / "data" / "mixed-folder"


def tiny_png() -> bytes:
    """A picture of 8 by 8 grey points."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\x00" + bytes(range(row * 8, row * 8 + 8)) for row in range(8))
    head = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(rows, 9))
        + part(b"IEND", b"")
    )


def blank_page(_: Canvas, __: BaseDocTemplate) -> None:
    """A page without head and foot."""


def small_pdf(heading: str, *paragraphs: str) -> bytes:
    """One A5 page with a heading and some paragraphs."""
    blocks = [Block("h1", heading), *(Block("p", text) for text in paragraphs)]
    return set_pdf(A5, (SIDE, SIDE), flow(blocks, styles(11), WIDTH), blank_page)


def make_mixed_folder() -> None:
    """The binary files of a folder with five good files and four that cannot be read."""
    when = datetime(2025, 8, 4, 8, tzinfo=UTC)
    crane = small_pdf(
        "Inspection of the quay crane",
        "The old crane on the Salt Quay was inspected on 4 August 2025 by Elin Strand.",
        "The hook may carry 850 kilograms at most. The brake shoes are to be renewed before the winter.",
    )
    finish_pdf(crane, MIXED / "crane-inspection.pdf", "Inspection of the quay crane", "Harbour office", when)
    whole = (MIXED / "crane-inspection.pdf").read_bytes()
    (MIXED / "truncated.pdf").write_bytes(whole[: len(whole) // 2])
    (MIXED / "empty.txt").write_bytes(b"")
    (MIXED / "picture.txt").write_bytes(tiny_png())
    bids = small_pdf("Bids for the café", "The highest bid is £11,250 a year.")
    locked = PdfWriter(clone_from=io.BytesIO(bids))
    locked.metadata = {"/Producer": AUTHOR, "/Creator": AUTHOR}
    locked.encrypt(user_password="abc", owner_password="owner of abc", algorithm="AES-256")
    locked.write(MIXED / "locked.pdf")
    letter = [
        Block("p", "Dear Mr Tamblyn,"),
        Block(
            "p", "The new curtains for the Sail Loft are ready. They are dark green and weigh 34 kilograms."
        ),
        Block("p", "We can hang them on 19 August 2025. Please have a ladder of four metres at hand."),
    ]
    make_word(MIXED / "curtains-letter.docx", "Curtains for the Sail Loft", "Halyard Textiles", letter, when)


def main() -> None:
    """Makes all files anew."""
    words = parts(Path(__file__).with_name("sample_binaries.txt"))
    make_handbook(words, LIBRARY / "members-handbook.pdf")
    make_report(words, LIBRARY / "annual-report-2025.pdf")
    make_word(
        LIBRARY / "room-hire-terms.docx",
        "Hire of rooms: terms and charges",
        "Pellmouth Harbour Library, hire of rooms, January 2026",
        words["room hire"],
        datetime(2026, 1, 1, 9, tzinfo=UTC),
    )
    make_word(
        LIBRARY / "council-minutes-2026-03-12.docx",
        "Minutes of the meeting of 12 March 2026",
        "Pellmouth Town Council",
        words["minutes"],
        datetime(2026, 3, 12, 21, tzinfo=UTC),
    )
    make_mixed_folder()


if __name__ == "__main__":
    main()
