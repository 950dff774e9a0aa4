"""Passages: whole sentences, one heading, one page, nothing lost."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.records import ChunkDraft, Part, ReadDocument
from desktop.ingest.building import HeadingPath, TextBuilder
from desktop.ingest.chunker import MAX_TOKENS, MIN_TOKENS, chunk
from desktop.ingest.sentences import sentence_spans


def count(texts: Sequence[str]) -> list[int]:
    """One token a word."""
    return [len(text.split()) for text in texts]


def sentence(words: int, mark: str = "w") -> str:
    return " ".join([mark.capitalize(), *[mark] * (words - 1)]) + "."


def document_of(*pieces: tuple[str, str, dict[str, object]]) -> ReadDocument:
    builder = TextBuilder()
    for kind, text, place in pieces:
        builder.add(text, kind=kind, **place)  # type: ignore[arg-type] - keyword names are checked by add
    return builder.build("text/plain")


def texts(document: ReadDocument, chunks: Sequence[ChunkDraft]) -> list[str]:
    return [document.text[part.start : part.end] for part in chunks]


def test_tiny_document_is_one_chunk() -> None:
    document = document_of(("body", "One. Two.\n\nThree.", {}), ("body", "Four.", {}))
    (only,) = chunk(document, count)
    assert document.text[only.start : only.end] == document.text


def test_sections_are_not_merged() -> None:
    document = document_of(
        ("heading", "A", {"heading": "T › A"}),
        ("body", "Under a.", {"heading": "T › A"}),
        ("heading", "B", {"heading": "T › B"}),
        ("body", "Under b.", {"heading": "T › B"}),
    )
    assert texts(document, chunk(document, count)) == ["A\n\nUnder a.", "B\n\nUnder b."]


def test_heading_without_text_goes_with_what_is_below() -> None:
    document = document_of(
        ("heading", "Manual", {"heading": "Manual"}),
        ("heading", "Scope", {"heading": "Manual › Scope"}),
        ("body", "Text.", {"heading": "Manual › Scope"}),
        ("heading", "Other", {"heading": "Other"}),
    )
    chunks = chunk(document, count)
    assert texts(document, chunks) == ["Manual\n\nScope\n\nText.", "Other"]
    assert [part.heading for part in chunks] == ["Manual › Scope", "Other"]


def test_long_section_is_cut_evenly() -> None:
    document = document_of(("body", " ".join(sentence(20) for _ in range(13)), {}))
    sizes = [count([text])[0] for text in texts(document, chunk(document, count))]
    assert sum(sizes) == 260
    assert all(MIN_TOKENS <= size <= MAX_TOKENS for size in sizes)


def test_pages_and_labels() -> None:
    document = document_of(
        ("body", "Short page.", {"page": 1, "page_label": "iv", "place": "page iv"}),
        ("body", "Next page.", {"page": 2, "place": "page 2"}),
    )
    first, second = chunk(document, count)
    assert (first.page, first.page_label, first.place) == (1, "iv", "page iv")
    assert (second.page, second.place) == (2, "page 2")


def test_sentence_over_a_page_end_stays_whole() -> None:
    builder = TextBuilder()
    builder.add_exact("The pump is", Part(0, 0, page=1))
    builder.add_exact("very old. It works.", Part(0, 0, page=2), gap="\n")
    document = builder.build("application/pdf")
    chunks = chunk(document, count)
    assert texts(document, chunks) == ["The pump is\nvery old.", "It works."]
    assert [part.page for part in chunks] == [1, 2]


def test_notes_and_tables_stand_alone() -> None:
    document = document_of(
        ("body", "Before.", {}),
        ("table", "Kind | Price\nKind: Car | Price: 3", {"place": "table 1"}),
        ("body", "After.", {}),
        ("footnote", "See annex.", {"place": "footnote 1"}),
        ("footnote", "See more.", {"place": "footnote 2"}),
    )
    places = [part.place for part in chunk(document, count)]
    assert places == ["", "table 1", "", "footnote 1", "footnote 2"]


def test_one_endless_sentence_is_cut_at_words() -> None:
    document = document_of(("body", "word " * 1000, {}))
    chunks = chunk(document, count)
    assert all(count([text])[0] <= MAX_TOKENS for text in texts(document, chunks))
    assert all(text.startswith("word") and text.endswith("word") for text in texts(document, chunks))


def test_hidden_spellings_reach_their_chunk() -> None:
    builder = TextBuilder()
    builder.add(sentence(200) + " " + sentence(200, "v") + " It was submitted.")
    builder.spellings.append((builder.length - len("submitted."), "submit-ted"))
    chunks = chunk(builder.build("text/plain"), count)
    assert [part.also for part in chunks] == ["", "submit-ted"] or chunks[-1].also == "submit-ted"
    assert sum(bool(part.also) for part in chunks) == 1


PIECES = st.lists(
    st.tuples(
        st.sampled_from(["body", "body", "heading", "list", "table", "code", "footnote"]),
        st.lists(
            st.sampled_from(
                ["Alpha.", "beta", "v3.10", "e.g.", "Dr.", "违约金。", "\n", "\n\n", "Q?", "x" * 30]
            ),
            min_size=1,
            max_size=40,
        ).map(" ".join),
        st.integers(1, 3),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@given(pieces=PIECES, weight=st.integers(1, 60))
@settings(deadline=None, max_examples=60)
def test_chunks_keep_the_rules(pieces: list[tuple[str, str, int, bool]], weight: int) -> None:
    builder, headings, page = TextBuilder(), HeadingPath(), 1
    for kind, text, level, turn in pieces:
        page += turn
        if kind == "heading":
            headings.enter(level, text)
        builder.add(text, kind=kind, heading=headings.path, page=page, place=f"page {page}")
    if not builder.length:
        return
    document = builder.build("text/plain")

    def heavy(batch: Sequence[str]) -> list[int]:
        return [tokens * weight for tokens in count(batch)]

    chunks = chunk(document, heavy)
    assert [part.position for part in chunks] == list(range(len(chunks)))
    covered = "".join("".join(text.split()) for text in texts(document, chunks))
    assert covered == "".join(document.text.split())
    assert all(before.end <= after.start for before, after in pairwise(chunks))
    for part in chunks:
        inside = [p for p in document.parts if p.start < part.end and part.start < p.end]
        bodies = {p.heading for p in inside if p.kind != "heading"}
        assert len(bodies) <= 1
        assert inside[-1].heading == part.heading
        assert part.page == inside[0].page
        seen_text = False
        for p in inside:
            assert not (seen_text and p.kind == "heading")
            seen_text = seen_text or p.kind != "heading"
    sentences = {
        span
        for p in document.parts
        if p.kind in {"body", "list", "footnote"}
        for span in sentence_spans(document.text[p.start : p.end], p.start)
    }
    starts = {part.start for part in chunks}
    for begin, end in sentences:
        broken = any(begin < cut < end for cut in starts)
        assert not broken or heavy([document.text[begin:end]])[0] > MAX_TOKENS
