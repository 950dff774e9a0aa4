"""What is found, in which order, and what is said about it."""

import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from service_fakes import Desk, FakeHost, WordEmbedder

from desktop.domain.answers import SearchRequest
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.ingest import language
from desktop.ingest.reader_pool import ReaderPool
from desktop.services.valid_text import valid_text
from desktop.store import query_log

OLD = 1_600_000_000.0  # a Unix time
SURROGATES = st.sampled_from(["\ud83d", "\udcff", "a", " "])
SYNTAX = (
    '"', "*", "(", ")", "^", "{title}:", " AND ", " OR ", " NOT ", "NEAR(", "-", "+", ":", "\x00", "'", ";",
    "report_2023.pdf ", "2024 ", "a1b2 ", "“a b”", "%", "_", "\\", "̈", "失", "น", "2024-04-03 ",
)  # fmt: skip
PUNCTUATION = {
    "@harbor": "Write to @harbor today",
    "can't wait": "We can't wait any longer",
    "NOTE: call back": "NOTE: call back on Monday",
    "5 km/h": "The cart does 5 km/h uphill",
    "20% tax": "There is 20% tax on hats",
    "C++ and C#": "They teach C++ and C# there",
    "--dry-run": "Start with --dry-run first",
    "salt&pepper": "Bring salt&pepper along",
    "in\\out": "The folder in\\out is full",
    "[tab]": "Press [tab] twice",
    "k=v": "Options are given as k=v pairs",
    "NEAR(1 2)": "The formula NEAR(1 2) is old",
    "AND OR NOT": "Gates are called AND OR NOT here",
}


class TestExactWords:
    def test_identifiers_with_hyphens(self, desk: Desk) -> None:
        """P081."""
        desk.add(
            {
                "417.md": "ORD-0417 Ship by rail.",
                "418.md": "ORD-0418 Ship by road.",
                "419.md": "ORD 0419 Ship by sea.",
            }
        )
        for question in ("ORD-0417", '"ORD-0417"', "ord-0417", "ORD0417"):
            assert desk.found(question, mode="lexical")[0] == "417.md", question
        assert desk.found("What does ORD-0418 say?", mode="lexical")[0] == "418.md"

    def test_versions_and_numbers(self, desk: Desk) -> None:
        """P082."""
        releases = [
            "3.10",
            "3.1",
            "3.1.0",
            "13.10",
            "v4.17",
            "41.205",
            "22.10",
            "20.04",
            "v2.21",
            "m2.5-free",
        ]
        desk.add({f"r{n}.txt": f"Release {release} adds X{n}." for n, release in enumerate(releases)})
        for number, release in enumerate(releases):
            assert desk.found(release, mode="lexical")[0] == f"r{number}.txt", release
        assert desk.found("What changed in 3.10?", mode="lexical")[0] == "r0.txt"

    def test_punctuation_is_never_syntax(self, desk: Desk) -> None:
        """P083."""
        desk.add({f"{n}.txt": line for n, line in enumerate(PUNCTUATION.values())})
        for number, question in enumerate(PUNCTUATION):
            assert desk.found(question, mode="lexical")[0] == f"{number}.txt", question

    @pytest.mark.parametrize(
        "question", ["", " ", "*", '"', "?!", "\x00", "()", "\n\t", "a" * 3000, "word " * 2000]
    )
    def test_odd_questions_are_answered_honestly(self, desk: Desk, question: str) -> None:
        """P083."""
        desk.add({"a.txt": "The ferry leaves the harbour at nine."})
        for mode in ("hybrid", "lexical", "vector"):
            result = desk.search(question, mode=mode)
            assert not result.confidence.answerable or result.hits

    def test_scripts_without_blanks(self, desk: Desk) -> None:
        """P084."""
        desk.add(
            {
                "zh.txt": "步骤3 重新运行sync-hub后30个失效链接已修好。仓库目录在附件里。",
                "ja.txt": "賃料の支払期限は毎月五日です。",
                "ko.txt": "점검주기는90일입니다",
                "th.txt": "ค่าเช่าต้องชำระภายในวันที่ห้าของเดือน",
            }
        )
        wanted = {
            "失效": "zh.txt",
            "仓库": "zh.txt",
            "hub": "zh.txt",
            "支払期限": "ja.txt",
            "期限": "ja.txt",
            "점검": "ko.txt",
            "ค่าเช่า": "th.txt",
        }
        for question, name in wanted.items():
            assert name in desk.found(question, mode="lexical"), question

    def test_accents_may_be_left_out_and_count_when_typed(self, desk: Desk) -> None:
        """P096."""
        plain = {
            "Østerby": "osterby", "Michał": "michal", "Jiří": "jiri", "Åkesson": "akesson",
            "θάλασσα": "θαλασσα",
            "Straße": "strasse", "İzmir ılıca": "izmir ilica", "đường phố": "duong pho", "façade": "facade",
            "Ægir": "aegir",
        }  # fmt: skip
        desk.add({f"{n}.txt": f"Seen: {name}." for n, name in enumerate(plain)})
        desk.add({f"plain-{n}.txt": f"Seen: {typed}." for n, typed in enumerate(plain.values())})
        for number, (name, typed) in enumerate(plain.items()):
            for question in (typed, typed.upper()):
                assert f"{number}.txt" in desk.found(question, mode="lexical")[:2], question
            for question in (name, name.lower()):
                assert desk.found(question, mode="lexical")[0] == f"{number}.txt", question

    @pytest.mark.parametrize("question", ["REACT", "react gmbh"])
    @pytest.mark.parametrize("mode", ["lexical", "hybrid"])
    def test_one_exact_word_is_enough(self, desk: Desk, question: str, mode: str) -> None:
        """P091."""
        desk.add({"calls.txt": "Call with REACT GmbH about renewal.", "b.txt": "Bread needs a long rest."})
        assert desk.found(question, mode=mode)[0] == "calls.txt"

    @pytest.mark.parametrize(
        "question",
        [
            "what does report_2023.txt say about headcount",
            "headcount in report_2023",
            "headcount in report 2023",
        ],
    )
    def test_a_document_named_in_the_question_comes_first(self, desk: Desk, question: str) -> None:
        """P102."""
        desk.add({"report_2022.txt": "The headcount was 41.", "report_2023.txt": "The headcount was 57."})
        best = desk.hits(question, mode="lexical")[0]
        assert Path(best.document.path).name == "report_2023.txt"
        assert best.name_hit
        assert "Your question names this document." in best.why


