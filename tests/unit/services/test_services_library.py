"""What a person does with documents and collections."""

import os
import unicodedata
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.services import adding as module
from desktop.services.changes import Changes

FERRY = "The ferry leaves the harbour at nine."


def test_what_is_left_out_is_named_and_the_counts_add_up(desk: Desk) -> None:
    for name in ("a.md", "b.txt", "noext", ".hidden", "~$lock.docx", "node_modules/x.js"):
        desk.write(name, f"Text of {name}.")
    missing = desk.folder / "missing.txt"
    summary = desk.drop(desk.folder, missing)
    assert len(summary.added) == 3
    left = {Path(item.path).name: item.reason for item in summary.left_out}
    assert {".hidden", "~$lock.docx", "node_modules", "missing.txt"} == set(left)
    assert all(reason.endswith(".") for reason in left.values())


@pytest.mark.parametrize(
    "name",
    [
        "年度预算说明.txt",
        "議事録（修正）.txt",
        "Übersicht №5.txt",
        "📈 report.md",
        "re\u0301sume\u0301.txt",
    ],
)
def test_names_of_any_script_show_exactly(desk: Desk, name: str) -> None:
    document = desk.add({name: FERRY})[name]
    assert Path(document.path).name == name
    assert document.title == unicodedata.normalize("NFC", Path(name).stem)


