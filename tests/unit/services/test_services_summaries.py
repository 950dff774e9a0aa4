"""Summaries of documents: made at once, written in the background, found by and never quoted."""

from pathlib import Path

import pytest
from service_fakes import Desk, ScriptedGenerator

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.services import summary_writing
from desktop.services.lead_sentences import LEAST_PASSAGES, lead_sentences
from desktop.store import documents, summaries

PLACES = ("quay", "tower", "market", "chapel", "station", "bridge", "castle", "garden")
LONG = "\n\n".join(
    f"# The {place}\n\nThe {place} opened in {1900 + at} to the public. "
    + f"Many people visit the {place} every day of the week. " * 24
    for at, place in enumerate(PLACES)
)
SHORT = "Sourdough bread needs a long rest."
WRITTEN = "Places that people visit: quay, tower and market. It opened in 1823."


@pytest.fixture
def guide(desk: Desk) -> Desk:
    desk.add({"guide.md": LONG, "bread.txt": SHORT})
    desk.host.the_generator = ScriptedGenerator(answers={"what this document is about": WRITTEN})
    return desk


def summary_of(desk: Desk, name: str) -> str:
    with desk.file.read() as c:
        document = next(d for d in documents.listing(c, limit=99) if Path(d.path).name == name)
        return summaries.of(c, [document.id]).get(document.id, "")


def write(desk: Desk, **options: bool) -> int:
    return desk.summaries.work(token=CancelToken(), report=no_report, **options)


class TestLeadSentences:
    def test_a_long_document_has_them_as_soon_as_it_is_read(self, guide: Desk) -> None:
        summary = summary_of(guide, "guide.md")
        assert summary.startswith("The quay opened in 1900 to the public.")
        assert "The castle opened in 1906" in summary
        assert len(summary.split()) <= 80

    def test_a_short_document_says_itself_what_it_is_about(self, guide: Desk) -> None:
        assert summary_of(guide, "bread.txt") == ""

    def test_of_nothing_there_is_nothing(self) -> None:
        assert lead_sentences("Empty", []) == ""

    def test_documents_of_an_older_library_get_them_when_summaries_are_written(self, guide: Desk) -> None:
        with guide.file.write() as c:
            for chunk in list(c.execute("select id from chunk where position = -1")):
                c.execute("delete from chunk_index where rowid = ?", chunk)
                c.execute("delete from vector where chunk_id = ?", chunk)
                c.execute("delete from chunk where id = ?", chunk)
        assert summary_of(guide, "guide.md") == ""
        guide.summaries.choose("never")
        assert write(guide) == 0
        assert "quay" in summary_of(guide, "guide.md")


class TestWriting:
    def test_what_the_document_does_not_say_is_left_out(self, guide: Desk) -> None:
        assert guide.summaries.status().waiting == 1
        assert write(guide) == 1
        assert summary_of(guide, "guide.md") == "Places that people visit: quay, tower and market."
        status = guide.summaries.status()
        assert (status.written, status.waiting) == (1, 0)
        with guide.file.read() as c:
            assert documents.statistics(c).pending == 0

    def test_a_summary_of_which_nothing_stands_leaves_the_sentences_of_the_document(
        self, guide: Desk
    ) -> None:
        guide.host.the_generator = ScriptedGenerator(answers={"": "A thriller set in Mexico during 1823."})
        assert write(guide) == 0
        assert summary_of(guide, "guide.md").startswith("The quay opened in 1900")
        assert guide.summaries.status().waiting == 0

    def test_new_content_takes_the_summary_away(self, guide: Desk) -> None:
        write(guide)
        guide.add({"guide.md": LONG.replace("quay", "harbour wall")})
        assert summary_of(guide, "guide.md").startswith("The harbour wall opened in 1900")
        assert guide.summaries.status().waiting == 1

    def test_the_same_content_read_again_keeps_it(self, guide: Desk) -> None:
        write(guide)
        document = guide.document(guide.folder / "guide.md")
        guide.library.reread_documents(document_ids=[document.id])
        guide.work()
        assert summary_of(guide, "guide.md").startswith("Places that people visit")
        with guide.file.read() as c:
            assert documents.statistics(c).pending == 0

    def test_cancelling_leaves_it_to_the_next_time(self, guide: Desk) -> None:
        token = CancelToken()
        assert guide.host.the_generator is not None
        guide.host.the_generator.on_word = token.cancel
        for _ in range(summaries.MOST_TRIES + 1):
            with pytest.raises(Cancelled):
                guide.summaries.work(token=token, report=no_report)
        guide.host.the_generator.on_word = lambda: None
        assert write(guide) == 1

    def test_a_document_during_which_the_program_dies_twice_keeps_its_own_sentences(
        self, guide: Desk
    ) -> None:
        for _ in range(summaries.MOST_TRIES):
            with guide.file.write() as c:
                document = summaries.next_to_write(c)
                assert document is not None
                summaries.begin(c, document)  # and nothing after it: the process is gone
        assert write(guide) == 0
        assert summary_of(guide, "guide.md").startswith("The quay")

    def test_progress_names_the_file(self, guide: Desk) -> None:
        seen: list[Progress] = []
        guide.summaries.work(token=CancelToken(), report=seen.append)
        assert (seen[0].stage, seen[0].total, seen[0].label) == ("summarising", 1, "guide.md")

    def test_without_a_chat_model_nothing_is_lost(self, guide: Desk) -> None:
        guide.host.the_generator = None
        assert write(guide) == 0
        with pytest.raises(UserError):
            write(guide, asked=True)
        assert guide.summaries.status().waiting == 1


