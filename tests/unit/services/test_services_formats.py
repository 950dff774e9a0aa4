"""One library of every kind of document: the words in each are found, where they stand, and nothing else."""

import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from service_fakes import Desk, FakeHost, ScriptedGenerator, WordEmbedder

from desktop.domain.records import FAILED_STATES, DocumentState
from desktop.ingest.reader_pool import ReaderPool

DATA = Path(__file__).resolve().parents[2] / "data" / "ingest"
INVISIBLE = "\u00ad\ufffe\u200b\ufeff\u2060"
MADE: dict[str, bytes] = {
    "cp1252.txt": (
        b"Wartung \x97 Pr\xfcfintervall 14 Tage\n\xa9 2021 M\xfcller\nPreis: 30 \x80\n"
        b"Dichtung pr\xfcfen\n\xd6l nachf\xfcllen\nEnde\n"
    ),
    "hyphens.txt": (
        "The form was submit-\nted. Das Grund\u00ad\nstück, das Spar\u00adkassen\u00adbuch.\n"
        "A well-\nknown part is PN-4471-\nB here."
    ).encode(),
    "ligatures.txt": "The ﬁnance ﬂow is diﬀerent for ＡＢＣ１２３.".encode(),
    "bom.txt": b"\xef\xbb\xbf",
    "spaces.txt": b"   \n\n",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, readers: ReaderPool) -> Iterator[Desk]:
    """A library of all small documents and some made here."""
    desk = Desk(tmp_path_factory.mktemp("shelf"), readers, FakeHost(WordEmbedder(), ScriptedGenerator()))
    for name, content in MADE.items():
        (desk.folder / name).write_bytes(content)
    desk.drop(desk.folder, *(path for path in DATA.iterdir() if path.is_dir()))
    desk.work()
    yield desk
    desk.close()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Prüfintervall", "cp1252.txt"),  # P001
        ("pump seal", "nospaces.pdf"),  # P007
        *((word, f"hyphens.{kind}") for kind in ("pdf", "txt") for word in ("submitted", "Grundstück")),
        *((word, f"hyphens.{kind}") for kind in ("pdf", "txt") for word in ("Sparkassenbuch", "well-known")),
        *(("PN-4471-B", f"hyphens.{kind}") for kind in ("pdf", "txt")),
        *(
            (word, f"ligatures.{kind}")
            for kind in ("pdf", "txt")
            for word in ("finance", "flow", "different")
        ),
        ("ABC123", "ligatures.txt"),
        *((word, "word.docx") for word in ("7.3.1", "Vermont", "portal")),
        ("年度预算说明", "年度预算说明.docx"),
        ("議事録", "議事録（修正）.pdf"),
        ("Übersicht №5", "Übersicht №5.txt"),
        ("Serial 9003", "re\u0301sume\u0301.txt"),
        *((word, "missing.epub") for word in ("7411", "7412", "7413")),
        ("Serial 5521", "owner_aes128.pdf"),
        ("Fällig 3. Mai", "a.eml"),
        ("Msg attachment 7523", "outlook.msg"),
        ("Dichtung 7120", "old.xls"),
        ("rent is due", "good.rtf"),
        ("Speaker note 7002", "deck.pptx"),
        ("Second sheet 7212", "good.ods"),
    ],
)
def test_words_of_every_format_are_found(shelf: Desk, question: str, name: str) -> None:
    """P001, P007, P009, P010, P014, P019, P022, P029, P030, P033."""
    names = {unicodedata.normalize("NFC", found) for found in shelf.found(question, mode="lexical", limit=8)}
    assert unicodedata.normalize("NFC", name) in names


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("Deductible 500", "table"),
        ("Gate code 8841", "text box"),
        ("DOC-2291", "footer"),
        ("See annex K", "footnote"),
        ("Ask legal", "comment"),
        ("Body", ""),
    ],
)
def test_every_part_of_a_word_document_says_what_it_is(shelf: Desk, words: str, place: str) -> None:
    """P015."""
    document = shelf.document(DATA / "docx" / "parts.docx")
    hits = [hit for hit in shelf.hits(words, mode="lexical") if hit.document.id == document.id]
    best = next(hit.chunk for hit in hits if words in hit.chunk.text)
    assert best.place.startswith(place)
    assert bool(best.place) == bool(place)


