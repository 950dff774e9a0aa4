"""Text in pictures and scans: read where the pack is installed, never guessed, every word with its place."""

import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ingest_helpers import DATA, lines_pdf, make_pdf

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest import ocr, pdf_pages
from desktop.ingest.extract import read_file
from desktop.ingest.ocr_text import Box, Spotted, written
from desktop.ingest.options import ReadOptions
from desktop.ingest.skew import Turn, skew, straightened

RECOGNISE = ReadOptions(recognise=True)
LINES = (
    "The boiler inspection moves to October.",
    "The rent of 900 euros is due on the third.",
    "The deposit is kept by the landlord.",
    "Keys are handed over at the north gate.",
    "Parking is allowed behind the old hall.",
)
needs_pack = pytest.mark.skipif(not ocr.languages(), reason="the pack for recognition is not installed")


@pytest.fixture
def page(tmp_path: Path) -> Any:
    """Return a picture of a page with LINES."""
    import pypdfium2

    path = make_pdf(tmp_path / "page.pdf", [lines_pdf(*LINES, size=14)])
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=3, grayscale=True).to_pil()


def read(path: Path, options: ReadOptions = RECOGNISE) -> ReadDocument:
    found = read_file(path, options)
    assert isinstance(found, ReadDocument), found
    return found


def refuse(path: Path, options: ReadOptions = RECOGNISE) -> Refusal:
    found = read_file(path, options)
    assert isinstance(found, Refusal), found
    return found


def saved(picture: Any, path: Path, **options: Any) -> Path:
    picture.save(path, **options)
    return path


@needs_pack
class TestRecognition:
    def test_a_page_is_read(self, page: Any) -> None:
        found = ocr.recognise(page, 216)
        assert found is not None
        assert [line for line in LINES if line not in found.text.replace("\n", " ")] == []

    @pytest.mark.parametrize("degrees", [-5, 2, 90, 180])
    def test_a_page_that_lies_askew_is_read(self, page: Any, degrees: float) -> None:
        found = ocr.recognise(page.rotate(degrees, expand=degrees == 90, fillcolor=255), 216)
        assert found is not None
        assert LINES[1] in found.text.replace("\n", " ")

    @pytest.mark.parametrize("degrees", [0, 3, 180])
    def test_a_word_stands_in_its_box(self, page: Any, degrees: float) -> None:
        turned = page.rotate(degrees, fillcolor=255)
        found = ocr.recognise(turned, 216)
        assert found is not None
        start = found.text.index("October")
        (box,) = found.boxes(start, start + len("October"))
        left, top, right, bottom = (share * side for share, side in zip(box, turned.size * 2, strict=True))
        cut = turned.crop((left - 4, top - 4, right + 4, bottom + 4)).rotate(degrees if degrees == 180 else 0)
        word = ocr.recognise(ocr.fitted(cut)[0], 300)
        assert word is not None
        assert "October" in word.text

    def test_what_shows_no_text_gives_none(self, page: Any) -> None:
        assert ocr.recognise(page.point(lambda _tone: 255), 216) is None
        assert ocr.recognise(page.effect_spread(40), 216) is None

    def test_no_time_gives_no_text(self, page: Any) -> None:
        assert ocr.recognise(page, 216, seconds=0.0) is None

    @pytest.mark.parametrize("degrees", [-7.0, -1.5, 0.0, 0.5, 4.0])
    def test_skew_is_measured(self, page: Any, degrees: float) -> None:
        assert skew(page.rotate(-degrees, fillcolor=255)) == pytest.approx(degrees, abs=0.3)

    def test_what_has_no_lines_is_not_turned(self, page: Any) -> None:
        blank = page.point(lambda _tone: 255)
        assert straightened(blank) == (blank, Turn(0.0, *blank.size))


