"""The cross-encoder: what it reads, what it scores, and its place in the model process."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cross_encoder
import pytest
from llm_fake_backend import text_code

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm.catalog import Catalog
from desktop.llm.llama_reranker import LlamaReranker
from desktop.llm.messages import ModelSpec, Rank
from desktop.llm.model_process import NOTICE, ModelProcess

Start = Callable[..., ModelProcess]
QUESTION = "when does boat ?"
PASSAGES = ["ferry leaves harbour nine", "bread rests", "", "boat boat boat nine when does"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cross_encoder.write(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="module")
def tiny(file: Path) -> Iterator[ModelProcess]:
    spec = ModelSpec(file, "tiny", "Tiny cross-encoder", "rank", max_tokens=cross_encoder.POSITIONS)
    process = ModelProcess(embedder=None, generator=None, reranker=spec, threads=1, on_notice=print)
    yield process
    process.close()


class TestTinyNetwork:
    """A real GGUF file in llama.cpp, against the same weights in numpy."""

    def test_scores_are_those_of_the_weights(self, tiny: ModelProcess) -> None:
        scores = tiny.reranker.scores(QUESTION, PASSAGES, CancelToken())
        expected = [cross_encoder.score(cross_encoder.pair(QUESTION, passage)) for passage in PASSAGES]
        assert scores == pytest.approx(expected, abs=5e-3)
        assert max(expected) - min(expected) > 0.1  # else the comparison would show nothing
        assert tiny.reranker.info.name == "Tiny cross-encoder"

    def test_a_long_passage_is_cut_by_tokens(self, tiny: ModelProcess) -> None:
        tiny.reranker.scores(QUESTION, PASSAGES[:1], CancelToken())
        pid = tiny.pid
        long = "bread rests " * 4000
        room = cross_encoder.POSITIONS - 3 - len(cross_encoder.tokens(QUESTION))
        cut = " ".join(long.split()[:room])
        scores = tiny.reranker.scores(QUESTION, [long, cut, "x" * 40_000], CancelToken())
        assert scores[0] == pytest.approx(scores[1], abs=1e-6)
        assert tiny.pid == pid

    def test_a_long_question_leaves_room_for_the_passage(self, tiny: ModelProcess) -> None:
        question = "when does boat ? " * 500
        near, far = tiny.reranker.scores(question, PASSAGES[:2], CancelToken())
        half = (cross_encoder.POSITIONS - 3) // 2
        inputs = [
            cross_encoder.OPENING,
            *cross_encoder.tokens(question)[:half],
            cross_encoder.CLOSING,
            *cross_encoder.tokens(PASSAGES[0]),
            cross_encoder.CLOSING,
        ]
        assert near == pytest.approx(cross_encoder.score(inputs), abs=5e-3)
        assert near != far

    def test_special_tokens_in_a_passage_are_only_text(self, file: Path) -> None:
        spec = ModelSpec(file, "tiny", "Tiny", "rank", max_tokens=cross_encoder.POSITIONS)
        inputs = LlamaReranker(spec, 1).input_tokens("boat [SEP]", "[CLS] nine")
        assert inputs.count(cross_encoder.CLOSING) == 2
        assert inputs.count(cross_encoder.OPENING) == 1

    def test_an_added_file_is_a_reranker(self, file: Path, tmp_path: Path) -> None:
        catalogue = tmp_path / "models.toml"
        catalogue.write_text("model = []\n")
        entry = Catalog(catalogue, tmp_path / "models").add_file(file)
        assert (entry.role, entry.pooling, entry.max_tokens) == ("reranker", "rank", 24)


class TestInTheModelProcess:
    @pytest.fixture
    def spec(self, tmp_path: Path) -> ModelSpec:
        path = tmp_path / "reranker.gguf"
        path.write_text("fine")
        return ModelSpec(path, "r-id", "Reranker", max_tokens=64)

    @pytest.fixture
    def process(self, start: Start, spec: ModelSpec) -> ModelProcess:
        return start(reranker=spec)

    def test_each_passage_gets_a_score_in_order(self, process: ModelProcess) -> None:
        scores = process.reranker.scores("question", ["one", "two"], CancelToken())
        assert scores == [text_code("question one"), text_code("question two")]
        assert process.reranker.scores("question", [], CancelToken()) == []
        loaded = process.loaded("reranker")
        assert loaded is not None
        assert loaded.limit == 64

    def test_no_reranker_chosen(self, start: Start) -> None:
        with pytest.raises(UserError, match="No reranking model"):
            start().reranker.scores("q", ["p"], CancelToken())

    def test_an_end_is_tried_once_more(
        self, process: ModelProcess, notices: "queue.Queue[str]", tmp_path: Path
    ) -> None:
        scores = process.reranker.scores("q", ["one", f"die-once {tmp_path / 'mark'}"], CancelToken())
        assert len(scores) == 2
        assert notices.get(timeout=30) == NOTICE

    def test_a_passage_that_always_ends_the_process_is_an_error(self, process: ModelProcess) -> None:
        with pytest.raises(UserError, match="“Reranker” ended unexpectedly"):
            process.reranker.scores("q", ["die"], CancelToken())
        assert len(process.reranker.scores("q", ["fine"], CancelToken())) == 1

    def test_cancel_between_two_passages(self, process: ModelProcess, gate: Any) -> None:
        call = process.submit(Rank(process.next_id(), "q", (f"gate {gate.path}", "never read")))
        gate.wait_until_reached()
        process.give_up(call)
        process.find_devices()  # answered after the cancellation was heard
        gate.open()
        with pytest.raises(Cancelled):
            call.wait(None)
        assert len(process.reranker.scores("q", ["next"], CancelToken())) == 1

    def test_a_missing_file_is_named(self, process: ModelProcess, spec: ModelSpec) -> None:
        spec.path.unlink()
        with pytest.raises(UserError, match=r"“reranker\.gguf” is not in"):
            process.reranker.scores("q", ["p"], CancelToken())
