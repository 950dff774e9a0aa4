"""Documents: adding, replacing, sharing and removing texts, and listing them."""

import pytest
from store_filling import drafts, embed, fill, index_rows, read_document, store

from desktop.domain.records import ChunkDraft, DocumentState, Part
from desktop.store import collections, documents, files, lexical, queue, vectors
from desktop.store.library_file import Connection
from desktop.store.query import column, value


def found(c: Connection, word: str) -> set[str]:
    """The paths of the documents found by a word."""
    ids = [chunk for chunk, _ in lexical.search(c, f'"{word}"', limit=50)]
    return {ref.path for _, ref in documents.chunks_by_id(c, ids).values()}


def test_a_file_waits_then_its_text_is_searchable_then_it_is_ready(c: Connection) -> None:
    group = collections.ensure(c, "Papers")
    document = documents.add_waiting(
        c, collection_id=group.id, path="/a/lease.pdf", title="lease", size=12, modified=5.5
    )
    waiting = documents.by_id(c, document)
    assert waiting is not None
    assert (waiting.state, waiting.title, waiting.size, waiting.modified) == ("waiting", "lease", 12, 5.5)
    assert documents.statistics(c) == documents.Statistics(1, 0, 0, 1, 0)

    store(c, document, ["The rent is due.", "Pets are allowed."], title="Lease 2024")
    ready = documents.by_path(c, group.id, "/a/lease.pdf")
    assert ready is not None
    assert (ready.state, ready.title, ready.chunks, ready.vectors) == ("text_ready", "Lease 2024", 2, 0)
    assert found(c, "rent") == {"/a/lease.pdf"}
    assert documents.statistics(c).pending == 1

    assert embed(c) == 2
    ready = documents.by_id(c, document)
    assert ready is not None
    assert (ready.state, ready.vectors) == ("ready", 2)
    assert documents.statistics(c) == documents.Statistics(1, 2, 2, 0, 0)


def test_everything_that_was_read_is_kept(c: Connection) -> None:
    text = "Title\nBody of the page."
    parts = (
        Part(0, 5, "heading", "Title", 1, "i", "page i"),
        Part(6, 23, "body", "Title", 2, "ii", "page ii"),
    )
    document = fill(c, "/x.pdf", ["old"])
    read = read_document(
        [],
        title="T",
        date="2024-05-30",
        date_source="metadata",
        author="Ana",
        language="es",
        encoding="utf-8",
        pages=2,
        pages_without_text=1,
        parts_not_read=("page 3: a picture",),
    )
    read = type(read)(
        **{name: getattr(read, name) for name in read.__slots__} | {"text": text, "parts": parts}
    )
    chunk = drafts(["Title"], heading="Title")[0]
    documents.store_text(c, document, read, content_hash="h", chunks=[chunk], index=index_rows(["title"]))

    assert documents.text(c, document) == text
    assert documents.parts(c, document) == parts
    assert documents.stored_document(c, document) == read
    stored = documents.chunks(c, document)
    assert [(k.position, k.text, k.heading) for k in stored] == [(0, "Title", "Title")]
    assert len(stored[0].text_hash) == 32
    embed(c)
    kept = documents.by_id(c, document)
    assert kept is not None
    assert kept.state == DocumentState.PARTLY_READ
    assert kept.parts_not_read == ("page 3: a picture",)
    assert (kept.date, kept.author, kept.pages, kept.pages_without_text) == ("2024-05-30", "Ana", 2, 1)


def test_unknown_ids_are_nothing_but_storing_to_one_is_a_bug(c: Connection) -> None:
    assert documents.by_id(c, 9) is None
    assert documents.text(c, 9) == ""
    assert documents.parts(c, 9) == ()
    assert documents.stored_document(c, 9) is None
    assert documents.restore_state(c, 9) is None
    assert documents.chunks_by_id(c, [9]) == {}
    documents.remove(c, [9])
    with pytest.raises(LookupError):
        store(c, 9, ["text"])


def test_an_edit_replaces_text_words_and_vectors(c: Connection) -> None:
    document = fill(c, "/gone.md", ["The watchword is lanternfish.", "Nothing else."])
    embed(c)
    before = {k.text: k.id for k in documents.chunks(c, document)}
    store(c, document, ["The watchword is sandpiper.", "Nothing else."])

    assert found(c, "lanternfish") == set()
    assert found(c, "sandpiper") == {"/gone.md"}
    after = {k.text: k.id for k in documents.chunks(c, document)}
    assert after["Nothing else."] == before["Nothing else."]  # keeps its id and its vector
    assert vectors.missing_count(c, "model") == 1
    assert before["The watchword is lanternfish."] not in vectors.vector_of(c, "model", list(before.values()))


def test_repeated_and_reordered_passages_keep_their_vectors(c: Connection) -> None:
    document = fill(c, "/a.md", ["same", "other", "same"])
    embed(c)
    store(c, document, ["new", "same", "same", "other", "same"])
    assert [k.text for k in documents.chunks(c, document)] == ["new", "same", "same", "other", "same"]
    assert [k.position for k in documents.chunks(c, document)] == [0, 1, 2, 3, 4]
    assert vectors.missing_count(c, "model") == 2