@given(
    question=st.text(st.characters(), max_size=80)
    | st.text(SURROGATES, max_size=9)
    | st.lists(st.sampled_from(SYNTAX) | st.text(max_size=4), max_size=12).map("".join),
    mode=st.sampled_from(["lexical", "hybrid", "vector"]),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_text_is_a_question(indexed: Desk, question: str, mode: str) -> None:
    result = indexed.search(question, mode=mode)
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))
    assert result.question == valid_text(question)


def test_searching_goes_on_while_documents_are_added_and_removed(desk: Desk) -> None:
    desk.add({f"{n}.txt": f"Harbour report {n} of the ferry." for n in range(20)})
    for number in range(20):
        desk.write(f"{number}.txt", f"Harbour paper {number} of the boat.")
    desk.drop()
    working = threading.Thread(target=desk.work)
    working.start()
    while working.is_alive():
        hits = desk.hits("harbour ferry boat")
        assert len(hits) == 20
        assert all("Harbour" in hit.chunk.text for hit in hits)
    working.join()
    assert all("paper" in hit.chunk.text for hit in desk.hits("harbour ferry boat"))


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory, readers: ReaderPool) -> Iterator[Desk]:
    desk = Desk(tmp_path_factory.mktemp("indexed"), readers, FakeHost(WordEmbedder()))
    desk.add({f"{n}.txt": line for n, line in enumerate(PUNCTUATION.values())})
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory, readers: ReaderPool) -> Iterator[Desk]:
    """A large collection of old files beside a small one of new files."""
    desk = Desk(tmp_path_factory.mktemp("garden"), readers, FakeHost(WordEmbedder()))
    old = {f"g{n}.txt": f"Gardening advice number {n}: water tomatoes early." for n in range(500)}
    for name, text in old.items():
        os.utime(desk.write(name, text), (OLD, OLD))
    desk.drop(collection="A")
    three = {
        "lime.txt": "Tomatoes need lime.",
        "rake.txt": "Gardening rakes.",
        "bed.txt": "Beds of tomato.",
    }
    desk.add(three, "B")
    yield desk
    desk.close()


