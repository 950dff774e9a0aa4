"""The fit of the gate: separable questions are told apart, and the same input gives the same gate."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.gate import LogisticGate, Signals, decide
from desktop.retrieval.gate_fitting import (
    alternating,
    best_threshold,
    fit_floors,
    fit_logistic,
    floors_judge,
    held_out,
    logistic_judge,
)
from desktop.retrieval.measures import balanced_accuracy

NAMES = ("best_cosine", "word_share")


def questions(count: int = 200, *, overlap: float = 0.0) -> tuple[list[Signals], list[bool]]:
    """Return signals of questions; those with an answer are nearer and share more words."""
    chance = random.Random(7)
    labels = [n % 3 > 0 for n in range(count)]
    signals = [
        Signals(
            best_cosine=(0.8 if label else 0.6) + chance.uniform(-0.08 - overlap, 0.08 + overlap),
            word_share=(0.8 if label else 0.3) + chance.uniform(-0.2, 0.2),
            lexical_hit=True,
        )
        for label in labels
    ]
    return signals, labels


class TestLogistic:
    def test_what_can_be_told_apart_is(self) -> None:
        signals, labels = questions()
        gate = fit_logistic(signals, labels, NAMES)
        assert [decide(entry, None, gate).answerable for entry in signals] == labels
        assert set(gate.weights) == set(NAMES)
        assert all(weight > 0 for weight in gate.weights.values())

    def test_the_same_questions_give_the_same_gate(self) -> None:
        signals, labels = questions(overlap=0.2)
        assert fit_logistic(signals, labels, NAMES) == fit_logistic(signals, labels, NAMES)

    def test_few_questions_make_no_steep_gate(self) -> None:
        signals, labels = questions(6)
        few = fit_logistic(signals, labels, NAMES)
        many = fit_logistic(*questions(600), NAMES)
        assert sum(few.weights.values()) < sum(many.weights.values())

    def test_a_signal_that_never_varies_does_no_harm(self) -> None:
        signals, labels = questions()
        gate = fit_logistic(signals, labels, (*NAMES, "verdict"))
        assert gate.weights["verdict"] == pytest.approx(0, abs=1e-4)

    @pytest.mark.parametrize("label", [True, False])
    def test_one_class_alone_is_refused(self, label: bool) -> None:
        with pytest.raises(ValueError, match="with and without"):
            fit_logistic([Signals()] * 3, [label] * 3, NAMES)


class TestFloors:
    def test_the_support_floor_lies_in_the_gap(self) -> None:
        floors = fit_floors(*questions())
        assert 0.67 < floors.lexical_support < 0.73
        assert floors.answer >= floors.lexical_support

    @given(st.lists(st.tuples(st.integers(0, 8), st.booleans()), min_size=2, max_size=40))
    def test_no_other_threshold_is_better(self, entries: list[tuple[int, bool]]) -> None:
        values, labels = [float(value) for value, _ in entries], [label for _, label in entries]
        if len(set(labels)) < 2:
            return

        def balance(threshold: float) -> float:
            decisions = [(label, value >= threshold) for value, label in zip(values, labels, strict=True)]
            return balanced_accuracy(decisions) or 0.0

        best = balance(best_threshold(values, labels))
        assert all(balance(half / 2) <= best + 1e-9 for half in range(-1, 19))


class TestHeldOut:
    def test_halves_alternate_within_a_class(self) -> None:
        assert alternating([True, False, True, True, False]) == [0, 0, 1, 0, 1]

    def test_a_good_gate_holds_on_other_questions(self) -> None:
        signals, labels = questions(overlap=0.03)
        for fit in (logistic_judge(NAMES), floors_judge):
            held = held_out(signals, labels, fit)
            assert held.balanced_accuracy is not None
            assert held.balanced_accuracy > 0.9
            assert held.area_under_curve is not None
            assert held.area_under_curve > 0.95

    def test_signals_that_say_nothing_are_seen_through(self) -> None:
        chance = random.Random(3)
        signals = [Signals(best_cosine=chance.random(), word_share=chance.random()) for _ in range(400)]
        held = held_out(signals, [n % 2 == 0 for n in range(400)], logistic_judge(NAMES))
        assert held.balanced_accuracy == pytest.approx(0.5, abs=0.08)


def test_a_gate_without_a_verdict_is_a_plain_logistic_model() -> None:
    gate = LogisticGate({"best_cosine": 2.0}, -1.0, means={"best_cosine": 0.5}, scales={"best_cosine": 0.1})
    assert gate.probability(Signals(best_cosine=0.55)) == pytest.approx(0.5)


def test_the_lenient_threshold_keeps_nearly_every_question_with_an_answer() -> None:
    signals, labels = questions(overlap=0.1)
    gate = fit_logistic(signals, labels, ("best_cosine",))
    assert gate.lenient is not None
    assert gate.lenient < gate.threshold
    kept = [decide(entry, None, gate, lenient=True).answerable for entry in signals]
    assert sum(kept[n] for n, label in enumerate(labels) if label) >= 0.98 * sum(labels)
    assert sum(kept) > sum(decide(entry, None, gate).answerable for entry in signals)