def test_a_heading_that_moves_into_the_passage_changes_the_chunk_but_not_its_vector(c: Connection) -> None:
    document = fill(c, "/a.md", ["Pets", "Dogs are allowed."])
    text = "Pets\nDogs are allowed."
    for start, heading in ((5, "Pets"), (0, "")):
        chunk = ChunkDraft(0, start, len(text), heading=heading)
        read = read_document(["Pets", "Dogs are allowed."])
        documents.store_text(
            c, document, read, content_hash=heading, chunks=[chunk], index=index_rows(["dogs"])
        )
        embed(c)
        stored = documents.chunks(c, document)
        assert [(k.text, k.heading, k.start) for k in stored] == [(text[start:], heading, start)]
    assert value(c, "select max(id) from chunk") == stored[0].id  # it was kept


def test_two_hundred_edits_leave_no_orphans(c: Connection) -> None:
    passages = [f"Passage {n} of the file." for n in range(20)]
    document = fill(c, "/edited.md", passages)
    embed(c, "first")
    embed(c, "second")
    for edit in range(200):
        passages[edit % 20] = f"Passage changed in edit {edit}."
        store(c, document, passages)
        embed(c, "first")
        embed(c, "second")
    for model in vectors.models(c):
        assert value(c, f"select count(*) from {model.table}") == 20
        assert value(c, f"select count(*) from {model.table}_chunks") == 1
    assert value(c, "select count(*) from vector") == 40
    assert lexical.check(c)
    assert documents.statistics(c).chunks == 20


def test_removing_a_document_removes_every_trace(c: Connection) -> None:
    kept = fill(c, "/kept.md", ["The harbour is open."])
    gone = fill(c, "/gone.md", ["The harbour is closed."], title="Harbour notice")
    documents.store_summary(c, gone, "Closed.", index_rows(["closed"])[0])
    embed(c)
    version = documents.content_version(c)
    documents.remove(c, [gone])
    assert found(c, "harbour") == {"/kept.md"}
    assert documents.content_version(c) > version
    for table in ("document", "document_text", "part", "chunk", "vector", "name_index_docsize"):
        assert value(c, f"select count(*) from {table}") == 1
    assert documents.by_id(c, kept) is not None
    assert lexical.check(c)


def test_a_copy_shares_the_text_and_follows_its_original(c: Connection) -> None:
    original = fill(c, "/policy.txt", ["Fees are waived."], content_hash="same")
    group = collections.ensure(c, "Papers")
    assert documents.holder(c, group.id, "same") == original
    copy = documents.add_waiting(
        c, collection_id=group.id, path="/policy (1).txt", title="policy (1)", size=1, modified=0
    )
    documents.link_duplicate(c, copy, original, "same")
    linked = documents.by_id(c, copy)
    assert linked is not None
    assert (linked.same_as, linked.state, linked.chunks) == (original, "text_ready", 0)
    assert documents.text(c, copy) == "Fees are waived."
    assert documents.chunks(c, copy) == documents.chunks(c, original)
    assert found(c, "fees") == {"/policy.txt"}
    assert documents.holder(c, group.id, "same") == original
    assert embed(c) == 1
    assert {documents.by_id(c, i).state for i in (original, copy)} == {"ready"}  # type: ignore[union-attr]


@pytest.mark.parametrize("how", ["remove", "edit", "refuse"])
def test_a_copy_takes_over_when_the_original_goes(c: Connection, how: str) -> None:
    original = fill(c, "/a.txt", ["Fees are waived."], content_hash="same")
    copies = [fill(c, f"/copy{n}.txt", ["something else"]) for n in range(2)]
    embed(c)
    for copy in copies:
        documents.link_duplicate(c, copy, original, "same")
    if how == "remove":
        documents.remove(c, [original])
    elif how == "edit":
        store(c, original, ["Fees are due."])
    else:
        documents.refuse(c, original, DocumentState.REFUSED, "It is damaged.")
    heir = documents.by_id(c, copies[0])
    assert heir is not None
    assert (heir.same_as, heir.chunks, heir.state, heir.vectors) == (None, 1, "ready", 1)
    assert documents.by_id(c, copies[1]).same_as == heir.id  # type: ignore[union-attr]
    assert found(c, "waived") == {"/copy0.txt"}
    assert found(c, "due") == ({"/a.txt"} if how == "edit" else set())
    assert documents.stale(c) == [heir.id]
    documents.store_index(c, heir.id, index_rows(["fees are waived"], "copy0"))
    assert documents.stale(c) == []
    assert found(c, "copy0") == {"/copy0.txt"}
    assert lexical.check(c)


def test_removing_original_and_copy_at_once(c: Connection) -> None:
    original = fill(c, "/a.txt", ["one"], content_hash="h")
    copy = fill(c, "/b.txt", ["two"])
    documents.link_duplicate(c, copy, original, "h")
    documents.remove(c, [original, copy])
    assert documents.statistics(c) == documents.Statistics(0, 0, 0, 0, 0)
    assert value(c, "select count(*) from chunk_index_docsize") == 0


