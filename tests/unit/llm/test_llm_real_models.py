"""The model process with real models: vectors, cuts, answers, judgements, ends."""

import os
import queue
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import Generate, ModelSpec, Piece
from desktop.llm.model_process import NOTICE, ModelProcess

pytestmark = pytest.mark.models

E5 = "multilingual-e5-small-q4_0.gguf"
MINILM = "all-MiniLM-L6-v2-f16.gguf"
SMALL = "SmolLM2-135M-Instruct.Q4_1.gguf"
DEFAULT = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"


def embedder(folder: Path, name: str) -> ModelSpec:
    prefixes = ("query: ", "passage: ") if name == E5 else ("", "")
    return ModelSpec(folder / name, name, name, "mean", *prefixes, max_tokens=512 if name == E5 else 256)


def user(text: str) -> list[ChatMessage]:
    return [ChatMessage("user", text)]


@pytest.fixture(scope="module")
def notices() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture(scope="module")
def small(models_folder: Path, notices: "queue.Queue[str]") -> Iterator[ModelProcess]:
    """Return a process with e5 and the small chat model, shared by this module's tests."""
    process = ModelProcess(
        embedder=embedder(models_folder, E5),
        generator=ModelSpec(models_folder / SMALL, "small", "SmolLM2", context=512),
        threads=2,
        on_notice=notices.put,
    )
    yield process
    process.close()


@pytest.fixture(scope="module")
def default(models_folder: Path) -> Iterator[ModelProcess]:
    """Return a process with MiniLM and the default chat model."""
    process = ModelProcess(
        embedder=embedder(models_folder, MINILM),
        generator=ModelSpec(models_folder / DEFAULT, "default", "Qwen2.5-Coder 1.5B"),
        threads=2,
        on_notice=print,
    )
    yield process
    process.close()


def test_e5_vectors_are_unit_and_rank_right(small: ModelProcess) -> None:
    token = CancelToken()
    query = small.embedder.embed_queries(["how much protein should a female eat"], token)
    passages = small.embedder.embed_passages(
        [
            "The average requirement of protein for women ages 19 to 70 is 46 grams per day.",
            "Las mujeres necesitan unos 46 gramos de proteína al día.",
            "A summit is the highest point of a mountain.",
        ],
        token,
    )
    assert (query.dtype, query.shape, passages.shape) == (np.float32, (1, 384), (3, 384))
    assert np.allclose(np.linalg.norm(passages, axis=1), 1.0, atol=1e-5)
    near, translated, far = (query @ passages.T)[0]
    assert near > far + 0.1
    assert translated > far + 0.05


def test_e5_counts_tokens_without_special_ones(small: ModelProcess) -> None:
    text = "query: how much protein should a female eat"
    assert small.embedder.count_tokens([text, ""]) == [10, 0]
    assert small.embedder.info.dimension == 384


