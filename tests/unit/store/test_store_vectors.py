"""Vectors: what waits for one, filters inside the search, cells, several models."""

import numpy as np
import pytest
from numpy.typing import NDArray
from store_filling import DIMENSION, direction, embed, fill, store

from desktop.domain.errors import Cancelled
from desktop.domain.work import CancelToken
from desktop.store import cells, collections, diagnostics, documents, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import Connection, LibraryFile
from desktop.store.query import column, value

Vector = NDArray[np.float32]


def exact(c: Connection, query: Vector, k: int, allowed: set[int] | None = None) -> list[tuple[int, float]]:
    """The nearest chunks by plain arithmetic."""
    stored = vectors.vector_of(c, "model", column(c, "select id from chunk"))
    cosines = [
        (chunk, round(float(vector @ query / np.linalg.norm(vector) / np.linalg.norm(query)), 6))
        for chunk, vector in stored.items()
        if allowed is None or chunk in allowed
    ]
    return sorted(cosines, key=lambda row: (-row[1], row[0]))[:k]


def agree(found: list[tuple[int, float]], wanted: list[tuple[int, float]]) -> bool:
    """Tell whether two results are the same but for the last digits and the order they decide."""
    return {chunk for chunk, _ in found} == {chunk for chunk, _ in wanted} and np.allclose(
        [cosine for _, cosine in found], [cosine for _, cosine in wanted], atol=2e-6
    )


def test_chunks_wait_for_a_vector_in_the_order_they_came(c: Connection) -> None:
    fill(c, "/a.txt", ["one", "two"], title="Numbers")
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)  # twice does no harm
    fill(c, "/b.txt", ["three"], title="More")
    assert [text for _, text in vectors.missing(c, "model", 10)] == [
        "Numbers\none",
        "Numbers\ntwo",
        "More\nthree",
    ]
    assert len(vectors.missing(c, "model", 2)) == 2
    assert vectors.missing_count(c, "model") == 3
    assert vectors.active(c) is None
    assert embed(c) == 3
    assert vectors.missing(c, "model", 10) == []
    assert vectors.active(c) == "model"


def test_the_cosines_of_given_chunks(c: Connection) -> None:
    fill(c, "/a.txt", ["one", "two", "three"])
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)
    embed(c)
    fill(c, "/b.txt", ["still waiting"])
    chunks = column(c, "select id from chunk")
    query = direction(2)
    assert vectors.cosines(c, "model", query, chunks) == pytest.approx(dict(exact(c, query, 9)), abs=2e-6)
    assert vectors.cosines(c, "model", query, [chunks[0], 12345]).keys() == {chunks[0]}
    assert vectors.cosines(c, "model", query, []) == {}


def test_the_heading_is_embedded_with_the_passage() -> None:
    assert vectors.embedding_text("Lease", "Pets › Dogs", "Dogs are allowed.") == (
        "Lease\nPets › Dogs\nDogs are allowed."
    )
    assert vectors.embedding_text("", "", "x") == "x"


def test_a_wrong_dimension_or_an_unknown_model_is_a_bug(c: Connection) -> None:
    fill(c, "/a.txt", ["one"])
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)
    chunk = column(c, "select id from chunk")[0]
    with pytest.raises(ValueError, match="dimensions"):
        vectors.add(c, "model", [(chunk, np.ones(3, np.float32))])
    with pytest.raises(ValueError, match="dimensions"):
        vectors.register(c, model_id="model", name="Model", dimension=3)
    with pytest.raises(LookupError):
        vectors.missing(c, "other", 1)
    assert vectors.nearest(c, "other", direction(1), k=5) == []
    assert documents.finish_vectors(c, "other") == []


def test_a_document_is_ready_only_with_all_its_vectors(c: Connection) -> None:
    first, second = fill(c, "/a.txt", ["one", "two"]), fill(c, "/b.txt", ["three"])
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)
    vectors.set_active(c, "model")
    rows = vectors.missing(c, "model", 3)
    vectors.add(c, "model", [(rows[0][0], direction(1)), (rows[2][0], direction(2))])
    assert documents.finish_vectors(c, "model") == [second]
    assert documents.by_id(c, first).vectors == 1  # type: ignore[union-attr]
    vectors.add(c, "model", [(rows[1][0], direction(3))])
    assert documents.finish_vectors(c, "model") == [first]
    assert documents.finish_vectors(c, "model") == []


