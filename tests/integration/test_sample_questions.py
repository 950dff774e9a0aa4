"""Twenty questions on the sample library, with the real models."""

import re
import sys
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from desktop.app import App
from desktop.domain.answers import Answer, AskRequest
from desktop.domain.work import CancelToken
from desktop.services.checking import says_nothing_new

pytestmark = pytest.mark.models

QUESTIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "sample_questions.toml").read_text("utf-8")
)["question"]
# The goal is 14 of 16 and 4 of 4; these floors are what a run has met. A small model's wording varies by a
# question or two between machines.
RIGHT_AT_LEAST = 12
DEFLECTED_AT_LEAST = 3


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).casefold()


def holds(text: str, spellings: list[str]) -> bool:
    return any(plain(spelling) in plain(text) for spelling in spellings)


def is_right(question: dict[str, Any], answer: Answer) -> bool:
    """Whether every fact is in the answer and in the quotation of one of its citations."""
    return answer.outcome != "deflected" and all(
        holds(answer.text, fact) and any(holds(source.quote, fact) for source in answer.sources)
        for fact in question["facts"]
    )


def test_sample_questions(sample_app: App, capsys: pytest.CaptureFixture[str]) -> None:
    right, deflected, report = 0, 0, []
    for question in QUESTIONS:
        answer = sample_app.services.ask.ask(
            AskRequest(question["question"]), token=CancelToken(), emit=lambda _event: None
        )
        check_honesty(sample_app, answer)
        if question["class"] == "none":
            good = answer.outcome == "deflected"
            deflected += good
        else:
            good = is_right(question, answer)
            right += good
        seconds = answer.timings_ms["total"] / 1000
        report.append(
            f"{'ok ' if good else 'BAD'} {question['id']} {seconds:.1f} s: {answer.outcome}: {answer.text}"
        )
    report.append(f"{right} of 16 right, {deflected} of 4 declined")
    with capsys.disabled():  # a measurement that is worth seeing in every run
        sys.stdout.write("\n" + "\n".join(report) + "\n")
    assert right >= RIGHT_AT_LEAST, "\n".join(report)
    assert deflected >= DEFLECTED_AT_LEAST, "\n".join(report)


def check_honesty(app: App, answer: Answer) -> None:
    """Quotations are exact, only supported sentences are cited, a refusal cites nothing."""
    numbers = {source.n for source in answer.sources}
    for source in answer.sources:
        text = app.services.library.text(source.document.id).text
        assert text[source.start : source.end] == source.quote
    for sentence in answer.sentences:
        assert set(sentence.citations) <= numbers
        assert bool(sentence.citations) == sentence.supported
    if answer.outcome == "deflected":
        assert not answer.sources
        assert not answer.sentences
        assert "[" not in answer.text
    if answer.outcome == "answered":
        cited = [s for s in answer.sentences if s.supported]
        assert cited
        assert not any(says_nothing_new(s.text, answer.question) for s in cited)
