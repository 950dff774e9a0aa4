"""The text index: what words find, filters, statistics, repair."""

import statistics as figures
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_filling import fill, index_rows

from desktop.store import collections, documents, lexical
from desktop.store.filters import EVERYTHING, Filter
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection, LibraryFile
from desktop.store.query import column, value


def paths(c: Connection, match: str, where: Filter = EVERYTHING, limit: int = 50) -> list[str]:
    hits = lexical.search(c, match, limit=limit, where=where)
    found = documents.chunks_by_id(c, [chunk for chunk, _ in hits])
    return [found[chunk][1].path for chunk, _ in hits]


@pytest.mark.parametrize(
    "token", ["c++", "node.js", "v2.21", "10.0.0.1", "--dry-run", "@scope/pkg", "ord-0417"]
)
def test_tokens_split_at_blanks_only(c: Connection, token: str) -> None:
    fill(c, "/it.txt", [f"before {token} after"])
    fill(c, "/other.txt", ["node js v2 21 10 0 1 dry run scope pkg ord 0417 c"])
    assert paths(c, f'"{token}"') == ["/it.txt"]


def test_other_scripts_and_accents_stay_as_they_were_given(c: Connection) -> None:
    fill(c, "/zh.txt", ["失效 效链 链接"])
    fill(c, "/no.txt", ["østerby osterby"])
    assert paths(c, '"失效"') == ["/zh.txt"]
    assert paths(c, '"ØSTERBY"') == ["/no.txt"]
    assert paths(c, '"økonomi"') == []


def test_words_of_one_stem_find_each_other(c: Connection) -> None:
    fill(c, "/a.txt", ["running shoes"])
    assert paths(c, '"run"') == ["/a.txt"]
    assert lexical.document_frequencies(c, ["runs", "shoe", "hat", "", "a\u200bb"]) == {
        "runs": 1,
        "shoe": 1,
        "hat": 0,
        "": 0,
        "a\u200bb": 0,
    }


def test_frequencies_follow_removals(c: Connection) -> None:
    fill(c, "/a.txt", ["ferry", "ferry ferry"])
    gone = fill(c, "/b.txt", ["ferry"])
    assert lexical.document_frequencies(c, ["ferry"]) == {"ferry": 3}
    documents.remove(c, [gone])
    assert lexical.document_frequencies(c, ["ferry"]) == {"ferry": 2}
    assert lexical.chunk_count(c) == 2


def test_scores_are_positive_and_ties_go_by_path_then_position(c: Connection) -> None:
    for path in ("/b.txt", "/a.txt", "/c.txt"):
        fill(c, path, ["same words", "same words"])
    for n in range(8):
        fill(c, f"/filler{n}.txt", ["nothing of it"])
    hits = lexical.search(c, '"words"', limit=4)
    assert len({score for _, score in hits}) == 1
    assert hits[0][1] > 0
    found = documents.chunks_by_id(c, [chunk for chunk, _ in hits])
    assert [(found[k][1].path, found[k][0].position) for k, _ in hits] == [
        ("/a.txt", 0),
        ("/a.txt", 1),
        ("/b.txt", 0),
        ("/b.txt", 1),
    ]


def test_filters_apply_inside_the_search(c: Connection) -> None:
    for n in range(60):
        fill(c, f"/garden{n:03}.txt", ["tomato tomato tomato"], collection="Garden", date="2020-01-01")
    wanted = fill(
        c, "/lime.txt", ["tomato needs lime and much else besides"], collection="Notes", date="2024-05-30"
    )
    notes = collections.ensure(c, "Notes").id
    garden = collections.ensure(c, "Garden").id
    only = ["/lime.txt"]
    assert paths(c, '"tomato"', Filter(collections=(notes,)), limit=1) == only
    assert paths(c, '"tomato"', Filter(documents=(wanted,)), limit=5) == only
    assert paths(c, '"tomato"', Filter(since="2024-05"), limit=5) == only
    assert paths(c, '"tomato"', Filter(since="2024-05-30", until="2024-05-30"), limit=5) == only
    assert paths(c, '"tomato"', Filter(since="2024", until="2024"), limit=5) == only
    assert paths(c, '"tomato"', Filter(since="2024-06")) == []
    assert len(paths(c, '"tomato"', Filter(collections=(garden,), until="2020"), limit=99)) == 60
    assert paths(c, '"tomato"', Filter(collections=(garden,), documents=(wanted,))) == []


def test_a_document_without_a_date_counts_by_its_file(c: Connection) -> None:
    fill(c, "/undated.txt", ["words"])  # the file is of November 2023
    assert paths(c, '"words"', Filter(since="2023-11", until="2023-11")) == ["/undated.txt"]
    assert paths(c, '"words"', Filter(since="2023-12")) == []


