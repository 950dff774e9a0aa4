"""Reading on in whole documents: steps, their limits, and the check of what comes of it."""

import json
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from service_fakes import Desk, ScriptedGenerator

from desktop.domain.answers import StepStarted
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.services.reading_steps import (
    MOST_CHARACTERS,
    MOST_READS,
    OpenDocument,
    Read,
    Reply,
    grammar,
    parse_step,
    shown,
)

FILLING = "The keepers of the lighthouse write a diary of wind and weather every evening. " * 40
DIARY = "\n\n".join(
    [f"# Year {year}\n\n{FILLING}" for year in range(1900, 1912)]
    + ["# The lamp\n\nThe lamp was lit for the first time by Nora Finch."]
)
QUESTION = "Who lit the lamp for the first time?"


def step(**fields: object) -> str:
    return json.dumps(fields)


class Reader(ScriptedGenerator):
    """Judges that no passage answers, takes the given steps and finds what it wrote in its source."""

    def __init__(self, *steps: str, context: int = 100_000) -> None:
        super().__init__(verdicts={"Statement: ": 9.0, "Answer: ": 0.0, "": -9.0}, context=context)
        self.steps = list(steps)
        self.grammars: list[str] = []

    def stream(
        self,
        messages: Sequence[ChatMessage],
        token: CancelToken,
        *,
        max_tokens: int = 256,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Iterator[str]:
        self.prompts.append("\n".join(message.content for message in messages))
        self.grammars.append(grammar or "")
        yield self.steps.pop(0) if self.steps else step(step="nothing")


@pytest.fixture
def diary(desk: Desk) -> Desk:
    desk.add({"diary.md": DIARY, "bread.txt": "Sourdough bread needs a long rest."})
    return desk


def read_on(desk: Desk, *steps: str, context: int = 100_000, **options: object) -> Reader:
    desk.host.the_generator = Reader(*steps, context=context)
    desk.events.clear()
    return desk.host.the_generator


class TestAnAnswer:
    def test_is_found_by_reading_where_the_model_wants(self, diary: Desk) -> None:
        at = DIARY.index("# The lamp") - 500
        reader = read_on(
            diary,
            step(step="read", document=1, **{"from": at}),
            step(step="answer", text="Nora Finch lit the lamp for the first time."),
        )
        answer = diary.ask(QUESTION, read=True)
        assert answer.outcome == "answered"
        assert answer.text.startswith("Nora Finch lit the lamp for the first time. [1]")
        text = diary.library.text(answer.sources[0].document.id).text
        assert text[answer.sources[0].start : answer.sources[0].end] == answer.sources[0].quote
        assert "Nora Finch" in answer.sources[0].quote
        assert "Nora Finch" in reader.prompts[-1]
        assert any(isinstance(e, StepStarted) and e.text.startswith("Reading ") for e in diary.events)
        assert any(step.startswith("Reading Year 1900") for step in answer.steps)

    def test_that_the_document_does_not_bear_out_is_none(self, diary: Desk) -> None:
        claim = step(step="answer", text="Nora Finch lit the lamp in 1823.")
        read_on(diary, step(step="read", document=1, **{"from": 0}), *[claim] * 9)
        answer = diary.ask(QUESTION, read=True)
        assert answer.outcome == "deflected"
        assert "1823" not in answer.text

    def test_may_not_come_from_a_part_that_was_not_read(self, diary: Desk) -> None:
        claim = step(step="answer", text="Nora Finch lit the lamp for the first time.")
        read_on(diary, step(step="read", document=1, **{"from": 0}), claim, *[step(step="nothing")] * 9)
        reader = diary.host.the_generator
        assert isinstance(reader, Reader)
        diary.ask(QUESTION, read=True)
        assert "Nora Finch" not in reader.prompts[1]


class TestLimits:
    def test_three_stretches_are_read_and_then_an_answer_is_due(self, diary: Desk) -> None:
        reader = read_on(diary, *[step(step="read", document=1, **{"from": 0})] * 9)
        answer = diary.ask(QUESTION, read=True)
        assert answer.outcome == "deflected"
        assert len(reader.grammars) == MOST_READS + 1
        assert reader.grammars[0].startswith("root ::= read\n")
        assert reader.grammars[-1].startswith("root ::= answer | nothing\n")
        last = reader.prompts[-1]
        assert last.count("[Cut here. The document goes on from character") >= 1
        assert last.count("characters 0 to ") == 1, "the same part was read twice"

    def test_what_does_not_fit_is_left_out_and_said(self, diary: Desk) -> None:
        reader = read_on(
            diary, *[step(step="read", document=1, **{"from": 0})] * 9, context=MOST_CHARACTERS // 5 + 900
        )
        answer = diary.ask(QUESTION, read=True)
        assert all(len(prompt.split()) <= reader.info.context for prompt in reader.prompts)
        assert any("did not fit" in notice for notice in answer.notices)

    def test_small_models_read_on_only_when_asked(self, diary: Desk) -> None:
        reader = read_on(diary)
        answer = diary.ask(QUESTION)
        assert answer.may_read_on
        assert not any("characters 0 to" in prompt for prompt in reader.prompts)
        diary.host.reads_on = True
        answer = diary.ask(QUESTION)
        assert not answer.may_read_on
        assert any("characters 0 to" in prompt or "characters " in prompt for prompt in reader.prompts)

    def test_a_long_document_is_summarised_by_reading(self, diary: Desk) -> None:
        read_on(
            diary,
            step(step="read", document=1, **{"from": 0}),
            step(step="answer", text="The keepers of the lighthouse write a diary of wind and weather."),
        )
        answer = diary.ask("Summarise diary.md", read=True)
        assert answer.text.startswith("The keepers of the lighthouse write a diary")
        assert answer.sources


class TestSteps:
    def test_the_grammar_names_the_documents_there_are(self) -> None:
        form = grammar(2, may_read=True, may_answer=True)
        assert form.startswith("root ::= read | answer | nothing\n")
        assert 'document ::= "1" | "2"' in form

    def test_steps_are_understood_and_anything_else_is_none(self) -> None:
        assert parse_step('{"step": "read", "document": 2, "from": 80}') == Read(2, 80)
        assert parse_step('{"step": "answer", "text": "Nine\\n o\'clock."}') == Reply("Nine o'clock.")
        assert parse_step('{"step": "nothing"}') == Reply("")
        for cut in ('{"step": "answer", "te', "[]", "{}", '{"step": "read", "document": "x"}', "1"):
            assert parse_step(cut) is None

    def test_what_is_cut_says_so_and_where_it_goes_on(self) -> None:
        document = OpenDocument(DocumentRef(1, "A", "/a"), "one two three", "gist")
        assert shown(document, 1, 0, 7).endswith("[Cut here. The document goes on from character 7.]")
        assert shown(document, 1, 0, 13).endswith("one two three")

    @given(
        st.text("ab \n", max_size=60),
        st.lists(st.integers(0, 80), max_size=8),
        st.integers(1, 20),
        st.lists(st.integers(0, 70), max_size=3),
    )
    def test_nothing_is_read_twice_and_everything_can_be(
        self, text: str, wishes: list[int], length: int, begins: list[int]
    ) -> None:
        document = OpenDocument(DocumentRef(1, "A", "/a"), text, "gist", tuple(begins))
        for wish in [*wishes, *[0] * len(text)]:
            stretch = document.stretch(wish, length)
            if stretch is None:
                break
            start, end = stretch
            assert 0 <= start < end <= len(text)
            assert end - start <= length
            assert all(end <= first or start >= last for first, last in document.read)
            document.read.append(stretch)
        assert sum(last - first for first, last in document.read) == len(text)