def test_a_document_cannot_be_its_own_copy(c: Connection) -> None:
    original = fill(c, "/a.txt", ["one"], content_hash="h")
    copy = fill(c, "/b.txt", ["two"])
    documents.link_duplicate(c, copy, original, "h")
    with pytest.raises(LookupError):
        documents.link_duplicate(c, original, copy, "h")
    third = fill(c, "/c.txt", ["three"])
    documents.link_duplicate(c, third, copy, "h")  # a copy of a copy is a copy of the original
    assert documents.by_id(c, third).same_as == original  # type: ignore[union-attr]


def test_an_unchanged_file_settles_to_what_is_stored(c: Connection) -> None:
    document = fill(c, "/a.txt", ["one"])
    embed(c)
    group = collections.ensure(c, "Papers")
    documents.add_waiting(c, collection_id=group.id, path="/a.txt", title="a", size=9, modified=2)
    assert documents.by_id(c, document).state == "waiting"  # type: ignore[union-attr]
    assert found(c, "one") == {"/a.txt"}  # searchable until the new text replaces it
    assert documents.restore_state(c, document) == DocumentState.READY
    assert files.of_collection(c, group.id)["/a.txt"].size == 9


def test_refusing_keeps_the_reason_and_drops_the_text(c: Connection) -> None:
    document = fill(c, "/a.pdf", ["one"])
    documents.refuse(c, document, DocumentState.LOCKED, "It needs its password.", content_hash="h")
    refused = documents.by_id(c, document)
    assert refused is not None
    assert (refused.state, refused.reason, refused.content_hash) == ("locked", "It needs its password.", "h")
    assert found(c, "one") == set()
    assert documents.statistics(c).failed == 1
    group = collections.ensure(c, "Papers")
    assert documents.holder(c, group.id, "h") is None  # nothing to share


def test_listing_filters_orders_and_pages(c: Connection) -> None:
    for number, name in enumerate(["Zebra", "älter", "Apfel", "Österreich"]):
        fill(c, f"/texts/{name}.txt", [name], title=name, date=f"2024-01-0{4 - number}")
    fill(c, "/other/note.txt", ["n"], collection="Notes", title="Note")

    def titles(**how: object) -> list[str]:
        return [d.title for d in documents.listing(c, **how)]  # type: ignore[arg-type]

    assert titles() == ["älter", "Apfel", "Note", "Österreich", "Zebra"]
    assert titles(collection="Papers", order="date") == ["Österreich", "Apfel", "älter", "Zebra"]
    assert titles(order="title", descending=True, offset=1, limit=2) == ["Österreich", "Note"]
    assert titles(text="OSTER") == ["Österreich"]
    assert titles(text="texts apf") == ["Apfel"]
    assert titles(states=[DocumentState.READY]) == []
    assert documents.count(c, text="texts") == 4
    assert documents.count(c, collection="Notes", states=[DocumentState.TEXT_READY]) == 1
    for order in ("state", "indexed", "size", "path"):
        assert len(titles(order=order)) == 5


def test_a_moved_file_is_found_by_its_new_name(c: Connection) -> None:
    document = fill(c, "/old.txt", ["text"])
    documents.relocate(
        c, document, path="/new.txt", title="a", modified=3.0, index=index_rows(["text"], name="new")
    )
    assert found(c, "new") == {"/new.txt"}
    assert found(c, "old") == set()
    assert [d.path for d in documents.listing(c, text="new")] == ["/new.txt"]


def test_a_summary_comes_first_and_is_replaced(c: Connection) -> None:
    document = fill(c, "/a.txt", ["long text"])
    documents.store_summary(c, document, "Short.", index_rows(["short"])[0])
    documents.store_summary(c, document, "Brief.", index_rows(["brief"])[0], language="en")
    assert [(k.position, k.text) for k in documents.chunks(c, document)] == [(-1, "Brief."), (0, "long text")]
    assert found(c, "short") == set()
    assert found(c, "brief") == {"/a.txt"}
    store(c, document, ["other text"])
    assert [k.position for k in documents.chunks(c, document)] == [0]  # it was of the earlier text


def test_collections_group_documents(c: Connection) -> None:
    fill(c, "/a.txt", ["one"])
    papers = collections.ensure(c, "PAPERS")
    assert (papers.name, papers.documents) == ("Papers", 1)
    collections.rename(c, papers.id, "Library")
    collections.set_folder(c, papers.id, "/watched")
    collections.set_profile(c, papers.id, "transit")
    collections.ensure(c, "Attic")
    assert [(g.name, g.folder, g.profile, g.documents) for g in collections.all_collections(c)] == [
        ("Attic", None, "", 0),
        ("Library", "/watched", "transit", 1),
    ]
    assert [(g.name, g.profile, g.documents) for g in collections.uncounted(c)] == [
        ("Attic", "", 0),
        ("Library", "transit", 0),
    ]
    assert collections.find(c, "papers") is None
    collections.remove(c, papers.id)
    assert column(c, "select name from collection") == ["Attic"]
    assert documents.statistics(c).documents == 0
    assert queue.pending(c) == 0
