from dataclasses import replace

import pytest
from library_fakes import make_document

from desktop.domain.records import DocumentState
from desktop.ui import wording


@pytest.mark.parametrize("state", list(DocumentState))
def test_every_state_has_words_an_icon_and_a_colour(state: DocumentState) -> None:
    look = wording.state_look(state)
    assert look.word
    assert look.icon
    assert look.colour
    assert look.explanation.endswith(".")


def test_a_document_whose_file_is_away_says_so_first() -> None:
    away = replace(make_document(1, "a", "a.pdf", DocumentState.READY), offline=True)
    assert (wording.look(away).word, wording.look(away).icon) == ("Offline", "offline")
    refused = replace(make_document(1, "a", "a.pdf", DocumentState.REFUSED), offline=True)
    assert wording.look(refused) == wording.state_look(DocumentState.REFUSED)


def test_what_was_not_read_is_told_in_a_few_sentences() -> None:
    document = make_document(1, "a", "a.zip", DocumentState.PARTLY_READ)
    few = replace(document, parts_not_read=("Page 3 is damaged.", "x.png: The file is a picture."))
    assert wording.reason(few) == "Page 3 is damaged. x.png: The file is a picture."
    many = replace(document, parts_not_read=tuple(f"Page {n} is damaged." for n in range(9)))
    assert wording.not_read(many).endswith("Page 3 is damaged. And 5 more.")


def test_reasons() -> None:
    assert wording.reason(make_document(1, "a", "a.pdf", DocumentState.READY)) == ""
    assert wording.reason(make_document(1, "a", "a.pdf", DocumentState.LOCKED)) == "It needs its password."
    assert (
        wording.reason(make_document(1, "a", "a.pdf", DocumentState.REFUSED, "It is empty."))
        == "It is empty."
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3, "less than a minute"), (70, "1 minute"), (600, "10 minutes"), (7200, "2 hours")],
)
def test_durations(seconds: float, words: str) -> None:
    assert wording.duration(seconds) == words


def test_counts() -> None:
    assert wording.documents(1) == "1 document"
    assert wording.documents(2) == "2 documents"
    assert wording.pages(1) == "1 page"
    assert wording.files(3) == "3 files"
    assert wording.date("about 1900") == "about 1900"
    assert wording.date("2026-03-12").startswith("12 ")  # the month by name, in the language of the system
    assert wording.date("2026-03-12T10:00:00") == wording.date("2026-03-12")