def test_chunks_removed_meanwhile_are_skipped_and_vectors_replaced(c: Connection) -> None:
    document = fill(c, "/a.txt", ["one"])
    vectors.register(c, model_id="model", name="Model", dimension=DIMENSION)
    handed_out = vectors.missing(c, "model", 1)[0][0]
    store(c, document, ["two"])
    assert vectors.add(c, "model", [(handed_out, direction(1))]) == 0
    chunk = vectors.missing(c, "model", 1)[0][0]
    version = documents.content_version(c)
    assert vectors.add(c, "model", [(chunk, direction(1))]) == 1
    assert vectors.add(c, "model", [(chunk, direction(2))]) == 1
    assert documents.content_version(c) == version + 2
    assert np.allclose(vectors.vector_of(c, "model", [chunk, handed_out])[chunk], direction(2))
    assert value(c, "select count(*) from vectors_1_0") == 1


def test_equal_passages_need_not_be_embedded_twice(c: Connection) -> None:
    fill(c, "/a.txt", ["one", "two"], title="Same")
    embed(c)
    copy = fill(c, "/b.txt", ["two", "three"], collection="Elsewhere", title="Same")
    assert vectors.reuse(c, "model", copy) == 1
    assert [text for _, text in vectors.missing(c, "model", 9)] == ["Same\nthree"]
    other_title = fill(c, "/c.txt", ["two"], title="Other")
    assert vectors.reuse(c, "model", other_title) == 0


def test_nearest_is_exact_in_a_small_library(c: Connection) -> None:
    for n in range(30):
        fill(c, f"/{n}.txt", [f"passage {n} {i}" for i in range(10)])
    waiting = fill(c, "/waiting.txt", ["not embedded"])
    vectors.register(c, model_id="model", name="model", dimension=DIMENSION)
    rows = [chunk for chunk, text in vectors.missing(c, "model", 999) if "not embedded" not in text]
    vectors.add(c, "model", [(chunk, direction(chunk)) for chunk in rows])
    query = direction(-1 + 10**6)
    found = vectors.nearest(c, "model", query, k=20)
    assert agree(found, exact(c, query, 20))
    assert all(cosine == round(cosine, 6) for _, cosine in found)
    assert agree(vectors.nearest(c, "model", query * 7, k=20), found)  # only the direction counts
    assert len(vectors.nearest(c, "model", query, k=5000)) == 300
    assert vectors.nearest(c, "model", np.zeros(DIMENSION, np.float32), k=5) == []
    assert vectors.nearest(c, "model", query, k=0) == []
    assert vectors.nearest(c, "model", query, k=5, where=Filter(documents=(waiting,))) == []


@pytest.mark.parametrize("clustered", [False, True])
def test_a_scope_gives_k_whenever_it_has_k(c: Connection, clustered: bool) -> None:
    for n in range(500):
        fill(c, f"/garden{n:03}.txt", [f"gardening {n}", f"soil {n}"], collection="Garden", date="2020-01-01")
    three = [
        fill(
            c,
            f"/note{n}.txt",
            ["Tomatoes need lime.", f"note {n}"],
            collection="Notes",
            date=f"2024-05-0{n + 1}",
        )
        for n in range(3)
    ]
    notes_chunks = {chunk.id for document in three for chunk in documents.chunks(c, document)}
    # Everything in the garden is nearer to the question than any note.
    embed(c, of=lambda chunk: direction(1) * (-1 if chunk in notes_chunks else 1) + direction(chunk) * 0.3)
    if clustered:
        assert cells.recluster_if_needed(c, "model", CancelToken(), cluster_from=400)
    notes = collections.ensure(c, "Notes").id
    garden = collections.ensure(c, "Garden").id
    for where in (
        Filter(collections=(notes,)),
        Filter(documents=tuple(three)),
        Filter(since="2024-05-01", until="2024-05-03"),
    ):
        found = vectors.nearest(c, "model", direction(1), k=5, where=where)
        assert agree(found, exact(c, direction(1), 5, notes_chunks))
    one = vectors.nearest(c, "model", direction(1), k=5, where=Filter(documents=(three[0],)))
    assert {chunk for chunk, _ in one} == {chunk.id for chunk in documents.chunks(c, three[0])}
    both = vectors.nearest(c, "model", direction(1), k=1006, where=Filter(collections=(notes, garden)))
    assert len(both) == 1006
    assert vectors.nearest(c, "model", direction(1), k=5, where=Filter(since="2099")) == []


