"""A removal that is undone."""

from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState

FERRY = "The ferry leaves the harbour at nine."


def test_an_undone_removal_leaves_everything_as_it_was(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY}, collection="Town")["a.txt"]
    Path(document.path).unlink()  # the stored text is enough
    desk.library.remove_documents(document_ids=[document.id])
    assert desk.library.documents() == []
    assert desk.hits("ferry") == ()
    changes = desk.library.restore_documents(document_ids=[document.id])
    desk.work()
    back = desk.library.document(document.id)
    assert changes.document_ids == (document.id,)
    assert (back.collection, back.title, back.state) == ("Town", document.title, DocumentState.READY)
    assert desk.library.text(document.id).text == FERRY
    assert [hit.document.id for hit in desk.hits("ferry")] == [document.id]


def test_what_was_never_read_is_queued_again(desk: Desk) -> None:
    document = desk.add({"a.txt": ""})["a.txt"]
    assert document.state is DocumentState.REFUSED
    desk.library.remove_documents(document_ids=[document.id])
    Path(document.path).write_text(FERRY, "utf-8")
    desk.library.restore_documents(document_ids=[document.id])
    desk.work()
    assert desk.library.document(document.id).state is DocumentState.READY


def test_each_of_several_removals_has_its_own_undo(desk: Desk) -> None:
    added = desk.add({"a.txt": FERRY, "b.txt": "The library opens at ten."})
    first, second = (added[name].id for name in ("a.txt", "b.txt"))
    for document_id in (first, second):
        desk.library.remove_documents(document_ids=[document_id])
    desk.library.restore_documents(document_ids=[first])
    assert [d.id for d in desk.library.documents()] == [first]
    with pytest.raises(UserError, match="too long ago"):
        desk.library.restore_documents(document_ids=[first])


def test_a_file_that_was_added_again_meanwhile_is_there_once(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY})["a.txt"]
    desk.library.remove_documents(document_ids=[document.id])
    again = desk.drop(Path(document.path))
    desk.library.restore_documents(document_ids=[document.id])
    desk.work()
    assert [d.id for d in desk.library.documents()] == list(again.added)
