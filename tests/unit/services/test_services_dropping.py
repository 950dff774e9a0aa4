"""Folders as people have them: odd files among good ones, bombs, copies, very long documents."""

import random
import shutil
import sys
import zipfile
from pathlib import Path

import psutil
import pytest
from service_fakes import Desk

sys.path.append(str(Path(__file__).resolve().parents[1] / "ingest"))
from ingest_helpers import lines_pdf, make_docx, make_pdf
from office_helpers import SPREADSHEET, make_xlsx

from desktop.domain.errors import Cancelled
from desktop.domain.records import FAILED_STATES, DocumentState
from desktop.domain.work import CancelToken, Progress
from desktop.ingest import refusals

DATA = Path(__file__).resolve().parents[2] / "data" / "ingest"
FERRY = "The ferry leaves the harbour at nine."
SPACE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
PIECE = 1 << 20  # bytes of a bomb that are written at once


def outcomes(desk: Desk) -> dict[str, tuple[DocumentState, str]]:
    """State and reason by file name."""
    return {Path(d.path).name: (d.state, d.reason) for d in desk.library.documents(limit=1000)}


def ready(desk: Desk) -> set[str]:
    return {name for name, (state, _) in outcomes(desk).items() if state is DocumentState.READY}


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def add_bomb(path: Path, member: str, before: bytes, piece: bytes, megabytes: int, after: bytes) -> None:
    """Add a part to a package that unpacks to so many megabytes."""
    block = piece * (PIECE // len(piece))
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as package,
        package.open(member, "w", force_zip64=True) as part,
    ):
        part.write(before)
        for _ in range(megabytes):
            part.write(block)
        part.write(after)


def test_one_odd_file_never_blocks_the_others(desk: Desk) -> None:
    """P001."""
    (desk.folder / "cp1252.txt").write_bytes(b"Wartung \x97 alle 14 Tage\n\xa9 M\xfcller\n\x8d\n30 \x80\n")
    desk.add({"one.txt": FERRY, "two.txt": "Bread needs a long rest."})
    desk.drop()
    desk.work()
    assert ready(desk) == {"cp1252.txt", "one.txt", "two.txt"}
    (hit,) = (h for h in desk.hits("Wartung", mode="lexical") if "Wartung" in h.chunk.text)
    assert "Wartung — alle 14 Tage\n© Müller" in hit.chunk.text


def test_binary_files_in_a_folder_are_listed_with_a_reason(desk: Desk) -> None:
    """P003: added and skipped make all."""
    desk.write("a.md", "# Ferry\n\nAt nine.")
    desk.write("b.txt", FERRY)
    desk.write("noext", "The tide table hangs in the hall.")
    for name in ("legacy.doc", "photo.jpg", "notes.md"):
        shutil.copy(DATA / "odd" / name, desk.folder / name)
    (desk.folder / "notes.md").rename(desk.folder / "archive.rar")
    summary = desk.drop()
    desk.work()
    found = outcomes(desk)
    assert len(summary.added) + len(summary.left_out) == 6
    assert ready(desk) == {"a.md", "b.txt", "noext"}
    reasons = [reason for state, reason in found.values() if state in FAILED_STATES]
    assert len(set(reasons)) == 3
    assert all(reason.endswith(".") for reason in reasons)