def test_a_composed_name_finds_the_decomposed_one(desk: Desk) -> None:
    desk.add({"re\u0301sume\u0301.txt": FERRY, "other.txt": "Bread needs a long rest."})
    assert desk.found("résumé", mode="lexical") == ["re\u0301sume\u0301.txt"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_costs_only_that_file(desk: Desk) -> None:
    good = desk.write("good.txt", FERRY)
    odd = os.path.join(os.fsencode(desk.folder), b"odd\xff.txt")  # noqa: PTH118 - bytes
    with open(odd, "wb") as file:  # noqa: PTH123 - bytes
        file.write(b"text")
    summary = desk.drop()
    desk.work()
    assert desk.document(good).state is DocumentState.READY
    assert len(summary.added) == len(summary.left_out) == 1
    summary.left_out[0].path.encode("utf-8")


def test_adding_can_be_cancelled(desk: Desk) -> None:
    desk.write("a.txt", FERRY)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        desk.library.add_documents(paths=[desk.folder], token=token, report=no_report)
    assert desk.library.documents() == []


def test_large_drops_are_queued_in_batches(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", 3)
    for number in range(8):
        desk.write(f"{number}.txt", f"Text {number}.")
    assert len(desk.drop().added) == 8
    assert desk.library.status().pending == 8


def test_an_edited_file_stays_in_its_collection(desk: Desk) -> None:
    desk.add({"a.txt": FERRY}, collection="Ferries")
    desk.write("a.txt", FERRY + " Always.")
    summary = desk.drop()
    assert len(summary.updated) == 1
    assert [(c.name, c.documents) for c in desk.library.collections() if c.documents] == [("Ferries", 1)]


def test_blanks_around_a_collection_name_do_not_count(desk: Desk) -> None:
    for name in (" Boats", "Boats  ", "Boats"):
        desk.drop(desk.write("a.txt", FERRY), collection=name)
    desk.drop(desk.write("b.txt", FERRY), collection="  ")
    assert {c.name for c in desk.library.collections()} == {"Boats", module.DEFAULT_COLLECTION}


def test_one_file_may_be_in_two_collections(desk: Desk) -> None:
    path = desk.write("a.txt", FERRY)
    desk.drop(path, collection="One")
    assert len(desk.drop(path, collection="Two").added) == 1
    desk.work()
    assert [hit.document.collection for hit in desk.hits("ferry", scopes=("Two",))] == ["Two"]


def test_without_a_name_documents_go_to_the_default_collection(desk: Desk) -> None:
    assert desk.add({"a.txt": FERRY})["a.txt"].collection == module.DEFAULT_COLLECTION


def test_listing_filters_sorts_and_pages(desk: Desk) -> None:
    desk.add({"Äpfel.txt": "Apples keep well.", "birnen.txt": "Pears do not.", "leer.txt": " "})
    names = [d.title for d in desk.library.documents(order="title")]
    assert names == ["Äpfel", "birnen", "leer"]
    assert [d.title for d in desk.library.documents(order="title", descending=True, limit=1)] == ["leer"]
    assert [d.title for d in desk.library.documents(offset=1, limit=1)] == ["birnen"]
    assert [d.title for d in desk.library.documents(text="apfel")] == ["Äpfel"]
    refused = [DocumentState.REFUSED]
    assert [d.title for d in desk.library.documents(states=refused)] == ["leer"]
    assert desk.library.count_documents(states=refused) == 1
    assert desk.library.count_documents(text="apfel") == 1
    assert desk.library.count_documents(collection="none") == 0


def test_text_is_shown_from_an_offset_with_the_length_of_the_whole(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY})["a.txt"]
    whole = desk.library.text(document.id)
    assert whole.text == FERRY
    piece = desk.library.text(document.id, start=4, length=5)
    assert (piece.text, piece.start, piece.length) == ("ferry", 4, len(FERRY))
    assert piece.parts == whole.parts
    assert desk.library.text(document.id, start=10_000).text == ""


def test_a_removed_document_is_a_user_error(desk: Desk) -> None:
    document = desk.add({"a.txt": FERRY})["a.txt"]
    changes = desk.library.remove_documents(document_ids=[document.id])
    assert changes == Changes(documents=True, collections=True, document_ids=(document.id,))
    assert Path(document.path).exists()
    for call in (desk.library.document, desk.library.text):
        with pytest.raises(UserError):
            call(document.id)
    with pytest.raises(UserError):
        desk.library.reread_documents(document_ids=[document.id])
    desk.library.remove_documents(document_ids=[document.id])  # twice is no error


def test_a_reread_document_is_read_again(desk: Desk) -> None:
    document = desk.add({"a.txt": ""})["a.txt"]
    assert document.state is DocumentState.REFUSED
    Path(document.path).write_text(FERRY, "utf-8")
    desk.library.reread_documents(document_ids=[document.id])
    desk.work()
    assert desk.library.document(document.id).state is DocumentState.READY


def test_collections_are_made_renamed_and_removed(desk: Desk) -> None:
    desk.library.create_collection(name="  Town   papers ")
    made = desk.library.collections()[0]
    assert (made.name, made.documents) == ("Town papers", 0)
    desk.add({"a.txt": FERRY}, collection="Town papers")
    desk.library.rename_collection(collection_id=made.id, name="Council")
    assert [c.name for c in desk.library.collections()] == ["Council"]
    assert desk.library.documents(collection="Council")[0].collection == "Council"
    desk.library.remove_collection(collection_id=made.id)
    assert desk.library.documents() == []
    assert desk.hits("ferry") == ()


@pytest.mark.parametrize("name", ["", "   ", "Taken"])
def test_a_collection_needs_a_free_name(desk: Desk, name: str) -> None:
    desk.library.create_collection(name="Taken")
    desk.library.create_collection(name="Other")
    other = next(c for c in desk.library.collections() if c.name == "Other")
    with pytest.raises(UserError):
        desk.library.create_collection(name=name)
    with pytest.raises(UserError):
        desk.library.rename_collection(collection_id=other.id, name=name)


def test_a_collection_may_keep_its_name(desk: Desk) -> None:
    desk.library.create_collection(name="Papers")
    made = desk.library.collections()[0]
    desk.library.rename_collection(collection_id=made.id, name="Papers")
    assert desk.library.collections()[0].name == "Papers"


def test_status_names_the_models_on_disk(desk: Desk) -> None:
    status = desk.library.status()
    assert (status.embedder, status.chat, status.reranker) == ("Word embedder", "Scripted model", "")
    assert status.size_bytes > 0
    assert status.library == str(desk.paths.library)
    desk.host.the_generator = None
    assert desk.library.status().chat == ""


def test_changes_are_merged() -> None:
    merged = Changes(documents=True, document_ids=(1, 2)) | Changes(models=True, document_ids=(2, 3))
    assert merged == Changes(documents=True, models=True, document_ids=(1, 2, 3))
