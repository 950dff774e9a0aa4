"""No sentence is cited unless its facts stand in the passage."""

from hypothesis import given, settings
from hypothesis import strategies as st
from service_fakes import WordEmbedder

from desktop.domain.answers import SearchHit, Source, Tiers
from desktop.domain.records import Chunk, DocumentRef
from desktop.domain.work import CancelToken
from desktop.ingest.sentences import sentence_spans
from desktop.retrieval import support
from desktop.services.checking import check_answer, counts_what_was_asked
from desktop.services.composing import Composition, answer_tiers
from desktop.services.evidence import EvidenceSentence, PassageEvidence, best_quotes

EMBEDDER = WordEmbedder()
TEXT = "Pump 7 runs at 3 bar. It was checked on 4 May 2021 by Ilse Varga. Oil costs 12.50 EUR a litre."
WORDS = [
    "pump",
    "7",
    "8",
    "3 bar",
    "5 bar",
    "4 May 2021",
    "Ilse Varga",
    "Rolf Ek",
    "12.50",
    "oil",
    "costs",
    "runs",
]


def passage(text: str, number: int = 1, start: int = 0) -> PassageEvidence:
    spans = sentence_spans(text, start)
    pieces = [text[a - start : b - start] for a, b in spans]
    vectors = EMBEDDER.embed_passages(pieces, CancelToken(), urgent=True)
    sentences = tuple(
        EvidenceSentence(a, b, piece, 0.5, 0.5, vector)
        for (a, b), piece, vector in zip(spans, pieces, vectors, strict=True)
    )
    chunk = Chunk(number, number, 0, text, start=start, end=start + len(text), page=2, page_label="ii")
    hit = SearchHit(1, DocumentRef(number, f"Title {number}", f"/{number}.txt"), chunk, 1.0, 0.5)
    return PassageEvidence(hit, sentences, 0)


def check(text: str, *passages: PassageEvidence, floor: float = 0.3, question: str = "Tell me") -> list[bool]:
    found = check_answer(
        text, question, passages, embedder=EMBEDDER, support_floor=floor, token=CancelToken()
    )
    return [sentence.supported for sentence in found]


def test_a_sentence_stands_with_its_facts() -> None:
    assert check("Pump 7 runs at 3 bar.", passage(TEXT)) == [True]
    assert check("Pump 7 runs at 5 bar.", passage(TEXT)) == [False]
    assert check("Pump 7 was checked by Rolf Ek.", passage(TEXT)) == [False]
    assert check("It was checked on 5 May 2021.", passage(TEXT)) == [False]


def test_meaning_must_be_close_too() -> None:
    assert check("Seagulls whistle melodies over Pump 7.", passage(TEXT), floor=0.9) == [False]


def test_a_number_moves_to_the_passage_that_holds_it() -> None:
    wrong, right = passage(TEXT, 1), passage("Pump 8 runs at 5 bar.", 2, start=100)
    found = check_answer(
        "Pump 8 runs at 5 bar.",
        "Tell me",
        [wrong, right],
        embedder=EMBEDDER,
        support_floor=0.3,
        token=CancelToken(),
    )
    assert found[0].passage is right
    assert (found[0].start, found[0].end) == (100, 121)


def test_nothing_written_is_nothing_checked() -> None:
    assert check("", passage(TEXT)) == check(" [1] [2]", passage(TEXT)) == []


def test_without_an_embedder_the_facts_decide() -> None:
    found = check_answer(
        "Pump 7 runs at 3 bar. Pump 9 rests.",
        "Tell me",
        [passage(TEXT)],
        embedder=None,
        support_floor=0.9,
        token=CancelToken(),
    )
    assert [sentence.supported for sentence in found] == [True, False]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.sampled_from(["", " [3]", " [12]"]))
@settings(deadline=None)
def test_no_citation_without_the_facts(words: list[str], marker: str) -> None:
    passages = [passage(TEXT), passage("Pump 8 runs at 5 bar.", 2, start=100)]
    answer = " ".join(words).capitalize() + marker + "."
    found = check_answer(
        answer, "Tell me", passages, embedder=EMBEDDER, support_floor=0.2, token=CancelToken()
    )
    for sentence in found:
        assert "[" not in sentence.text
        if sentence.passage is not None:
            held = support.holdings(sentence.passage.whole_text())
            assert all(held.holds(fact) for fact in support.facts(sentence.text))
            chunk = sentence.passage.hit.chunk
            assert chunk.start <= sentence.start < sentence.end <= chunk.end
    composition = Composition()
    composition.add_checked(found)
    for sentence in composition.sentences:
        assert bool(sentence.citations) == sentence.supported


def test_the_program_numbers_the_sources() -> None:
    first, second = passage(TEXT, 1), passage("Pump 8 runs at 5 bar.", 2, start=100)
    composition = Composition()
    composition.add_checked(
        check_answer(
            "Pump 7 runs at 3 bar. Pump 8 runs at 5 bar. The pump 7 runs at 3 bar. Nothing holds 99.",
            "Tell me",
            [first, second],
            embedder=EMBEDDER,
            support_floor=0.3,
            token=CancelToken(),
        )
    )
    assert [sentence.citations for sentence in composition.sentences] == [(1,), (2,), (1,), ()]
    assert [source.quote for source in composition.sources] == [
        "Pump 7 runs at 3 bar.",
        "Pump 8 runs at 5 bar.",
    ]
    assert composition.text().endswith("Nothing holds 99.")
    assert composition.sources[0].page_label == "ii"


def test_quotations_are_word_for_word() -> None:
    found = passage("The pump\nruns at 3 bar.", 1, start=50)
    composition = Composition()
    composition.add_quotes([(found, 50, 73), (found, 50, 73)])
    assert composition.sources[0].quote == "The pump\nruns at 3 bar."
    assert composition.text() == "“The pump runs at 3 bar.” [1] “The pump runs at 3 bar.” [1]"


def test_best_quotes_are_numbered_over_all_passages() -> None:
    quotes = best_quotes([passage(TEXT, 1), passage("Pump 8 runs.", 2)], limit=3)
    assert [source.n for source in quotes] == [1, 2, 3]
    assert best_quotes([]) == ()


def test_cited_documents_leave_the_other_tiers() -> None:
    documents = [DocumentRef(n, f"D{n}", f"/{n}") for n in range(14)]
    retrieved = Tiers(
        cited=tuple(documents[:3]), suggested=tuple(documents[1:5]), related=tuple(documents[5:])
    )
    sources = [Source(n, documents[d], d, "", 0, 0) for n, d in ((1, 4), (2, 2), (3, 4))]
    shown = answer_tiers(retrieved, sources)
    assert [d.id for d in shown.cited] == [4, 2]
    assert not {d.id for d in shown.related} & {4, 2}
    assert [d.id for d in shown.related] == [1, 3, 0, 5, 6, 7, 8, 9]
    assert shown.maybe_try == ()


def test_a_count_may_be_given_in_the_short_form_of_its_unit() -> None:
    read = passage("The mean annual rate from 2000 to 2005 (22,392 km2 or 8,646 sq mi per year) was high.")
    question = "The rate of clearing was how many square miles per year?"
    assert counts_what_was_asked("8,646 sq mi", question, read)
    assert counts_what_was_asked("The rate was 8,646 sq mi per year from 2000 on.", question, read)
    assert not counts_what_was_asked("It was cleared for 2000 long and weary years.", question, read)