class TestScope:
    @pytest.mark.parametrize("question", ["gardening advice", "tomato"])
    @pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
    def test_a_small_scope_beside_a_large_one_gives_its_hits(
        self, garden: Desk, question: str, mode: str
    ) -> None:
        """P060."""
        hits = garden.hits(question, scopes=("B",), mode=mode)
        assert hits
        assert {hit.document.collection for hit in hits} == {"B"}
        if mode == "vector":
            assert len(hits) == 3

    def test_one_document_and_dates_are_scopes_too(self, garden: Desk) -> None:
        lime = next(d for d in garden.library.documents(text="lime"))
        assert garden.found("gardening advice", documents=(lime.id,)) == ["lime.txt"]
        assert garden.hits("gardening", since="2999-01-01") == ()
        assert garden.hits("gardening", until="1900-01-01") == ()
        assert len(garden.hits("gardening", since="1900-01-01", until="2999-01-01", limit=5)) == 5

    @pytest.mark.parametrize("question", ["gardening advice", "tomato"])
    @pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
    def test_the_last_days_are_searched_as_a_scope(self, garden: Desk, question: str, mode: str) -> None:
        """P060."""
        since = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
        found = garden.found(question, mode=mode, since=since)
        assert found
        assert set(found) <= {"lime.txt", "rake.txt", "bed.txt"}
        if mode == "vector":
            assert len(found) == 3

    def test_a_name_in_the_question_stays_within_the_scope(self, garden: Desk) -> None:
        assert garden.hits("what does g123.txt say", mode="lexical")[0].name_hit
        assert not any(hit.name_hit for hit in garden.hits("what does g123.txt say", scopes=("B",)))

    def test_an_unknown_scope_names_the_known_ones(self, garden: Desk) -> None:
        with pytest.raises(UserError) as caught:
            garden.search("tomato", scopes=("C",))
        assert "A, B" in caught.value.advice

    def test_an_empty_library_finds_nothing(self, desk: Desk) -> None:
        result = desk.search("anything")
        assert (result.hits, result.confidence.answerable) == ((), False)
        with pytest.raises(UserError):
            desk.search("anything", scopes=("C",))


