"""Documents whose index rows are written together are found as those that were stored one by one."""

from pathlib import Path

from store_filling import drafts, fill, index_rows, read_document

from desktop.store import collections, documents, encodings, files, lexical, names, queue
from desktop.store.index_writer import IndexWriter
from desktop.store.library_file import Connection, LibraryFile
from desktop.store.query import all_rows
from desktop.store.texts import TextSlice, store_slices

TEXTS = {
    "/a.txt": ["The ferry leaves at nine.", "A ticket costs four euros."],
    "/b.txt": ["The council met in May."],
    "/c.txt": ["Seals are replaced.", "Pumps are tested.", "Valves are greased."],
}


def everything(c: Connection) -> list[object]:
    """Return what a search can see: tokens with their places, names, texts, parts and chunks."""
    c.execute("create virtual table temp.tokens using fts5vocab(main, chunk_index, instance)")
    tokens = all_rows(c, "select term, doc, col, offset from temp.tokens order by doc, col, offset")
    ids = [row[0] for row in all_rows(c, "select id from document order by id")]
    return [
        tokens,
        [names.name_hits(c, [stem]) for stem in ("aaa", "bbb", "ccc")],
        [(documents.text(c, i), documents.parts(c, i), documents.chunks(c, i)) for i in ids],
    ]


def test_a_batch_is_stored_as_one_by_one(tmp_path: Path) -> None:
    found = []
    for number, together in enumerate((False, True)):
        library = LibraryFile(tmp_path / f"{number}.sqlite")
        with library.write() as c:
            group = collections.ensure(c, "Papers").id
            writer = IndexWriter() if together else None
            for path, passages in TEXTS.items():
                stem = Path(path).stem * 3
                document = documents.add_waiting(
                    c, collection_id=group, path=path, title=stem, size=1, modified=0, writer=writer
                )
                documents.store_text(
                    c,
                    document,
                    read_document(passages),
                    content_hash=path,
                    chunks=drafts(passages),
                    index=index_rows(passages, stem, path),
                    writer=writer,
                )
            if writer is not None:
                assert all_rows(c, "select * from chunk_index_docsize") == []
                writer.write(c)
            assert lexical.check(c)
            found.append(everything(c))
        library.close()
    assert found[0] == found[1]


def test_a_text_in_slices_is_stored_as_in_one(tmp_path: Path) -> None:
    found = []
    passages = [
        "Die Fähre fährt um neun.",
        "東京の図書館。",
        "A ticket costs four euros.",
        "The council met.",
    ]
    for cuts in ([4], [1, 2, 4], [3, 4]):
        library = LibraryFile(tmp_path / f"{cuts}.sqlite")
        with library.write() as c:
            document = fill(c, "/aaa.txt", ["The council met.", "An earlier text."])
            slices = []
            for begin, end in zip([0, *cuts], cuts, strict=False):
                read = read_document([*passages[begin:end], *([""] if end < len(passages) else [])])
                rows = index_rows(passages[begin:end], "aaa", "aaa.txt")
                slices.append(
                    TextSlice(read.text, read.parts, tuple(drafts(passages[begin:end])), tuple(rows))
                )
            size = sum(len(piece.text.encode()) for piece in slices) if len(slices) > 1 else None
            store_slices(c, document, read_document([]), iter(slices), content_hash="new", size=size)
            assert lexical.check(c)
            found.append([[chunk.id for chunk in documents.chunks(c, document)], everything(c)])
            parts = documents.parts(c, document)
            assert len(parts) == len(cuts)
            found[-1][1][-1] = [(documents.text(c, document), documents.chunks(c, document))]
        library.close()
    assert found[0] == found[1] == found[2]
    kept = found[0][0][-1]
    assert kept == 1  # it says what the first chunk of the earlier text said


def test_several_are_finished_and_asked_for_at_once(c: Connection) -> None:
    ids = [fill(c, path, passages) for path, passages in TEXTS.items()]
    for document in ids:
        path = f"/{'abc'[ids.index(document)]}.txt"
        documents.add_waiting(c, collection_id=1, path=path, title="t", size=50, modified=0)
    encodings.choose(c, ids[1], "cp850")
    assert encodings.chosen_among(c, ids) == {ids[1]: "cp850"}
    tasks = queue.claim_batch(c, most=9, largest=100, total=1000)
    assert [(task.document_id, task.attempts) for task in tasks] == [(document, 1) for document in ids]
    documents.add_waiting(c, collection_id=1, path="/b.txt", title="t", size=50, modified=0)
    queue.finish(c, *ids)
    assert [task.document_id for task in queue.claim_batch(c, most=9, largest=100, total=1000)] == [ids[1]]


def test_small_files_are_not_compared_with_others_of_their_size(c: Connection) -> None:
    first, second = (fill(c, path, ["Seals."], content_hash=path) for path in ("/a.txt", "/b.txt"))
    c.execute("update document set size = 500")
    assert files.contents_of_same_size(c, [second]) == {second: ("/a.txt",)}
    assert files.contents_of_same_size(c, [second, first], least=501) == {}
