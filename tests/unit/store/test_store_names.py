"""Documents by parts of their names."""

import pytest
from store_filling import fill, index_rows

from desktop.store import collections, documents, names
from desktop.store.filters import Filter
from desktop.store.library_file import Connection


def hits(c: Connection, *terms: str, **how: object) -> list[tuple[str, int, int]]:
    found = names.name_hits(c, terms, **how)  # type: ignore[arg-type]
    return [(documents.by_id(c, i).path, matched, length) for i, matched, length in found]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("title", "path", "wanted"),
    [
        ("Qwen 3.8 notes", "/m/qwen-3.8_notes.md", "qwen38notesqwen38notes"),
        ("Étude", "/a/ÉTUDE 2.PDF", "étudeétude2"),
        ("", "/a/.pdf", "pdf"),
        ("步骤3", "C.txt", "步骤3c"),
    ],
)
def test_names_are_letters_and_digits_in_lower_case(title: str, path: str, wanted: str) -> None:
    assert names.normalised(title, path) == wanted


def test_composed_and_decomposed_names_are_the_same() -> None:
    assert names.normalised("Cafe\u0301", "x") == names.normalised("Café", "x")


def test_most_terms_first_then_longest_then_collection_and_path(c: Connection) -> None:
    fill(c, "/b/report_2023.pdf", ["x"], title="Report")
    fill(c, "/a/report_2023.pdf", ["x"], title="Report")
    fill(c, "/c/report_2023_q1.pdf", ["x"], title="Report")
    fill(c, "/z/qwen38.md", ["x"], title="Qwen", collection="Models")
    assert hits(c, "2023", "2023q1") == [
        ("/c/report_2023_q1.pdf", 2, 10),
        ("/a/report_2023.pdf", 1, 4),
        ("/b/report_2023.pdf", 1, 4),
    ]
    assert hits(c, "2023", "qwen38") == [
        ("/z/qwen38.md", 1, 6),
        ("/a/report_2023.pdf", 1, 4),
        ("/b/report_2023.pdf", 1, 4),
        ("/c/report_2023_q1.pdf", 1, 4),
    ]
    assert len(hits(c, "2023", limit=2)) == 2
    models = collections.ensure(c, "Models").id
    assert hits(c, "2023", "qwen38", where=Filter(collections=(models,))) == [("/z/qwen38.md", 1, 6)]


@pytest.mark.parametrize("terms", [(), ("",), ("ab",), ('a"b" OR x',), ("nothing1",), ("202\0",)])
def test_what_is_no_name_finds_nothing(c: Connection, terms: tuple[str, ...]) -> None:
    fill(c, "/abc.txt", ["x"])
    assert hits(c, *terms) == []


def test_a_term_in_very_many_names_says_nothing(c: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "FREQUENT", 3)
    for number in range(5):
        fill(c, f"/report_{number}.pdf", ["x"])
    assert hits(c, "report") == []
    assert hits(c, "report", "report3") == [("/report_3.pdf", 1, 7)]
    assert len(hits(c, "pdf", "eport3", "report4")) == 2


def test_a_question_full_of_names_is_looked_up_in_part(c: Connection) -> None:
    fill(c, "/x2024.txt", ["x"])
    assert hits(c, "x2024", *(f"y{number}" for number in range(1000, 4000))) == [("/x2024.txt", 1, 5)]


def test_only_documents_with_text_count_and_names_follow_changes(c: Connection) -> None:
    group = collections.ensure(c, "Papers")
    waiting = documents.add_waiting(
        c, collection_id=group.id, path="/w2024.txt", title="w2024", size=1, modified=0
    )
    assert hits(c, "w2024") == []
    document = fill(c, "/x2024.txt", ["x"], title="Plan 77b")
    assert hits(c, "x2024", "77b") == [("/x2024.txt", 2, 8)]
    documents.relocate(c, document, path="/y2024.txt", title="x", modified=0, index=index_rows(["x"]))
    assert hits(c, "x2024") == []
    documents.remove(c, [document, waiting])
    assert hits(c, "y2024", "77b") == []


def test_the_summary_stands_for_a_document_else_its_first_chunk(c: Connection) -> None:
    original = fill(c, "/a1234.txt", ["one", "two"], content_hash="h")
    copy = fill(c, "/b1234.txt", ["x"])
    documents.link_duplicate(c, copy, original, "h")
    assert hits(c, "b1234") == [("/b1234.txt", 1, 5)]
    assert hits(c, "b1234", where=Filter(documents=(copy,))) == [("/b1234.txt", 1, 5)]
    first = documents.chunks(c, original)[0].id
    assert names.first_chunk(c, [original, copy, 99]) == {original: first, copy: first}
    summary = documents.store_summary(c, original, "Short.", index_rows(["short"])[0])
    assert names.first_chunk(c, [original]) == {original: summary}
