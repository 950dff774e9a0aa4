"""Filters act inside the search: a small scope in a large library gives all it has."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from service_fakes import Desk, FakeHost, ScriptedGenerator, WordEmbedder

from desktop.domain.errors import UserError
from desktop.ingest.reader_pool import ReaderPool

SMALL = {
    "lime.txt": "Tomatoes need lime.",
    "hedge.txt": "Cut the hedge before the birds breed.",
    "lawn.txt": "Rake the lawn after the frost.",
}
MODES = ("hybrid", "vector")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory, readers: ReaderPool) -> Iterator[Desk]:
    """A library with five hundred files on gardening, then three in a collection of their own."""
    desk = Desk(tmp_path_factory.mktemp("crowd"), readers, FakeHost(WordEmbedder(), ScriptedGenerator()))
    many = {
        f"old/g{n}.txt": f"Gardening advice {n}: tomatoes want sun, says page {n} of the garden book."
        for n in range(500)
    }
    desk.add(many, collection="Gardening")
    desk.add(SMALL, collection="B")
    yield desk
    desk.close()


class TestScopes:
    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("question", ["gardening advice", "tomato"])
    def test_a_small_collection_beside_a_large_one_gives_all_it_has(
        self, crowd: Desk, mode: str, question: str
    ) -> None:
        """P060, by collection."""
        names = crowd.found(question, scopes=("B",), mode=mode)
        assert sorted(names) == sorted(SMALL)
        assert crowd.found("tomato", scopes=("B",), mode="lexical") == ["lime.txt"]

    @pytest.mark.parametrize("mode", MODES)
    def test_a_single_file_is_found_whatever_the_question(self, crowd: Desk, mode: str) -> None:
        """P060, by document."""
        lawn = crowd.document(crowd.folder / "lawn.txt").id
        assert crowd.found("gardening advice", documents=(lawn,), mode=mode) == ["lawn.txt"]
        answer = crowd.search("tomatoes", documents=(lawn,), scopes=("B",), mode=mode)
        assert [Path(hit.document.path).name for hit in answer.hits] == ["lawn.txt"]

    @pytest.mark.parametrize("mode", MODES)
    def test_as_many_as_asked_for_come_when_the_scope_has_them(self, crowd: Desk, mode: str) -> None:
        for limit in (1, 20, 120):
            assert len(crowd.hits("hedge", scopes=("Gardening",), limit=limit, mode=mode)) == limit

    def test_repeated_passages_do_not_use_up_the_places(self, desk: Desk) -> None:
        desk.add({f"copy{n}.txt": f"# Title {n}\n\nTomatoes need lime and sun." for n in range(120)}, "C")
        desk.add({f"own{n}.txt": f"Plant number {n} is a tree with leaves." for n in range(5)}, "C")
        texts = [hit.chunk.text for hit in desk.hits("tomatoes need lime", scopes=("C",), limit=6)]
        assert len(set(texts)) == len(texts) == 6

    def test_a_collection_that_is_not_there_is_an_error(self, desk: Desk) -> None:
        with pytest.raises(UserError, match="no collection “Nowhere”"):
            desk.search("tomato", scopes=("Nowhere",))


class TestDates:
    @pytest.mark.parametrize("mode", MODES)
    def test_new_files_among_many_old_ones_are_all_found(self, desk: Desk, mode: str) -> None:
        """P060, by date."""
        old = {f"o{n}.md": f"---\ndate: 2020-01-05\n---\nGardening advice number {n}." for n in range(500)}
        today = datetime.now(UTC).date()
        new = {
            f"n{n}.md": f"---\ndate: {today - timedelta(days=n)}\n---\nSharpen tool {n}." for n in range(3)
        }
        desk.add(old | new)
        since = (today - timedelta(days=3)).isoformat()
        names = desk.found("gardening advice", since=since, mode=mode)
        assert sorted(names) == ["n0.md", "n1.md", "n2.md"]
        assert len(desk.hits("sharpen tool", until="2020", limit=30, mode=mode)) == 30


class TestLanguage:
    @pytest.fixture
    def bilingual(self, desk: Desk) -> Desk:
        desk.add(
            {
                f"e{n}.txt": f"The ferry leaves the harbour each morning at nine, says the captain of {n}."
                for n in range(120)
            }
        )
        desk.add(
            {
                "s1.txt": "El transbordador sale del puerto todas las mañanas a las nueve, dice el capitán.",
                "s2.txt": "Los domingos el puerto está cerrado y no hay billetes para los pasajeros.",
            }
        )
        return desk

    @pytest.mark.parametrize("mode", MODES)
    def test_only_documents_in_the_language_are_shown_and_all_of_them(
        self, bilingual: Desk, mode: str
    ) -> None:
        names = bilingual.found("When does the ferry leave the harbour?", language="es", mode=mode)
        assert sorted(names) == ["s1.txt", "s2.txt"]
        assert bilingual.found("ferry", language="es", mode="lexical") == []
        assert len(bilingual.hits("puerto", language="EN", limit=60, mode=mode)) == 60

    def test_a_language_nobody_wrote_in_is_an_error_that_lists_the_others(self, bilingual: Desk) -> None:
        with pytest.raises(UserError, match="in “english”") as raised:
            bilingual.search("ferry", language="english")
        assert raised.value.advice == "There are: en, es."