@pytest.mark.parametrize("list_scope", [0, 20_000])
def test_a_larger_scope_is_searched_in_the_nearest_cells(
    c: Connection, monkeypatch: pytest.MonkeyPatch, list_scope: int
) -> None:
    monkeypatch.setattr(vectors, "_LIST_SCOPE", list_scope)
    monkeypatch.setattr(vectors, "PROBES", 2)
    for n in range(120):
        fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(10)], collection=f"Half {n % 2}")
    embed(c, of=clumped)
    assert cells.recluster_if_needed(c, "model", CancelToken(), cluster_from=800)
    half = collections.ensure(c, "Half 1")
    allowed = {k.id for d in documents.listing(c, collection="Half 1") for k in documents.chunks(c, d.id)}
    found = vectors.nearest(c, "model", clumped(3), k=10, where=Filter(collections=(half.id,)))
    assert len(found) == 10
    assert {chunk for chunk, _ in found} <= allowed
    wanted = exact(c, clumped(3), 10, allowed)
    assert len({chunk for chunk, _ in found} & {chunk for chunk, _ in wanted}) >= 7  # cells are approximate
    assert found[0] == wanted[0]
    everything = vectors.nearest(c, "model", clumped(3), k=1200, where=Filter(collections=(half.id,)))
    assert len(everything) == 600


def clumped(number: int, clumps: int = 12) -> Vector:
    """Vectors in tight clumps, as passages about the same thing are."""
    return direction(number % clumps) + direction(1000 + number) * np.float32(0.05)


def test_cells_keep_every_vector_and_find_the_nearest(library: LibraryFile) -> None:
    with library.write() as c:
        for n in range(60):
            fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(10)])
        embed(c, of=clumped)
        before = {
            chunk: v.tobytes()
            for chunk, v in vectors.vector_of(c, "model", column(c, "select id from chunk")).items()
        }
    with library.read() as reader:
        assert len(vectors.nearest(reader, "model", clumped(1), k=3)) == 3
        with library.write() as c:
            assert not vectors.recluster_if_needed(c, "model", CancelToken())
            assert vectors.recluster_if_needed(c, "model", CancelToken(), cluster_from=500)
            assert not vectors.recluster_if_needed(c, "model", CancelToken(), cluster_from=500)
        # A reader that began before still sees the old cells, whole.
        assert len(vectors.nearest(reader, "model", clumped(1), k=600)) == 600
        assert vectors.models(reader)[0].clustered == 0
    with library.read() as c:
        assert vectors.models(c)[0].clustered == 600
        assert value(c, "select count(*) from centroid") >= 2
        after = vectors.vector_of(c, "model", column(c, "select id from chunk"))
        assert {chunk: v.tobytes() for chunk, v in after.items()} == before
        for number in range(12):
            assert agree(vectors.nearest(c, "model", clumped(number), k=20), exact(c, clumped(number), 20))
        assert diagnostics.problems(c) == []


def test_new_vectors_go_to_their_cell_and_removed_ones_leave_it(c: Connection) -> None:
    ids = [fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(10)]) for n in range(60)]
    embed(c, of=clumped)
    vectors.recluster_if_needed(c, "model", CancelToken(), cluster_from=500)
    fill(c, "/new.txt", [f"new {i}" for i in range(10)])
    embed(c, of=clumped)
    documents.remove(c, ids[:20])
    assert diagnostics.problems(c) == []
    found = vectors.nearest(c, "model", clumped(5), k=15)
    assert agree(found, exact(c, clumped(5), 15))
    documents.remove(c, ids[20:55])
    assert vectors.recluster_if_needed(c, "model", CancelToken(), cluster_from=500)  # small again: one cell
    assert vectors.models(c)[0].clustered == 0
    assert value(c, "select count(*) from centroid") == 0
    assert agree(vectors.nearest(c, "model", clumped(5), k=15), exact(c, clumped(5), 15))


