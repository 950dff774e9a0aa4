"""The measures of rankings and decisions, against values worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval import measures
from desktop.retrieval.answer_match import states_answer

KEYS = st.sampled_from("abcdef")
GRADES = st.dictionaries(KEYS, st.floats(0, 3), min_size=1)


class TestRankings:
    def test_documents_stand_at_their_best_passage(self) -> None:
        assert measures.first_of_each(["b", "a", "b", "c", "a"]) == ["b", "a", "c"]

    def test_ndcg_with_grades(self) -> None:
        found = 1 / math.log2(2) + 2 / math.log2(4)
        best = 2 / math.log2(2) + 1 / math.log2(3)
        assert measures.ndcg(["a", "x", "b"], {"a": 1, "b": 2}) == pytest.approx(found / best)

    def test_ndcg_sees_ten(self) -> None:
        ranked = [f"x{n}" for n in range(10)]
        assert measures.ndcg([*ranked, "a"], {"a": 1}) == 0
        assert measures.ndcg([*ranked[:9], "a"], {"a": 1}) == pytest.approx(1 / math.log2(11))

    def test_recall_and_reciprocal_rank(self) -> None:
        grades = {"a": 1.0, "b": 1.0, "no": 0.0}
        assert measures.recall(["no", "a", "x"], grades, 2) == 0.5
        assert measures.recall(["no", "a", "b"], grades, 10) == 1
        assert measures.reciprocal_rank(["no", "a", "b"], grades) == 0.5
        assert measures.reciprocal_rank(["x"], grades) == 0

    def test_nothing_relevant_is_nothing_found(self) -> None:
        assert measures.ndcg(["a"], {}) == measures.recall(["a"], {}, 10) == 0

    @given(st.lists(KEYS, unique=True), GRADES)
    def test_all_stay_between_nothing_and_all(self, ranked: list[str], grades: dict[str, float]) -> None:
        for value in (
            measures.ndcg(ranked, grades),
            measures.recall(ranked, grades, 10),
            measures.reciprocal_rank(ranked, grades),
        ):
            assert 0 <= value <= 1 + 1e-9

    @given(GRADES)
    def test_the_ideal_order_is_worth_one(self, grades: dict[str, float]) -> None:
        ideal = sorted(grades, key=lambda key: -grades[key])
        assert measures.ndcg(ideal, grades) in (0.0, pytest.approx(1.0))


class TestDecisions:
    def test_both_classes_count_the_same(self) -> None:
        decisions = [(True, True)] * 9 + [(True, False)] + [(False, False), (False, True)]
        assert measures.balanced_accuracy(decisions) == pytest.approx((0.9 + 0.5) / 2)

    def test_one_class_alone_says_nothing(self) -> None:
        assert measures.balanced_accuracy([(True, True)]) is None
        assert measures.area_under_curve([(False, 0.3)]) is None

    def test_the_area_is_the_chance_to_be_above(self) -> None:
        labelled = [(True, 0.9), (True, 0.4), (False, 0.4), (False, 0.1)]
        assert measures.area_under_curve(labelled) == pytest.approx((2 + 1.5) / 4)

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2))
    def test_the_area_is_that_of_all_pairs(self, labelled: list[tuple[bool, int]]) -> None:
        ups = [score for label, score in labelled if label]
        downs = [score for label, score in labelled if not label]
        found = measures.area_under_curve(labelled)
        if not ups or not downs:
            assert found is None
            return
        pairs = [(up > down) + (up == down) / 2 for up in ups for down in downs]
        assert found == pytest.approx(sum(pairs) / len(pairs))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("It is the European Court of Justice.", "European court of Justice"),
        ("They met at the Café Noir!", "cafe noir"),
        ("It cost 1,200 pounds", "1200"),
        ("Founded in a 1887 fire", "the 1887 fire"),
        ("他出生于北京市。", "北京"),
        ("ทีมรับของแพนเธอร์สยอมแพ้", "แพนเธอร์ส"),
    ],
)
def test_an_answer_is_seen(text: str, answer: str) -> None:
    assert states_answer(text, answer)


@pytest.mark.parametrize(("text", "answer"), [("abc", "b"), ("12,000", "12"), ("all", "?"), ("all", "")])
def test_what_is_no_answer(text: str, answer: str) -> None:
    assert not states_answer(text, answer)
