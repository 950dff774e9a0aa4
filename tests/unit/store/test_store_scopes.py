"""What is asked of several collections at once, of one language, and of every passage of a scope."""

from store_filling import fill

from desktop.store import collections, documents, lexical
from desktop.store.filters import Filter
from desktop.store.library_file import Connection
from desktop.store.passages import each_passage


def paths(c: Connection, rows: list[tuple[int, float]]) -> list[str]:
    known = documents.chunks_by_id(c, [chunk for chunk, _ in rows])
    return [known[chunk][1].path for chunk, _ in rows]


def test_each_collection_gives_its_best_chunk(c: Connection) -> None:
    fill(c, "/b.txt", ["lime and soil", "lime lime lime"], collection="B")
    fill(c, "/a.txt", ["lime and lime and soil"], collection="A")
    fill(c, "/a2.txt", ["lime and a long story of many other things"], collection="A")
    fill(c, "/c.txt", ["nothing of the kind"], collection="C")
    best = lexical.best_of_collections(c, '"lime"', limit=9)
    assert paths(c, best) == ["/b.txt", "/a.txt"]
    assert best[0][1] > best[1][1] > 0
    assert dict(lexical.search(c, '"lime"', limit=9))[best[0][0]] == best[0][1]
    assert lexical.best_of_collections(c, '"lime"', limit=1) == best[:1]
    b = collections.find(c, "B")
    assert b is not None
    assert lexical.best_of_collections(c, '"lime"', limit=9, where=Filter((b.id,))) == best[:1]
    assert lexical.best_of_collections(c, " \0", limit=9) == []


def test_equal_chunks_of_a_collection_go_by_path(c: Connection) -> None:
    for name in ("z", "m", "a"):
        fill(c, f"/{name}.txt", ["lime"])
    assert paths(c, lexical.best_of_collections(c, '"lime"', limit=9)) == ["/a.txt"]


def test_chunks_can_be_scored_by_themselves(c: Connection) -> None:
    for name in ("a", "b", "c"):
        fill(c, f"/{name}.txt", ["lime" if name != "b" else "soil"])
    found = dict(lexical.search(c, '"lime"', limit=9))
    ids = sorted(found)
    assert lexical.scores(c, '"lime"', [ids[0], 999]) == {ids[0]: found[ids[0]]}
    assert lexical.scores(c, "", ids) == {}


def test_languages_are_known_and_filter(c: Connection) -> None:
    assert documents.languages(c) == []
    fill(c, "/a.txt", ["lime one"], language="en")
    fill(c, "/b.txt", ["lime two"], language="es")
    fill(c, "/c.txt", ["lime three"], language="es")
    fill(c, "/d.txt", ["lime four"])
    fill(c, "/e.txt", [], language="fr")
    assert documents.languages(c) == ["es", "en"]
    where = Filter(language="es")
    assert sorted(paths(c, lexical.search(c, '"lime"', limit=9, where=where))) == ["/b.txt", "/c.txt"]
    assert lexical.chunk_count(c, where) == 2
    assert lexical.chunk_count(c, Filter(language="fr")) == 0


def test_every_passage_of_a_scope_is_read_in_order(c: Connection) -> None:
    fill(c, "/b.txt", ["three", "four"], collection="B")
    fill(c, "/a.txt", ["one", "two"], collection="B")
    fill(c, "/c.txt", ["elsewhere"], collection="A")
    b = collections.find(c, "B")
    assert b is not None
    rows = list(each_passage(c, Filter((b.id,)), limit=3))
    assert [chunk.text for chunk, _ in rows] == ["one", "two", "three"]
    assert rows[0] == documents.chunks_by_id(c, [rows[0][0].id])[rows[0][0].id]
