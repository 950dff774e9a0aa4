"""Conversations, settings and the log of questions."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_filling import fill

from desktop.domain.answers import Source
from desktop.domain.records import DocumentRef
from desktop.store import documents, history, query_log
from desktop.store import settings as library_settings
from desktop.store.library_file import Connection, LibraryFile


def test_a_turn_is_stored_as_it_streams(c: Connection) -> None:
    conversation, turn = history.start_turn(c, "When is the rent due?")
    for words in ("On the ", "first."):
        history.append_text(c, turn, words)
    streaming = history.turns(c, conversation)[0]
    assert (streaming.state, streaming.text, streaming.answer) == ("streaming", "On the first.", None)
    history.finish_turn(c, turn, text="On the first. [1]", answer='{"a": 1}')
    done = history.turns(c, conversation)[0]
    assert (done.state, done.text, done.answer) == ("done", "On the first. [1]", '{"a": 1}')
    assert done.question == "When is the rent due?"
    assert history.mark_interrupted(c) == 0


def test_turns_of_a_process_that_died_are_interrupted_and_keep_their_text(library: LibraryFile) -> None:
    with library.write() as c:
        conversation, turn = history.start_turn(c, "Question?")
        history.append_text(c, turn, "Half an ans")
    with library.write() as c:
        assert history.mark_interrupted(c) == 1
        kept = history.turns(c, conversation)[0]
        assert (kept.state, kept.text) == ("interrupted", "Half an ans")
        history.interrupt_turn(c, turn, answer="{}")
        assert history.turns(c, conversation)[0].answer == "{}"


def test_conversations_are_listed_renamed_and_removed(c: Connection) -> None:
    first, _ = history.start_turn(c, "  First   question " + "word " * 40)
    second, turn = history.start_turn(c, "Second?")
    assert history.start_turn(c, "More?", second)[0] == second
    assert [row.id for row in history.conversations(c)] == [second, first]
    opened = history.conversation(c, first)
    assert opened is not None
    assert opened.title.startswith("First question word")
    assert opened.title.endswith("word…")
    assert len(opened.title) <= 81
    empty = history.begin(c, "New conversation")
    history.start_turn(c, "What is it named after?", empty)
    history.start_turn(c, "Not this one?", empty)
    assert history.conversation(c, empty).title == "What is it named after?"  # type: ignore[union-attr]
    history.remove(c, empty)
    history.rename(c, second, "Renamed")
    history.set_draft(c, second, "And what about")
    row = history.conversation(c, second)
    assert row is not None
    assert (row.title, row.turns, row.draft) == ("Renamed", 2, "And what about")
    history.start_turn(c, "Asked.", second)
    assert history.conversation(c, second).draft == ""  # type: ignore[union-attr]
    history.remove_turn(c, turn)
    assert [t.question for t in history.turns(c, second)] == ["More?", "Asked."]
    history.remove(c, second)
    assert history.conversation(c, second) is None
    assert history.turns(c, second) == []
    assert history.start_turn(c, "Into one that is gone", second)[0] not in (first, second)


def test_citations_outlive_their_document(c: Connection) -> None:
    document = fill(c, "/a.txt", ["Quoted text."])
    _, turn = history.start_turn(c, "Q?")
    sources = [
        Source(1, DocumentRef(document, "a", "/a.txt"), 1, "Quoted", 0, 6),
        Source(2, DocumentRef(999, "gone", "/gone.txt"), 2, "x", 0, 1),
    ]
    history.finish_turn(c, turn, text="t", answer="{}", sources=sources)
    history.finish_turn(c, turn, text="t", answer="{}", sources=sources)
    assert history.citing(c, document) == [turn]
    documents.remove(c, [document])
    assert history.citing(c, document) == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(), json_values)
def test_any_json_value_is_a_setting(c: Connection, key: str, value: object) -> None:
    library_settings.put(c, key, value)
    assert library_settings.get(c, key, "default") == value
    library_settings.remove(c, key)
    assert library_settings.get(c, key, "default") == "default"


def test_the_log_keeps_the_latest_questions(c: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_log, "KEPT", 3)
    for n in range(5):
        query_log.log(
            c,
            question=f"Q{n}",
            mode="hybrid",
            outcome="answered",
            best_cosine=0.5,
            content_version=7,
            timings_ms={"total": 1.5},
        )
    entries = query_log.recent(c)
    assert [entry.question for entry in entries] == ["Q4", "Q3", "Q2"]
    assert (entries[0].content_version, entries[0].timings_ms) == (7, {"total": 1.5})
    assert len(query_log.recent(c, 1)) == 1
    query_log.clear(c)
    assert query_log.recent(c) == []