def test_vectors_added_between_plan_and_apply_get_a_cell(c: Connection) -> None:
    for n in range(60):
        fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(10)])
    embed(c, of=clumped)
    made = cells.plan(c, "model", CancelToken(), cluster_from=500)
    assert made is not None
    fill(c, "/late.txt", ["late"])
    embed(c, of=clumped)
    cells.apply(c, "model", made, CancelToken())
    assert diagnostics.problems(c) == []
    assert vectors.missing_count(c, "model") == 0


def test_making_cells_can_be_cancelled_and_changes_nothing(library: LibraryFile) -> None:
    with library.write() as c:
        for n in range(60):
            fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(10)])
        embed(c, of=clumped)
        made = cells.plan(c, "model", CancelToken(), cluster_from=500)
    assert made is not None
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled), library.write() as c:
        cells.plan(c, "model", token, cluster_from=500)
    with pytest.raises(Cancelled), library.write() as c:
        cells.apply(c, "model", made, token)
    with library.read() as c:
        assert diagnostics.problems(c) == []
        assert len(vectors.nearest(c, "model", clumped(1), k=600)) == 600


def test_k_means_is_the_same_each_time_and_survives_equal_vectors() -> None:
    sample = np.stack([clumped(n) for n in range(200)])
    first = cells.k_means(sample, 6, CancelToken())
    assert np.array_equal(first, cells.k_means(sample, 6, CancelToken()))
    labels = cells.assign(sample, first)
    for cell in range(6):  # each centroid is the middle of its cell, or very nearly
        assert np.allclose(first[cell], sample[labels == cell].mean(axis=0), atol=0.05)
    for made in (cells.k_means, cells.even_cells):
        equal = made(np.ones((50, 4), np.float32), 5, CancelToken())
        assert np.isfinite(equal).all()


def test_no_cell_collects_all_that_is_far_from_the_others() -> None:
    far = np.stack([direction(n % 300, 64) + direction(n, 64) * np.float32(0.1) for n in range(3000)])
    alone = cells.assign(cells.unit(far), cells.k_means(far, 30, CancelToken()))
    even = cells.assign(cells.unit(far), cells.even_cells(far, 30, CancelToken()))
    assert np.bincount(even).max() <= 3 * 100
    assert np.bincount(even).max() <= np.bincount(alone).max()


def test_a_new_model_never_mixes_with_the_old_one(c: Connection) -> None:
    ids = [fill(c, f"/{n}.txt", [f"text {n}"]) for n in range(5)]
    embed(c, "A")
    vectors.register(c, model_id="B", name="B", dimension=3)
    assert vectors.missing_count(c, "B") == 5
    assert vectors.active(c) == "A"
    assert len(vectors.nearest(c, "A", direction(1), k=9)) == 5
    fill(c, "/sixth.txt", ["text 6"])
    assert (vectors.missing_count(c, "A"), vectors.missing_count(c, "B")) == (1, 6)
    rows = vectors.missing(c, "B", 9)
    vectors.add(c, "B", [(chunk, direction(chunk, 3)) for chunk, _ in rows])
    documents.remove(c, ids[:2])
    assert value(c, "select count(*) from vectors_1_0") == 3
    assert value(c, "select count(*) from vectors_2_0") == 4
    vectors.set_active(c, "B")
    vectors.forget(c, "A")
    assert [model.model_id for model in vectors.models(c)] == ["B"]
    assert len(vectors.nearest(c, "B", direction(1, 3), k=9)) == 4
    assert value(c, "select count(*) from sqlite_schema where name like 'vectors_1%'") == 0
    assert diagnostics.problems(c) == []


def test_space_of_deleted_vectors_is_given_back(library: LibraryFile) -> None:
    def wide(number: int) -> Vector:
        return np.full(768, number, np.float32)

    with library.write() as c:
        ids = [fill(c, f"/{n}.txt", [f"{n} {i}" for i in range(20)]) for n in range(100)]
        embed(c, of=wide)
    with library.write() as c:
        documents.remove(c, ids[5:])
    before, after = library.compact()
    assert after < before / 3
    with library.read() as c:
        assert value(c, "select count(*) from vectors_1_0") == 100
        assert diagnostics.problems(c) == []