def test_a_copy_in_a_scope_stands_for_its_original(c: Connection) -> None:
    original = fill(c, "/a.txt", ["words"], content_hash="h")
    copy = fill(c, "/b.txt", ["else"])
    documents.link_duplicate(c, copy, original, "h")
    assert paths(c, '"words"', Filter(documents=(copy,))) == ["/a.txt"]


def test_statistics_count_the_whole_corpus(c: Connection) -> None:
    for n in range(9):
        fill(c, f"/{n}.txt", ["ferry " * (n % 3) + f"word{n}"])
    match = '"ferry"'
    scores = [score for _, score in lexical.search(c, match, limit=99)]
    corpus = scores + [0.0] * (9 - len(scores))
    mean, deviation, top, second = lexical.score_statistics(c, match)
    assert mean == pytest.approx(figures.fmean(corpus))
    assert deviation == pytest.approx(figures.pstdev(corpus))
    assert (top, second) == (scores[0], scores[1])
    hits, moments = lexical.measured_search(c, match, limit=2)
    assert [score for _, score in hits] == scores[:2]
    assert moments == pytest.approx((mean, deviation))
    assert lexical.measured_search(c, '"absent"', limit=2) == ([], (0.0, 0.0))
    one = lexical.score_statistics(c, '"word1"')
    assert one[2] > one[3] == 0.0
    for nothing in ("", '"absent"'):
        assert lexical.score_statistics(c, nothing) == (0.0, 0.0, 0.0, 0.0)
    assert lexical.score_statistics(c, match, Filter(since="2099")) == (0.0, 0.0, 0.0, 0.0)


def test_weights_of_the_columns_can_be_chosen(c: Connection) -> None:
    fill(c, "/body.txt", ["harbour harbour and a line of other words"], title="x")
    fill(c, "/titled.txt", ["a line of other words that says something"], title="harbour")
    for n in range(9):
        fill(c, f"/{n}.txt", ["filler"])
    first = [
        lexical.search(c, '"harbour"', limit=1, weights={"title": weight})[0][0] for weight in (0.01, 50.0)
    ]
    found = documents.chunks_by_id(c, first)
    assert [found[chunk][1].path for chunk in first] == ["/body.txt", "/titled.txt"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=12), max_size=5))
def test_any_quoted_tokens_are_a_legal_query(library: LibraryFile, tokens: list[str]) -> None:
    match = " OR ".join('"' + token.replace('"', '""') + '"' for token in tokens)
    encodable = match.encode("utf-8", "replace").decode()
    with library.read() as c:
        lexical.search(c, encodable, limit=5, where=Filter(since="2020"))
        lexical.score_statistics(c, encodable)
        assert set(lexical.document_frequencies(c, tokens)) == set(tokens)


@pytest.mark.parametrize("table", ["chunk_index", "name_index"])
@pytest.mark.parametrize("damage", ["overwrite", "delete"])
def test_damage_is_noticed_and_repaired_from_the_stored_texts(
    library: LibraryFile, table: str, damage: str
) -> None:
    with library.write() as c:
        ids = [fill(c, f"/{n}.txt", [f"ferry {n}", "harbour words here"]) for n in range(30)]
        assert lexical.check(c)
        if damage == "overwrite":
            c.execute(f"update {table}_data set block = zeroblob(length(block)) where id > 10")
        else:
            c.execute(f"delete from {table}_docsize where id % 2")
    with library.read() as c:
        assert not lexical.check(c)
    with library.write() as c:
        if table == "chunk_index":
            lexical.rebuild(c, ((k.id, index_rows([k.text])[0]) for i in ids for k in documents.chunks(c, i)))
        else:
            names_rebuilt(c)
        assert lexical.check(c)
        documents.remove(c, ids[:10])
        assert len(paths(c, '"ferry"')) == 20
        assert lexical.check(c)


def names_rebuilt(c: Connection) -> None:
    from desktop.store import names

    names.rebuild(c)


def test_a_rebuild_may_read_while_it_writes(c: Connection) -> None:
    document = fill(c, "/a.txt", ["one", "two"])
    ids = [k.id for k in documents.chunks(c, document)]
    lexical.rebuild(c, [(ids[0], IndexText("", "", "", "uno")), (ids[1], IndexText("", "", "", "dos"))])
    assert paths(c, '"one"') == []
    assert paths(c, '"dos"') == ["/a.txt"]
    assert column(c, "select id from chunk_index_docsize order by id") == ids
    assert value(c, "select count(*) from chunk_term") == 2


def test_nothing_is_lost_when_a_library_is_copied(library: LibraryFile, tmp_path: Path) -> None:
    with library.write() as c:
        fill(c, "/a.txt", ["ferry"])
    library.backup(tmp_path / "copy.sqlite")
    copy = LibraryFile(tmp_path / "copy.sqlite")
    try:
        with copy.read() as c:
            assert paths(c, '"ferry"') == ["/a.txt"]
            assert lexical.check(c)
    finally:
        copy.close()