@needs_pack
class TestPictures:
    def test_every_usual_format_is_read(self, page: Any, tmp_path: Path) -> None:
        line = page.crop((0, 90, 1200, 200))
        for name in ("a.png", "a.jpg", "a.tif", "a.webp", "a.bmp", "a.gif", "a.avif"):
            assert LINES[0] in read(saved(line, tmp_path / name)).text, name

    def test_a_transparent_screenshot_is_read_on_white(self, page: Any, tmp_path: Path) -> None:
        clear = page.convert("RGBA")
        clear.putalpha(page.point(lambda tone: 255 - tone))
        assert LINES[0] in read(saved(clear, tmp_path / "a.png")).text.replace("\n", " ")

    def test_a_photograph_is_read_as_the_camera_held_it(self, page: Any, tmp_path: Path) -> None:
        from PIL import Image

        exif = Image.Exif()
        exif[0x0112] = 6  # shown turned clockwise
        path = saved(page.rotate(90, expand=True), tmp_path / "a.jpg", exif=exif)
        assert LINES[0] in read(path).text.replace("\n", " ")

    def test_a_fax_names_its_pages(self, page: Any, tmp_path: Path) -> None:
        blank = page.point(lambda _tone: 255)
        path = saved(page, tmp_path / "a.tif", save_all=True, append_images=[blank, page])
        document = read(path)
        assert {(part.page, part.place) for part in document.parts} == {(1, "page 1"), (3, "page 3")}
        assert (document.pages, document.pages_without_text) == (3, 1)
        assert document.parts_not_read == ("Page 2 is without readable text.",)

    def test_what_cannot_be_read_says_why(self, page: Any, tmp_path: Path) -> None:
        whole = saved(page, tmp_path / "a.png").read_bytes()
        cut = tmp_path / "cut.png"
        cut.write_bytes(whole[: len(whole) // 2])
        assert refuse(cut).code == "damaged"
        assert refuse(saved(page.point(lambda _tone: 255), tmp_path / "b.png")).code == "no_text"
        drawing = tmp_path / "a.psd"
        drawing.write_bytes(b"8BPS\0\1" + bytes(200))
        assert "cannot be opened" in refuse(drawing).reason

    def test_a_bomb_is_refused(self, page: Any, tmp_path: Path) -> None:
        path = saved(page, tmp_path / "a.png")
        content = bytearray(path.read_bytes())
        content[16:24] = struct.pack(">II", 30_000, 30_000)
        content[29:33] = struct.pack(">I", zlib.crc32(content[12:29]))
        path.write_bytes(bytes(content))
        assert refuse(path).code == "too_large"

    def test_a_fax_packed_as_jbig_is_refused(self, page: Any, tmp_path: Path) -> None:
        path = saved(page.convert("1"), tmp_path / "a.tif", compression="group4")
        content = bytearray(path.read_bytes())
        # 34661 is JBIG, 4 the packing that Pillow wrote; the tag of packing is 259.
        at = content.index((259).to_bytes(2, "little") + (3).to_bytes(2, "little"))
        content[at + 8 : at + 10] = (34661).to_bytes(2, "little")
        path.write_bytes(bytes(content))
        assert refuse(path).code in {"damaged", "unsupported"}

    @settings(max_examples=40, deadline=None)
    @given(st.data())
    def test_damaged_pictures_end(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        content = bytearray(
            (DATA / data.draw(st.sampled_from(["odd/photo.jpg", "odd/report.txt"]))).read_bytes()
        )
        for _ in range(data.draw(st.integers(1, 6))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        path = tmp_path_factory.mktemp("picture") / "a.png"
        path.write_bytes(bytes(content))
        assert isinstance(read_file(path, RECOGNISE), ReadDocument | Refusal)

    def test_without_the_wish_a_picture_is_refused(self, page: Any, tmp_path: Path) -> None:
        assert "switched off" in refuse(saved(page, tmp_path / "a.png"), ReadOptions()).reason


@needs_pack
class TestScans:
    def test_a_scan_is_read_and_its_page_cited(self) -> None:
        """P005: with recognition the invoice is found on page 2."""
        document = read(DATA / "pdf/scan.pdf")
        (part,) = [part for part in document.parts if part.page == 2]
        assert "Invoice 7731" in document.text[part.start : part.end]
        assert part.place == "page 2, scanned"
        assert (document.pages_without_text, document.parts_not_read) == (0, ())

    def test_letters_that_mean_nothing_are_replaced(self) -> None:
        document = read(DATA / "pdf/mixed_private_use.pdf")
        assert "readable to eyes only" in document.text
        assert document.pages_without_text == 0

    def test_a_text_layer_that_says_as_much_stays(self) -> None:
        document = read(DATA / "pdf/scan_ocr_layer.pdf")
        assert document.text == "Invoice 7733 hidden layer"
        assert document.parts[0].place == "page 1"

    def test_a_passage_is_marked_on_the_scan(self) -> None:
        document = read(DATA / "pdf/scan.pdf")
        part = next(part for part in document.parts if part.page == 2)
        start = document.text.index("412.50")
        image = pdf_pages.render_page(
            DATA / "pdf/scan.pdf", 2, width=600, start=start, end=start + 6, page_start=part.start
        )
        (mark,) = image.marks
        assert 0 < mark.left < mark.left + mark.width < image.width
        assert mark.width < image.width / 2
        assert mark.height < image.height / 4


class TestWithoutThePack:
    @pytest.fixture(autouse=True)
    def _missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ocr, "_data", lambda: None)

    def test_a_scan_says_which_pages_have_no_text(self) -> None:
        """P005: without recognition the document says that it has no text."""
        assert ocr.languages() == ()
        assert refuse(DATA / "pdf/scan.pdf").code == "no_text"
        document = read(DATA / "pdf/mixed_private_use.pdf")
        assert document.parts_not_read[0].startswith("Pages 2–3 are without readable text")

    def test_a_scan_that_another_program_recognised_is_read(self) -> None:
        document = read(DATA / "pdf/scan_ocr_layer.pdf")
        assert (document.pages_without_text, document.parts_not_read) == (0, ())

    def test_a_picture_is_refused(self) -> None:
        assert refuse(DATA / "odd/photo.jpg").code == "unsupported"


def spotted(*lines: str, paragraph: float = 0.1, width: float = 1.0) -> list[Spotted]:
    """Words of lines one below the other; a line is as wide as its letters are many."""
    longest = max(map(len, lines))
    box = (0.0, paragraph, width, paragraph + 0.1)
    found = []
    for number, line in enumerate(lines):
        top = paragraph + number / 100
        row: Box = (0.0, top, width * len(line) / longest, top + 0.01)
        found += [Spotted(word, row, row, box) for word in line.split()]
    return found


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("a long line that is", "filled to its end now"), "a long line that is filled to its end now"),
        (("Invoice 7731,", "a much longer line is this"), "Invoice 7731,\na much longer line is this"),
        (("the line was submit-", "ted by its own maker"), "the line was submitted by its own maker"),
        (("a rule that is well-", "known to us and to all"), "a rule that is well-known to us and to all"),
        (("all of these points:", "- first one of these"), "all of these points:\n- first one of these"),
    ],
)
def test_lines_are_joined_as_they_were_meant(lines: tuple[str, ...], text: str) -> None:
    assert written(spotted(*lines), Turn()).text == text


