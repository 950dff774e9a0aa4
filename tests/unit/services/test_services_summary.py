"""A summary of one document, passage by passage."""

import pytest
from service_fakes import Desk, ScriptedGenerator

from desktop.services.summary import READ_AT_MOST

PLACES = ("quay", "tower", "market", "chapel", "station", "bridge", "castle", "garden", "school")
LONG = "\n\n".join(
    f"# The {place}\n\nThe {place} opened in {1900 + at}. " + f"Many people visit the {place} daily. " * 24
    for at, place in enumerate(PLACES)
)


@pytest.fixture
def guide(desk: Desk) -> Desk:
    desk.add({"guide.md": LONG, "bread.txt": "Sourdough bread needs a long rest."})
    return desk


def test_a_named_document_is_read_in_order_and_what_was_left_out_is_said(guide: Desk) -> None:
    """P088."""
    answer = guide.ask("Summarise guide.md", use_model=False)
    assert answer.outcome == "quoted"
    assert {source.document.title for source in answer.sources} == {answer.sources[0].document.title}
    starts = [source.start for source in answer.sources]
    assert starts == sorted(starts)
    assert "quay" in answer.sources[0].quote
    assert "school" in answer.sources[-1].quote
    assert any(notice.startswith(f"Read {READ_AT_MOST} of ") for notice in answer.notices)


def test_a_chosen_document_needs_no_name(guide: Desk) -> None:
    bread = next(document for document in guide.library.documents() if document.path.endswith("bread.txt"))
    answer = guide.ask("What do you think of it?", documents=(bread.id,), use_model=False)
    assert [source.document.id for source in answer.sources] == [bread.id]
    assert not answer.notices


def test_what_the_model_adds_is_replaced_by_the_words_of_the_document(guide: Desk) -> None:
    guide.host.the_generator = ScriptedGenerator(
        answers={"quay": "The quay opened in 1900.", "tower": "The tower fell down in 1850.", "": "Nothing."}
    )
    answer = guide.ask("Summarise guide.md")
    assert answer.outcome == "answered"
    assert answer.sentences[0].text == "The quay opened in 1900."
    assert all(sentence.supported for sentence in answer.sentences)
    assert "1850" not in answer.text


def test_no_document_in_particular_is_a_question_like_any_other(guide: Desk) -> None:
    answer = guide.ask("Summarise the history of Peru", use_model=False)
    assert len({source.document.id for source in answer.sources}) <= 1