class TestResult:
    def test_hits_quote_the_stored_text_and_say_why(self, desk: Desk) -> None:
        text = "# Opening\n\nThe museum opens at ten.\n\n# Prices\n\nA ticket costs four pounds."
        document = desk.add({"museum.md": text, "b.txt": "Bread needs a long rest."})["museum.md"]
        hit = desk.hits("What does a ticket cost?")[0]
        assert hit.document == document.ref
        assert desk.library.text(document.id).text[hit.chunk.start : hit.chunk.end] == hit.chunk.text
        assert any("by meaning" in reason for reason in hit.why)
        assert any("by the words it shares" in reason for reason in hit.why)

    def test_modes_use_their_own_list_only(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves the harbour.", "b.txt": "Bread needs a long rest."})
        assert all(hit.vector_rank is None for hit in desk.hits("ferry harbour", mode="lexical"))
        assert all(hit.lexical_rank is None for hit in desk.hits("ferry harbour", mode="vector"))
        assert desk.host.embedder().queries == ["ferry harbour"]

    def test_tiers_are_cut_by_the_gate(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves the harbour at nine.", "b.txt": "Bread needs a long rest."})
        good = desk.search("When does the ferry leave the harbour?")
        assert good.confidence.answerable
        assert [d.title for d in good.tiers.cited] == ["a"]
        assert good.tiers.maybe_try == ()
        bad = desk.search("Who painted the ceiling of the chapel?")
        assert not bad.confidence.answerable
        assert bad.confidence.band == "weak"
        assert (bad.tiers.cited, bad.tiers.suggested, bad.tiers.related) == ((), (), ())

    def test_words_alone_are_trusted_when_a_passage_stands_out(self, desk: Desk) -> None:
        desk.add({f"{n}.txt": f"Paper {n} about bread and ovens." for n in range(15)})
        desk.add({"ferry.txt": "The harbour ferry sails."})
        sure = desk.search("harbour ferry", mode="lexical").confidence
        assert sure.answerable
        assert sure.z_score > 3
        assert sure.margin > 0.9
        assert sure.term_coverage == 1
        unsure = desk.search("bread paper", mode="lexical").confidence
        assert not unsure.answerable
        nothing = desk.search("zebra", mode="lexical").confidence
        assert (nothing.z_score, nothing.margin, nothing.term_coverage) == (0, 0, 0)

    def test_timings_cover_every_step(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves."})
        timings = desk.search("ferry").timings_ms
        assert set(timings) == {"embed", "lexical", "vector", "fuse", "total"}
        assert all(value >= 0 for value in timings.values())

    def test_the_limit_cuts_the_hits(self, desk: Desk) -> None:
        desk.add({f"{n}.txt": f"Harbour report {n}." for n in range(8)})
        assert len(desk.hits("harbour report", limit=3)) == 3

    def test_the_same_words_in_two_files_are_one_passage(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves."}, "One")
        desk.add({"b.txt": "The ferry leaves."}, "Two")
        assert len(desk.hits("ferry")) == 1

    def test_a_missing_model_is_said_once_and_words_serve(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves."})
        desk.host.the_embedder = None
        result = desk.search("ferry")
        assert len(result.hits) == len(result.notices) == 1
        assert desk.search("ferry", mode="lexical").notices == ()

    def test_a_cancelled_search_stops(self, desk: Desk) -> None:
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            desk.search_service.search(SearchRequest("ferry"), token)

    def test_questions_are_logged_with_their_outcome(self, desk: Desk) -> None:
        desk.add({"a.txt": "The ferry leaves."})
        found = desk.search_service.find(SearchRequest("ferry"), CancelToken())
        desk.search_service.log(found, "quoted")
        with desk.file.read() as c:
            entry = query_log.recent(c)[0]
        assert (entry.question, entry.outcome) == ("ferry", "quoted")
        assert entry.best_cosine == found.signals.best_cosine


def test_questions_and_passages_are_embedded_as_what_they_are(desk: Desk) -> None:
    """P100."""
    text = "The ferry leaves the harbour at nine."
    document = desk.add({"a.txt": text, "b.txt": "Bread needs a long rest."})["a.txt"]
    embedder = desk.host.embedder()
    assert embedder.queries == []
    indexed = list(embedder.passages)
    assert {passage.split("\n")[-1] for passage in indexed} == {text, "Bread needs a long rest."}
    desk.search("ferry times")
    desk.search("zxqv blorp")  # what may be tried instead comes from the same search
    desk.ask("When does the ferry leave?")
    desk.search_service.related(document.id, CancelToken())
    assert set(embedder.queries) == {"ferry times", "zxqv blorp", "When does the ferry leave?"}
    assert embedder.passages == indexed


class TestRelated:
    def test_never_the_document_itself_nor_its_copy(self, desk: Desk) -> None:
        added = desk.add(
            {
                "ferry.txt": "The ferry leaves the harbour at nine.",
                "copy.txt": "The ferry leaves the harbour at nine.",
                "boat.txt": "A boat leaves the harbour at noon.",
                "bread.txt": "Bread needs a long rest.",
            }
        )
        for name in ("ferry.txt", "copy.txt"):
            hits = desk.search_service.related(added[name].id, CancelToken())
            names = [Path(hit.document.path).name for hit in hits]
            assert names[0] == "boat.txt"
            assert not {"ferry.txt", "copy.txt"} & set(names)
            assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))

    def test_each_document_once_and_no_more_than_asked_for(self, desk: Desk) -> None:
        long = "\n\n".join(f"# Part {n}\n\n" + "The harbour master counts boats. " * 30 for n in range(3))
        added = desk.add({"a.txt": "The harbour master.", **{f"{n}.md": f"{n} {long}" for n in range(4)}})
        hits = desk.search_service.related(added["a.txt"].id, CancelToken(), limit=3)
        assert len({hit.document.id for hit in hits}) == len(hits) == 3

    def test_words_serve_until_there_are_vectors(self, desk: Desk) -> None:
        """P098."""
        desk.add({"boat.txt": "A boat leaves the harbour.", "bread.txt": "Bread needs a long rest."})
        desk.host.the_embedder = None
        new = desk.write("new.txt", "The harbour is deep.")
        desk.drop(new)
        with pytest.raises(UserError):
            desk.work()
        hits = desk.search_service.related(desk.document(new).id, CancelToken())
        assert [Path(hit.document.path).name for hit in hits] == ["boat.txt"]
        assert "words" in hits[0].why[0]

    def test_nothing_for_what_is_gone_or_empty(self, desk: Desk) -> None:
        """P098."""
        empty = desk.add({"boat.txt": "A boat leaves.", "empty.txt": ""})["empty.txt"]
        assert desk.search_service.related(empty.id, CancelToken()) == []
        assert desk.search_service.related(12345, CancelToken()) == []


def test_warming_up_loads_what_tells_languages(desk: Desk) -> None:
    language._identifier.cache_clear()
    desk.search_service.warm_up()
    assert language._identifier.cache_info().currsize == 1