class TestTheChoice:
    def test_what_would_take_hours_is_not_begun_unasked(
        self, guide: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(summary_writing, "PATIENCE", 1.0)
        status = guide.summaries.status()
        assert (status.choice, status.writes) == ("auto", False)
        assert status.seconds_left > 1.0
        assert write(guide) == 0
        guide.summaries.choose("always")
        assert write(guide) == 1

    def test_who_wants_no_chat_model_gets_none_unasked(self, guide: Desk) -> None:
        guide.settings.change(use_chat_model=False)
        assert write(guide) == 0
        assert write(guide, asked=True) == 1

    def test_never_means_never_unless_asked(self, guide: Desk) -> None:
        guide.summaries.choose("never")
        assert write(guide) == 0
        assert write(guide, asked=True) == 1


class TestFinding:
    QUESTION = "Which document deals with sightseeing?"

    @pytest.fixture
    def summarised(self, guide: Desk) -> Desk:
        words = "Sightseeing: the quay, the tower, the market and other places that people visit."
        guide.host.the_generator = ScriptedGenerator(answers={"what this document is about": words})
        assert write(guide) == 1
        return guide

    @pytest.mark.parametrize("mode", ["lexical", "vector", "hybrid"])
    def test_a_word_of_the_summary_leads_to_a_passage_of_the_document(
        self, summarised: Desk, mode: str
    ) -> None:
        hits = summarised.hits("sightseeing", mode=mode)
        assert Path(hits[0].document.path).name == "guide.md"
        assert all(hit.chunk.position >= 0 for hit in hits)
        text = summarised.library.text(hits[0].document.id).text
        assert text[hits[0].chunk.start : hits[0].chunk.end] == hits[0].chunk.text

    def test_a_named_document_stands_for_itself_with_a_passage(self, summarised: Desk) -> None:
        hits = summarised.hits("What does guide.md say about the castle?")
        assert hits[0].name_hit
        assert hits[0].chunk.position >= 0
        assert "castle" in hits[0].chunk.text

    def test_a_summary_is_never_quoted(self, summarised: Desk) -> None:
        for question in ("What is sightseeing?", self.QUESTION, "When did the castle open to the public?"):
            for use_model in (True, False):
                answer = summarised.ask(question, use_model=use_model)
                shown = (*answer.sources, *answer.closest)
                with summarised.file.read() as c:
                    chunks = documents.chunks_by_id(c, [source.chunk_id for source in shown])
                assert all(chunk.position >= 0 for chunk, _ in chunks.values())
                for source in shown:
                    text = summarised.library.text(source.document.id).text
                    assert text[source.start : source.end] == source.quote
                    assert "ightseeing" not in source.quote

    def test_what_only_a_summary_says_no_document_is_counted_for(self, summarised: Desk) -> None:
        answer = summarised.ask("How many documents mention sightseeing?", use_model=False)
        assert "None of them" in answer.text or answer.text.startswith("0 ")

    def test_the_library_stays_whole_when_its_index_is_made_anew(self, summarised: Desk) -> None:
        document = summarised.document(summarised.folder / "guide.md")
        moved = summarised.folder / "places.md"
        (summarised.folder / "guide.md").rename(moved)
        summarised.library.relocate_document(document_id=document.id, path=moved)
        assert summarised.found("sightseeing", mode="lexical") == ["places.md"]

    def test_see_also_shows_passages(self, summarised: Desk) -> None:
        summarised.add({"trip.txt": "Sightseeing in the old town is free."})
        trip = summarised.document(summarised.folder / "trip.txt")
        related = summarised.search_service.related(trip.id, CancelToken())
        assert all(hit.chunk.position >= 0 for hit in related)


def test_the_least_length_is_counted_in_passages(desk: Desk) -> None:
    found = desk.add({"a.md": LONG})
    assert found["a.md"].chunks > LEAST_PASSAGES