def test_deleted_words_are_no_fact(shelf: Desk) -> None:
    """P014."""
    assert "word.docx" not in shelf.found("obsolete", mode="lexical")


def test_signs_of_another_code_page_are_shown_as_they_were_meant(shelf: Desk) -> None:
    """P001: an em dash, umlauts, the euro sign and the copyright sign."""
    document = shelf.document(shelf.folder / "cp1252.txt")
    text = shelf.library.text(document.id).text
    assert "Wartung — Prüfintervall 14 Tage\n© 2021 Müller\nPreis: 30 €" in text
    assert not set("�Ã") & set(text)
    assert document.encoding.startswith("cp1252")


def test_no_passage_holds_what_cannot_be_seen(shelf: Desk) -> None:
    """P004, P009: raw data never becomes a passage, whatever is searched for."""
    with shelf.file.read() as c:
        texts = [text for (text,) in c.execute("select text from document_text")]
    signs = set("".join(texts))
    assert not [s for s in signs if unicodedata.category(s) in {"Cc", "Cs", "Co"} and s not in "\n\t"]
    assert not signs & set(INVISIBLE)
    for piece in ("IHD", "PK\x03", "obj", "xre"):
        for hit in shelf.hits(piece, mode="lexical"):
            assert hit.chunk.text.isprintable() or "\n" in hit.chunk.text or "\t" in hit.chunk.text


def test_every_document_is_ready_or_says_why_not(shelf: Desk) -> None:
    """P003, P031: nothing waits for ever, nothing is ready without a passage."""
    for document in shelf.library.documents(limit=1000):
        if document.state in FAILED_STATES:
            assert document.reason.endswith(".")
            assert document.chunks == document.vectors == 0
        else:
            assert document.state in {DocumentState.READY, DocumentState.PARTLY_READ}
            holder = shelf.library.document(document.same_as or document.id)
            assert holder.chunks == holder.vectors > 0, document.path


@pytest.mark.parametrize(
    "name", ["empty.txt", "blank.txt", "bom.txt", "spaces.txt", "notext.docx", "frontmatter_only.md"]
)
def test_an_empty_file_is_listed_as_empty_and_found_by_its_name(shelf: Desk, name: str) -> None:
    """P031."""
    (document,) = (d for d in shelf.library.documents(text=name) if Path(d.path).name == name)
    assert document.state is DocumentState.REFUSED
    assert "empty" in document.reason or "no text" in document.reason


def test_a_locked_document_says_so(shelf: Desk) -> None:
    """P029: one that needs a password is listed as locked; those that only forbid printing are read."""
    states = {Path(d.path).name: d.state for d in shelf.library.documents(limit=1000)}
    assert states["user_abc_rc4.pdf"] is states["encrypted.odt"] is DocumentState.LOCKED
    assert states["owner_rc4_40.pdf"] is states["owner_aes128.pdf"] is DocumentState.READY


def test_a_scan_without_recognition_answers_nothing(shelf: Desk) -> None:
    """P005: it is flagged, and a question about it is not answered from somewhere else."""
    scan = shelf.document(DATA / "pdf" / "scan.pdf")
    assert "(OCR)" in scan.reason
    answer = shelf.ask("What is the total of invoice 7731?", use_model=False)
    assert "412" not in answer.text


def test_missing_chapters_are_said(shelf: Desk) -> None:
    """P019."""
    document = shelf.document(DATA / "epub" / "missing.epub")
    assert document.state is DocumentState.PARTLY_READ
    assert document.parts_not_read


def test_names_of_any_script_lead_to_the_file(shelf: Desk) -> None:
    """P022: the path that is listed opens."""
    names = {path.name for path in (DATA / "names").iterdir()}
    listed = [d for d in shelf.library.documents(limit=1000) if Path(d.path).name in names]
    assert {Path(d.path).name for d in listed} == names
    assert all(Path(d.path).is_file() for d in listed)
    assert zipfile.is_zipfile(next(d.path for d in listed if d.path.endswith(".docx")))