def test_paragraphs_and_hidden_spellings() -> None:
    page = written(
        [*spotted("the line was submit-", "ted by its own maker"), *spotted("End.", paragraph=0.5)], Turn()
    )
    assert page.text.endswith("maker\n\nEnd.")
    assert [page.text[start:end] for start, end, _ in page.paragraphs][-1] == "End."
    (spelling,) = page.spellings
    assert page.text[spelling[0] :].startswith("submitted")
    assert spelling[1] == "submit-ted"


@given(st.lists(st.text(alphabet="ab-. \u00ad\x00", min_size=1, max_size=6), min_size=1, max_size=12))
def test_every_word_keeps_its_place(words: list[str]) -> None:
    page = written(spotted(*words), Turn())
    end = 0
    for word in page.words:
        assert end <= word.start < word.end <= len(page.text)
        end = word.end
    for start, stop, _ in page.paragraphs:
        assert page.text[start:stop].strip()


@given(st.floats(-10, 10), st.floats(0.1, 0.8), st.floats(0.1, 0.8))
def test_a_turn_back_surrounds_where_the_box_was(degrees: float, left: float, top: float) -> None:
    turn = Turn(degrees, 1000, 1400)
    box = turn.back((left, top, left + 0.1, top + 0.1))
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    again = Turn(-degrees, 1000, 1400).back((*middle, *middle))
    assert again[0] == pytest.approx(left + 0.05, abs=0.002)
    assert again[1] == pytest.approx(top + 0.05, abs=0.002)