def test_damaged_pdfs_are_named_and_the_good_ones_are_ready(desk: Desk) -> None:
    """P012: half a file, an empty one, and one whose table of contents is somewhere else."""
    for number in range(5):
        make_pdf(desk.folder / f"good-{number}.pdf", [lines_pdf(f"Berth {number} is free.")])
    whole = (desk.folder / "good-0.pdf").read_bytes()
    (desk.folder / "half.pdf").write_bytes(whole[: len(whole) // 2])
    (desk.folder / "nothing.pdf").write_bytes(b"")
    start = whole.rindex(b"startxref") + 10
    moved = whole.replace(b"Berth 0", b"Berth 9")
    (desk.folder / "moved.pdf").write_bytes(moved[:start] + b"7" + moved[start + 3 :])
    desk.drop()
    desk.work()
    assert {f"good-{number}.pdf" for number in range(5)} <= ready(desk)
    found = outcomes(desk)
    for name in ("half.pdf", "nothing.pdf"):
        assert found[name][0] is DocumentState.REFUSED
        assert found[name][1]
    assert found["half.pdf"][1] != found["nothing.pdf"][1]
    assert found["moved.pdf"][0] is DocumentState.READY  # it can be repaired
    assert desk.found("Berth 9", mode="lexical")[0] == "moved.pdf"


def test_endless_drawing_and_a_page_tree_in_a_ring_come_to_an_end(desk: Desk) -> None:
    """P013: they end, and are not tried again at the next start."""
    make_pdf(desk.folder / "drawing.pdf", ["0 0 m 9 9 l S\n" * 400_000 + lines_pdf("Chart of the bay")])
    shutil.copy(DATA / "pdf" / "selfref_only.pdf", desk.folder)
    desk.write("good.txt", FERRY)
    desk.drop()
    desk.work()
    found = outcomes(desk)
    assert found["good.txt"][0] is DocumentState.READY
    assert found["drawing.pdf"][0] in {DocumentState.READY, DocumentState.REFUSED}
    assert found["selfref_only.pdf"][0] is DocumentState.REFUSED
    assert desk.library.status().pending == 0


def test_word_documents_that_look_alike_are_all_read(desk: Desk) -> None:
    """P017: another alphabet in a very long path, alternative content, and one that cannot be opened."""
    deep = desk.folder / ("Ø" * 50) / ("д" * 50) / "Überlänge"
    deep.mkdir(parents=True)
    alternative = (
        f'<mc:AlternateContent xmlns:mc="{SPACE}"><mc:Choice Requires="w14">{paragraph("Gate code 3.")}'
        f"</mc:Choice><mc:Fallback>{paragraph('Gate code 3.')}</mc:Fallback></mc:AlternateContent>"
    )
    make_docx(desk.folder / "plain.docx", paragraph("Gate code 1."))
    make_docx(deep / "Vertrag – München.docx", paragraph("Gate code 2."))
    make_docx(desk.folder / "alternative.docx", alternative)
    make_docx(desk.folder / "gone.docx", paragraph("Gate code 4."))
    desk.drop()
    (desk.folder / "gone.docx").unlink()
    desk.work()
    assert ready(desk) == {"plain.docx", "Vertrag – München.docx", "alternative.docx"}
    assert outcomes(desk)["gone.docx"] == (DocumentState.REFUSED, refusals.NOT_FOUND.reason)
    text = next(
        hit.chunk.text for hit in desk.hits("Gate code 3") if hit.document.path.endswith("alternative.docx")
    )
    assert text.count("Gate code 3.") == 1


def test_bombs_are_refused_and_cost_the_program_nothing(desk: Desk) -> None:
    """P021: 512 MB of rows, 1 GB of one letter, and a size that lies; the rest of the drop goes on."""
    rows = make_xlsx(desk.folder / "rows.xlsx", {"Sheet": ""})
    row = b"<row><c t='inlineStr'><is><t>bomb</t></is></c></row>".ljust(64)
    space = f"<worksheet xmlns='{SPREADSHEET}'><sheetData>".encode()
    add_bomb(rows, "xl/worksheets/sheet1.xml", space, row, 512, b"</sheetData></worksheet>")
    add_bomb(desk.folder / "letter.docx", "word/document.xml", b"<w>", b"A", 1024, b"</w>")
    lying = make_docx(desk.folder / "lying.docx", paragraph("A" * 100_000)).read_bytes()
    size = zipfile.ZipFile(desk.folder / "lying.docx").getinfo("word/document.xml").file_size
    small = lying.replace(size.to_bytes(4, "little"), (4000).to_bytes(4, "little"))
    (desk.folder / "lying.docx").write_bytes(small)
    desk.write("good.txt", FERRY)
    desk.drop()
    before = psutil.Process().memory_info().rss
    desk.work()
    assert psutil.Process().memory_info().rss - before < 200 << 20
    found = outcomes(desk)
    assert ready(desk) == {"good.txt"}
    for name in ("rows.xlsx", "letter.docx"):
        assert found[name][1] == refusals.TOO_LARGE.reason
    assert found["lying.docx"][0] is DocumentState.REFUSED


def test_a_tree_of_many_kinds_is_read_and_the_rest_is_said(desk: Desk) -> None:
    """P023."""
    kinds = ("txt", "md", "qml", "py", "log", "ini", "json", "yaml", "tex", "org")
    for number, kind in enumerate(kinds):
        text = f'{{"berth": "number {number}"}}' if kind == "json" else f"berth: number {number}\n"
        desk.write(f"{'abc'[number % 3]}/{'de'[number % 2]}/file-{number}.{kind}", text)
    desk.write(".hidden/x.txt", "x")
    desk.write("a/node_modules/y.js", "y")
    summary = desk.drop()
    desk.work()
    assert len(summary.added) == len(ready(desk)) == len(kinds)
    assert {Path(item.path).name for item in summary.left_out} == {".hidden", "node_modules"}
    assert all(item.reason for item in summary.left_out)


def test_copies_fill_one_place_in_an_answer(desk: Desk) -> None:
    """P026: the file again, a copy under another name, and a copy with another blank line."""
    desk.add({"policy.txt": FERRY, "policy (1).txt": FERRY, "policy-2.txt": FERRY + "\n\n"})
    assert desk.drop().queued == ()
    answer = desk.ask("When does the ferry leave the harbour?", use_model=False)
    quotes = [source.quote for source in answer.sources]
    assert answer.outcome == "quoted"
    assert len(quotes) == len(set(quotes)) == 1


class TestVeryLong:
    def test_the_last_page_of_many_is_cited(self, desk: Desk) -> None:
        """P027."""
        pages = [lines_pdf(f"Clause {number} is void.") for number in range(1, 1200)]
        make_pdf(desk.folder / "long.pdf", [*pages, lines_pdf("Final clause: Oslo.")])
        desk.drop()
        desk.work()
        best = desk.hits("Final clause Oslo", mode="lexical")[0].chunk
        assert (best.page, "Oslo" in best.text) == (1200, True)

    def test_a_stop_in_the_middle_leaves_no_half_document(self, desk: Desk) -> None:
        """P027."""
        path = desk.write("long.txt", "\n".join(f"Sentence {n} of the long text." for n in range(5000)))
        desk.drop()
        token = CancelToken()

        def stop(progress: Progress) -> None:
            token.cancel()

        with pytest.raises(Cancelled):
            desk.indexing.work(token=token, report=stop, changed=desk.changes.append)
        document = desk.document(path)
        assert (document.state, document.chunks) == (DocumentState.WAITING, 0)
        assert desk.hits("Sentence 7", mode="lexical") == ()
        desk.work()
        assert "Sentence 4999" in desk.hits("Sentence 4999", mode="lexical")[0].chunk.text


def test_a_cancelled_drop_keeps_what_is_done_and_goes_on_later(desk: Desk) -> None:
    """X11."""
    for number in range(500):
        desk.write(f"berth-{number:03}.txt", f"Berth {number} is let to skipper {number * 7}.")
    desk.drop()
    token = CancelToken()

    def stop_early(_: object) -> None:
        token.cancel()

    with pytest.raises(Cancelled):
        desk.indexing.work(token=token, report=desk.progress.append, changed=stop_early)
    done = desk.library.count_documents(states=[DocumentState.TEXT_READY, DocumentState.READY])
    assert 0 < done < 500
    assert desk.found("Berth 0 skipper", mode="lexical")
    assert desk.library.count_documents(states=[DocumentState.READING]) == 0
    desk.work()
    assert desk.library.count_documents(states=[DocumentState.READY]) == 500
    assert len(desk.host.embedder().passages) == 500


def test_random_bytes_of_every_ending_make_no_passage(desk: Desk) -> None:
    """P003, P004."""
    noise = random.Random(5).randbytes(20_000)
    for ending in ("txt", "md", "html", "csv", "json", "log", "eml", "srt", "ini", "xml"):
        (desk.folder / f"noise-{ending}.{ending}").write_bytes(ending.encode() + b"\0" + noise)
    desk.drop()
    desk.work()
    assert {state for state, _ in outcomes(desk).values()} == {DocumentState.REFUSED}
