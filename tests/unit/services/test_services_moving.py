"""Documents that are put into another collection."""

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.services.watching import WatchService

FERRY = "The ferry leaves the harbour at nine."


def test_documents_move_with_their_text(desk: Desk) -> None:
    added = desk.add({"a.txt": FERRY, "b.txt": "The library opens at ten."}, collection="Town")
    desk.library.create_collection(name="Harbour")
    moved = desk.library.move_documents(document_ids=[added["a.txt"].id], collection="Harbour")
    assert moved.document_ids == (added["a.txt"].id,)
    found = desk.library.document(added["a.txt"].id)
    assert (found.collection, found.state) == ("Harbour", DocumentState.READY)
    assert desk.hits("ferry")[0].document.collection == "Harbour"
    assert {c.name: c.documents for c in desk.library.collections()} == {"Harbour": 1, "Town": 1}


def test_a_copy_gets_a_text_of_its_own(desk: Desk) -> None:
    added = desk.add({"a.txt": FERRY, "b.txt": FERRY}, collection="Town")
    desk.library.create_collection(name="Harbour")
    copy = next(d for d in added.values() if d.same_as is not None)
    desk.library.move_documents(document_ids=[copy.id], collection="Harbour")
    desk.work()
    found = desk.library.document(copy.id)
    assert (found.collection, found.same_as, found.state) == ("Harbour", None, DocumentState.READY)


def test_a_file_that_is_there_already_stays(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY}, collection="Town")["a.txt"]
    desk.add({"a.txt": FERRY}, collection="Harbour")
    assert desk.library.move_documents(document_ids=[document.id], collection="Harbour").document_ids == ()
    assert desk.library.document(document.id).collection == "Town"


def test_a_collection_that_is_gone_is_said(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY})["a.txt"]
    with pytest.raises(UserError, match="removed"):
        desk.library.move_documents(document_ids=[document.id], collection="Harbour")


def test_a_watched_folder_decides_what_is_in_its_collection(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY}, collection="Town")["a.txt"]
    folder = desk.folder / "shelf"
    folder.mkdir()
    WatchService(desk.file, lambda _: False).watch(folder=folder)
    with pytest.raises(UserError, match="follows the folder"):
        desk.library.move_documents(document_ids=[document.id], collection="shelf")
    assert desk.library.document(document.id).collection == "Town"
