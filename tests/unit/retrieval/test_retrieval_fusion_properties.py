"""Any two ranked lists fuse to one order, the same each time."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.fusion import convex_mix, reciprocal_rank_fusion, weighted_mix
from desktop.retrieval.hits import RankedHit, rank_key

Mix = Callable[[Sequence[RankedHit], Sequence[RankedHit]], list[RankedHit]]
MIXES: dict[str, Mix] = {
    "reciprocal ranks": reciprocal_rank_fusion,
    "fitted ranks": partial(reciprocal_rank_fusion, vector_weight=0.3, lexical_weight=2.0),
    "weighted": partial(weighted_mix, weight=0.5),
    "convex": partial(convex_mix, vector_weight=0.4, lexical_weight=1.5, typical_cosine=0.2),
}
NUMBERS = st.integers(0, 12)
COSINES = st.sampled_from([-0.2, 0.0, 0.4, 0.4000001, 0.9, 1.0])
SCORES = st.sampled_from([0.0, 0.1, 3.5, 3.5, 80.0])


@st.composite
def lists(draw: st.DrawFn, field: str) -> list[RankedHit]:
    values = COSINES if field == "cosine" else SCORES
    numbers = draw(st.lists(NUMBERS, max_size=12))
    return [
        RankedHit(
            n, n // 3, n % 3, f"/{n // 3}.txt", f"{n}", name_hit=field == "score" and n % 5 == 0,
            lexical=field == "score", **{field: draw(values)},
        )
        for n in numbers
    ]  # fmt: skip


@pytest.mark.parametrize("name", MIXES)
@given(vector=lists("cosine"), lexical=lists("score"))
def test_any_lists_fuse_to_one_order(name: str, vector: list[RankedHit], lexical: list[RankedHit]) -> None:
    before = deepcopy((vector, lexical))
    fused = MIXES[name](vector, lexical)
    assert (vector, lexical) == before
    assert fused == MIXES[name](tuple(vector), tuple(lexical))
    assert fused == sorted(fused, key=rank_key)
    assert sorted(hit.chunk_id for hit in fused) == sorted({hit.chunk_id for hit in (*vector, *lexical)})
    assert {hit.chunk_id for hit in fused if hit.lexical} == {hit.chunk_id for hit in lexical}
    firsts = {hit.chunk_id: hit.cosine for hit in reversed(vector)}
    assert all(hit.cosine == firsts.get(hit.chunk_id, 0.0) for hit in fused)
