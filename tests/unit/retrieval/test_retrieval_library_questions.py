"""Which questions are about the library as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.library_questions import LibraryQuestion, library_question


@pytest.mark.parametrize(
    ("question", "kind", "topic", "sort"),
    [
        ("How many documents are there?", "count", "", ""),
        ("How many statements are there?", "count", "", "statements"),
        ("How many files do I have about dredging?", "count", "dredging", ""),
        ("¿Cuántos documentos hay sobre el faro?", "count", "faro", ""),
        ("Wie viele Rechnungen gibt es?", "count", "", "Rechnungen"),
        ("List the total of every month", "list", "total month", ""),
        ("Please list all fees.", "list", "fees", ""),
        ("Which documents mention the lighthouse?", "list", "lighthouse", ""),
        ("Liste alle Rechnungen", "list", "Rechnungen", ""),
        ("¿Qué documentos mencionan el faro?", "list", "faro", ""),
        ("Summarise this document", "summary", "this document", ""),
        ("What do you think of it?", "summary", "it", ""),
        ("Summarize lease.pdf", "summary", "lease.pdf", ""),
        ("Fasse dieses Dokument zusammen", "summary", "dieses Dokument", ""),
    ],
)
def test_questions_about_documents(question: str, kind: str, topic: str, sort: str) -> None:
    assert library_question(question) == LibraryQuestion(kind, topic, sort)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "question",
    [
        "How many seats are there?",
        "How many days is a DVD lent?",
        "How many letters are in the alphabet?",
        "How many books does the library have?",
        "Tell me about the harbour",
        "Which agencies take cards?",
        "What does the report say about dredging?",
        "",
    ],
)
def test_questions_about_facts(question: str) -> None:
    assert library_question(question) is None


@given(st.text(max_size=300))
def test_any_text_is_a_question(question: str) -> None:
    found = library_question(question)
    assert found is None or found.kind in {"count", "list", "summary"}
