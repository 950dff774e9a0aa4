"""Reading again with what only the person knows: the encoding of a text, the password of a document."""

from collections.abc import Callable
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken
from desktop.services.pages import PageService
from desktop.store import encodings

LOCKED = Path(__file__).resolve().parents[2] / "data" / "ingest" / "pdf" / "user_abc_rc4.pdf"
TEXT = "Prüfintervall für Köln: vierzehn Tage.\n"


@pytest.fixture
def written_in(desk: Desk) -> Callable[[str], int]:
    """Drop a text in an encoding; return its document id."""

    def write(encoding: str) -> int:
        path = desk.folder / "dos.txt"
        path.write_bytes(TEXT.encode(encoding))
        desk.drop()
        desk.work()
        return desk.document(path).id

    return write


def text(desk: Desk, document_id: int) -> str:
    return desk.library.text(document_id).text


def test_another_encoding_gives_another_text(desk: Desk, written_in: Callable[[str], int]) -> None:
    document_id = written_in("cp850")
    assert "Köln" not in text(desk, document_id)
    changes = desk.library.reread(document_id=document_id, encoding="cp850")
    assert changes.document_ids == (document_id,)
    desk.work()
    assert text(desk, document_id) == TEXT.strip()
    assert desk.library.document(document_id).encoding == "cp850 (chosen)"


def test_the_choice_holds_when_the_file_changes(desk: Desk, written_in: Callable[[str], int]) -> None:
    document_id = written_in("cp850")
    desk.library.reread(document_id=document_id, encoding="cp850")
    (desk.folder / "dos.txt").write_bytes(f"{TEXT}Später.".encode("cp850"))
    desk.drop()
    desk.work()
    assert text(desk, document_id).endswith("Später.")


def test_the_choice_can_be_taken_back(desk: Desk, written_in: Callable[[str], int]) -> None:
    document_id = written_in("utf-8")
    desk.library.reread(document_id=document_id, encoding="cp1252")
    desk.work()
    assert "fÃ¼r" in text(desk, document_id)
    desk.library.reread(document_id=document_id, encoding="")
    desk.work()
    assert text(desk, document_id) == TEXT.strip()


def test_an_unknown_encoding_changes_nothing(desk: Desk, written_in: Callable[[str], int]) -> None:
    document_id = written_in("utf-8")
    with pytest.raises(UserError):
        desk.library.reread(document_id=document_id, encoding="klingon")
    assert desk.library.document(document_id).state is DocumentState.READY


def test_the_choice_goes_with_its_document(desk: Desk, written_in: Callable[[str], int]) -> None:
    document_id = written_in("cp850")
    desk.library.reread(document_id=document_id, encoding="cp850")
    with desk.file.read() as c:
        assert encodings.chosen(c, document_id) == "cp850"
    desk.library.remove_documents(document_ids=[document_id])
    with desk.file.read() as c:
        assert encodings.chosen(c, document_id) == ""


def test_a_copy_is_read_again_through_its_original(desk: Desk, written_in: Callable[[str], int]) -> None:
    original = written_in("cp850")
    copy = desk.folder / "copy.txt"
    copy.write_bytes(TEXT.encode("cp850"))
    desk.drop()
    desk.work()
    desk.library.reread(document_id=desk.document(copy).id, encoding="cp850")
    desk.work()
    assert text(desk, original) == text(desk, desk.document(copy).id) == TEXT.strip()


def test_a_password_opens_a_document_and_its_pages(desk: Desk) -> None:
    """P029: what is locked is listed as locked; its password makes it a document like any other."""
    path = desk.folder / "locked.pdf"
    path.write_bytes(LOCKED.read_bytes())
    desk.drop()
    desk.work()
    locked = desk.document(path)
    assert locked.state is DocumentState.LOCKED
    desk.library.reread(document_id=locked.id, password="wrong")
    desk.work()
    assert desk.document(path).state is DocumentState.LOCKED
    assert "password does not open" in desk.document(path).reason
    desk.library.reread(document_id=locked.id, password="abc")
    desk.work()
    assert "Serial" in text(desk, locked.id)
    pages = PageService(desk.file, desk.readers, desk.passwords)
    assert len(pages.page_sizes(locked.id, CancelToken())) == desk.document(path).pages
    assert pages.page(locked.id, 1, CancelToken(), width=50).png


def test_a_password_is_never_written_down(desk: Desk) -> None:
    path = desk.folder / "locked.pdf"
    path.write_bytes(LOCKED.read_bytes())
    desk.drop()
    desk.work()
    desk.library.reread(document_id=desk.document(path).id, password="open-sesame-4711")
    desk.work()
    desk.close()
    for file in desk.paths.data.rglob("*"):
        assert not file.is_file() or b"open-sesame-4711" not in file.read_bytes()