@pytest.mark.parametrize("which", ["small", "default"])
def test_inputs_longer_than_the_model_are_cut(which: str, request: pytest.FixtureRequest) -> None:
    """P181."""
    process: ModelProcess = request.getfixturevalue(which)
    long = ["a " * 513, "a " * 600, "a " * 9000, "x" * 40_000, "😀" * 500, "\x00 \ud800", ""]
    vectors = process.embedder.embed_passages(long, CancelToken())
    pid = process.pid
    assert vectors.shape == (len(long), 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.allclose(vectors[1], vectors[2], atol=1e-5)
    process.embedder.embed_queries(["still there"], CancelToken())
    assert process.pid == pid


def test_special_tokens_in_a_text_are_only_text(small: ModelProcess) -> None:
    assert small.embedder.count_tokens(["</s>"])[0] > 1
    plain = small.generator.count_tokens(user("a"))
    assert small.generator.count_tokens(user("a<|im_end|>")) > plain + 1


def test_same_prompt_gives_the_same_answer(small: ModelProcess) -> None:
    # The model must be sure of each word: where a prompt lies in the cache changes the last bits of its sums.
    messages = user("Count from one to thirty.")
    first = small.generator.stream(messages, CancelToken(), max_tokens=24)
    pieces = list(first)
    assert len(pieces) > 3
    assert first.finish in {"stop", "length"}
    list(small.generator.stream(user("Something else in between."), CancelToken(), max_tokens=8))
    assert "".join(small.generator.stream(messages, CancelToken(), max_tokens=24)) == "".join(pieces)


@pytest.mark.parametrize("grammar", [None, "root ::= [A-Za-z ,.:]+"])
def test_an_answer_goes_on_where_another_process_stopped(small: ModelProcess, grammar: str | None) -> None:
    messages = tuple(user("Count from one to thirty."))
    pieces = list(small.generator.stream(messages, CancelToken(), max_tokens=24, grammar=grammar))
    begun = "".join(pieces[:5])
    number = small.next_id()
    call = small.submit(Generate(number, messages, 24, grammar=grammar, begun=begun))
    rest = ""
    while isinstance(reply := call.wait(None), Piece):
        rest += reply.text
    assert begun + rest == "".join(pieces)


def test_output_limit_is_told(small: ModelProcess) -> None:
    stream = small.generator.stream(user("Tell a long story about a ship."), CancelToken(), max_tokens=5)
    assert "".join(stream)
    assert stream.finish == "length"


def test_stop_string_ends_the_answer(small: ModelProcess) -> None:
    answer = "".join(small.generator.stream(user("Count: 1, 2, 3"), CancelToken(), stop=[","]))
    assert "," not in answer


def test_repetition_is_ended(small: ModelProcess) -> None:
    """P136."""
    stream = small.generator.stream(
        user("Say it again."), CancelToken(), max_tokens=400, grammar='root ::= ("one two three four ")+'
    )
    assert "".join(stream).startswith("one two three four one two")
    assert stream.finish == "loop"


def test_wrong_grammar_is_a_bug_not_an_end(small: ModelProcess) -> None:
    with pytest.raises(RuntimeError, match="not a grammar"):
        list(small.generator.stream(user("x"), CancelToken(), grammar="root ::= ("))


def test_prompt_that_cannot_fit_is_refused_before_anything(small: ModelProcess) -> None:
    for call in (
        lambda: list(small.generator.stream(user("word " * 2000), CancelToken())),
        lambda: small.generator.yes_no(user("word " * 2000), CancelToken()),
    ):
        with pytest.raises(UserError, match="too long"):
            call()
    assert small.generator.count_tokens(user("word " * 2000)) > 2000


def test_long_prompts_share_the_context(small: ModelProcess) -> None:
    for word in ("apple", "banana", "cherry", "apple"):
        stream = small.generator.stream(user(f"{word} " * 170), CancelToken(), max_tokens=8)
        list(stream)
        assert stream.finish in {"stop", "length"}


def test_background_answer_survives_a_long_question(small: ModelProcess) -> None:
    # Both together need more cells than there are, so the background answer must read its prompt again.
    prompt = user("Tell a long story about a lighthouse. " * 20)
    background = small.background_generator.stream(prompt, CancelToken(), max_tokens=40)
    next(background)
    question = small.generator.stream(user("pear " * 350), CancelToken(), max_tokens=8)
    list(question)
    assert question.finish in {"stop", "length"}
    assert len("".join(background)) > 40


def test_cancel_while_a_prompt_is_read(small: ModelProcess) -> None:
    list(small.generator.stream(user("hello"), CancelToken(), max_tokens=2))
    pid = small.pid
    token = CancelToken()
    stream = small.generator.stream(user("some words to read " * 90), token)
    token.cancel()
    with pytest.raises(Cancelled):
        next(stream)
    assert list(small.generator.stream(user("hello"), CancelToken(), max_tokens=2))
    assert small.pid == pid


def test_file_under_a_name_with_other_letters(models_folder: Path, tmp_path: Path) -> None:
    """P183."""
    folder = tmp_path / "Žluťoučký кот 山口"
    folder.mkdir()
    shutil.copy(models_folder / MINILM, folder / "modèle 模型.gguf")
    process = ModelProcess(
        embedder=ModelSpec(folder / "modèle 模型.gguf", "m", "m", "mean"),
        generator=None,
        threads=2,
        on_notice=print,
    )
    try:
        assert process.embedder.info.dimension == 384
        # Sizes beyond what the model was trained for are brought down to it.
        assert process.embedder.info.max_tokens <= 512
    finally:
        process.close()


def test_file_that_is_no_model(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF" + bytes(range(256)) * 4)
    spec = ModelSpec(path, "x", "x")
    process = ModelProcess(
        embedder=spec, generator=spec, threads=1, on_notice=print, log_file=tmp_path / "log" / "no"
    )
    try:
        with pytest.raises(UserError, match=r"broken\.gguf"):
            process.embedder.embed_queries(["a"], CancelToken())
        with pytest.raises(UserError, match=r"broken\.gguf"):
            process.generator.yes_no(user("a"), CancelToken())
    finally:
        process.close()
    assert capfd.readouterr() == ("", "")


def test_killed_while_writing(small: ModelProcess, notices: "queue.Queue[str]") -> None:
    stream = small.generator.stream(user("Tell a very long story."), CancelToken(), max_tokens=400)
    next(stream)
    assert small.pid is not None
    os.kill(small.pid, signal.SIGKILL)
    with pytest.raises(UserError, match="stopped"):
        list(stream)
    assert notices.get(timeout=30) == NOTICE
    assert list(small.generator.stream(user("hello"), CancelToken(), max_tokens=2))
    assert notices.empty()


PUMP = (
    "The pump P-22 was installed in May 2019 by Hanna Olsen. Its maximum pressure is 6.5 bar. "
    "It must be serviced every 14 months."
)
JUDGE = ChatMessage(
    "system", "Does the text state the answer to exactly this question? Reply with Yes or No only."
)


def test_default_model_answers_and_judges(default: ModelProcess) -> None:
    token = CancelToken()

    def judge(question: str) -> float:
        prompt = [JUDGE, ChatMessage("user", f"Text: {PUMP}\n\nQuestion: {question}")]
        return default.generator.yes_no(prompt, token)

    stated, foreign = judge("How often must the pump be serviced?"), judge("Who won the 1998 World Cup?")
    assert stated > foreign + 2
    assert judge("How often must the pump be serviced?") == pytest.approx(stated, abs=0.3)
    prompt = user(f"{PUMP}\n\nHow often must the pump be serviced? Answer in one short sentence.")
    stream = default.generator.stream(prompt, token, max_tokens=40)
    assert "14 months" in "".join(stream)
    assert stream.finish == "stop"


def test_default_model_writes_json_in_a_grammar(default: ModelProcess) -> None:
    grammar = 'root ::= "{\\"name\\": \\"" [A-Za-z ]+ "\\"}"'
    prompt = user(f"{PUMP}\n\nWho installed the pump? Reply in JSON.")
    assert (
        "".join(default.generator.stream(prompt, CancelToken(), grammar=grammar)) == '{"name": "Hanna Olsen"}'
    )


def test_minilm_needs_no_prefix(default: ModelProcess) -> None:
    token = CancelToken()
    query = default.embedder.embed_queries(["a cat sits outside"], token)
    same = default.embedder.embed_passages(["a cat sits outside", "quarterly tax returns"], token)
    assert float((query @ same.T)[0, 0]) == pytest.approx(1.0, abs=1e-4)
    assert float((query @ same.T)[0, 1]) < 0.3
