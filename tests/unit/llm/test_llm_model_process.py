"""The model process as a whole, with a backend that does what the texts say."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llm_fake_backend import text_code

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import Embed, Generate, ModelSpec
from desktop.llm.model_process import NOTICE, ModelProcess

ROOT = Path(__file__).resolve().parents[3]
Start = Callable[..., ModelProcess]
Notices = "queue.Queue[str]"


def user(text: str) -> list[ChatMessage]:
    return [ChatMessage("user", text)]


def say(process: ModelProcess, script: str) -> str:
    return "".join(process.generator.stream(user(script), CancelToken()))


def wait_for_end(pid: int) -> None:
    """Wait until a process that may not be ours has ended."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    select.select([handle], [], [], 30)
    os.close(handle)


# What each path sends to the model


def test_each_path_has_its_own_prefix(process: ModelProcess) -> None:
    token = CancelToken()
    query = process.embedder.embed_queries(["blue whale"], token)
    passage = process.embedder.embed_passages(["blue whale"], token)
    assert query[0, 1] == text_code("query: blue whale")
    assert passage[0, 1] == text_code("passage: blue whale")
    assert process.embedder.count_tokens(["blue whale", "", "one"]) == [2, 0, 1]


def test_embedder_tells_its_real_size_once_loaded(process: ModelProcess) -> None:
    info = process.embedder.info
    assert (info.id, info.name, info.dimension, info.max_tokens) == ("e-id", "Embedder", 2, 512)


def test_chat_tells_its_real_context_once_loaded(process: ModelProcess) -> None:
    assert process.generator.info.context == 4096
    assert process.generator.count_tokens(user("three little words")) == 3
    assert process.generator.info.context == 1000


def test_no_texts_give_an_empty_array(process: ModelProcess) -> None:
    assert process.embedder.embed_passages([], CancelToken()).shape == (0, 2)
    assert process.embedder.count_tokens([]) == []


def test_long_lists_are_counted_in_portions(process: ModelProcess) -> None:
    texts = ["word " * 9000] * 5 + ["a"]
    assert process.embedder.count_tokens(texts) == [9000] * 5 + [1]


def test_answer_says_why_it_ended(process: ModelProcess) -> None:
    stream = process.generator.stream(user("say one;say two"), CancelToken())
    assert stream.finish == ""
    assert list(stream) == ["one", "two"]
    assert stream.finish == "stop"
    assert list(stream) == []


def test_yes_no_returns_a_number(process: ModelProcess) -> None:
    assert process.generator.yes_no(user("is it?"), CancelToken()) == 1.5


# Who goes first


def test_question_goes_before_waiting_passages(process: ModelProcess, gate: Any) -> None:
    passages = process.submit(Embed(process.next_id(), (f"gate {gate.path}", "second", "third"), query=False))
    gate.wait_until_reached()
    query = process.submit(Embed(process.next_id(), ("question",), query=True))
    process.embedder.count_tokens(["answered after the question was queued"])
    gate.open()
    order_of_query = query.wait(None).value[0, 0]
    assert list(passages.wait(None).value[:, 0]) == [0, 2, 3]
    assert order_of_query == 1


def test_question_is_embedded_while_the_chat_model_is_busy(process: ModelProcess, gate: Any) -> None:
    stream = process.generator.stream(user(f"gate {gate.path};say done"), CancelToken())
    gate.wait_until_reached()
    assert process.embedder.embed_queries(["q"], CancelToken()).shape == (1, 2)
    assert process.generator.count_tokens(user("a b")) == 2 if process.loaded("chat") else True
    gate.open()
    assert "".join(stream) == "done"


def test_background_answer_steps_aside_and_goes_on(process: ModelProcess, gate: Any) -> None:
    background = process.background_generator.stream(
        user(f"say one;gate {gate.path};say two;say three"), CancelToken()
    )
    gate.wait_until_reached()
    number = process.next_id()
    question = process.submit(Generate(number, tuple(user("say quick")), 10))
    assert process.generator.count_tokens(user("queued by now")) == 3
    gate.open()
    assert question.wait(None).text == "quick"  # type: ignore[union-attr]
    assert "".join(background) == "onetwothree"


def test_many_threads_at_once(process: ModelProcess) -> None:
    """P182: one worker for each model object."""

    def one(number: int) -> bool:
        text = f"text {number}"
        vectors = process.embedder.embed_queries([text], CancelToken())
        passages = process.embedder.embed_passages([text] * 3, CancelToken())
        return (
            vectors[0, 1] == text_code(f"query: {text}")
            and bool(np.all(passages[:, 1] == text_code(f"passage: {text}")))
            and say(process, f"say {text}") == text
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(40)))


# Cancelling


def test_cancel_between_tokens_keeps_the_process(process: ModelProcess, notices: Any) -> None:
    token = CancelToken()
    stream = process.generator.stream(user("forever"), token)
    next(stream)
    pid = process.pid
    token.cancel()
    with pytest.raises(Cancelled):
        for _ in stream:
            pass
    assert say(process, "say next") == "next"
    assert process.pid == pid
    assert notices.empty()


def test_cancelled_token_starts_nothing(process: ModelProcess) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        process.embedder.embed_passages(["a"], token)
    with pytest.raises(Cancelled):
        process.generator.stream(user("say a"), token)
    assert process.pid is None


def test_dropped_answer_stops_the_model(process: ModelProcess) -> None:
    stream = process.generator.stream(user("forever"), CancelToken())
    next(stream)
    pid = process.pid
    stream.close()
    assert say(process, "say next") == "next"
    assert process.pid == pid


def test_queued_request_is_cancelled_while_another_runs(process: ModelProcess, gate: Any) -> None:
    stream = process.generator.stream(user(f"gate {gate.path};say done"), CancelToken())
    gate.wait_until_reached()
    token = CancelToken()
    queued = process.generator.stream(user("say never"), token)
    token.cancel()
    with pytest.raises(Cancelled):
        next(queued)
    gate.open()
    assert "".join(stream) == "done"


def test_model_that_does_not_react_is_ended_silently(process: ModelProcess, gate: Any, notices: Any) -> None:
    token = CancelToken()
    stream = process.generator.stream(user(f"gate {gate.path}"), token)
    gate.wait_until_reached()
    pid = process.pid
    assert pid is not None
    other = process.submit(Generate(process.next_id(), tuple(user("say sent again")), 10))
    token.cancel()
    with pytest.raises(Cancelled):
        next(stream)
    wait_for_end(pid)
    assert other.wait(None).text == "sent again"  # type: ignore[union-attr]
    assert process.pid != pid
    assert notices.empty()


def test_cancelled_passages_do_not_hold_up_background_work(process: ModelProcess, gate: Any) -> None:
    token = CancelToken()
    with ThreadPoolExecutor(1) as pool:
        texts = [f"gate {gate.path}", "never"]
        passages = pool.submit(process.embedder.embed_passages, texts, token)
        gate.wait_until_reached()
        token.cancel()
        with pytest.raises(Cancelled):
            passages.result()
    gate.open()
    assert "".join(process.background_generator.stream(user("say done"), CancelToken())) == "done"


# When the process ends by itself


def test_end_during_an_answer_is_told_once_and_the_next_one_works(
    process: ModelProcess, notices: Any
) -> None:
    stream = process.generator.stream(user("say begun;die"), CancelToken())
    with pytest.raises(UserError, match="language model stopped"):
        list(stream)
    assert say(process, "say well") == "well"
    assert notices.get(timeout=30) == NOTICE
    assert notices.empty()


def test_passages_are_tried_again_once(process: ModelProcess, notices: Any, tmp_path: Path) -> None:
    texts = ["a", f"die-once {tmp_path / 'mark'}", "b"]
    vectors = process.embedder.embed_passages(texts, CancelToken())
    assert [row[1] for row in vectors] == [text_code(f"passage: {text}") for text in texts]
    assert notices.get(timeout=30) == NOTICE
    assert notices.empty()


def test_text_that_always_ends_the_process_is_an_error(process: ModelProcess, notices: Any) -> None:
    with pytest.raises(UserError, match="language model stopped"):
        process.embedder.embed_passages(["a", "die"], CancelToken())
    assert process.embedder.embed_passages(["fine"], CancelToken()).shape == (1, 2)
    assert notices.get(timeout=30) == NOTICE
    assert notices.empty()


def test_killed_while_idle(process: ModelProcess, notices: Any) -> None:
    say(process, "say hello")
    pid = process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert notices.get(timeout=30) == NOTICE
    assert say(process, "say again") == "again"
    assert notices.empty()


def test_model_that_ends_the_process_at_each_load_is_left_alone(
    start: Start, embedder_spec: ModelSpec
) -> None:
    now = [0.0]
    process = start(clock=lambda: now[0])
    embedder_spec.path.write_text("die")
    for _ in range(2):
        with pytest.raises(UserError):
            process.embedder.embed_queries(["q"], CancelToken())
    with pytest.raises(UserError, match="keeps stopping"):
        process.embedder.embed_queries(["q"], CancelToken())
    assert process.pid is None
    assert say(process, "say the chat model is well") == "the chat model is well"
    now[0] = 61.0
    embedder_spec.path.write_text("fine")
    assert process.embedder.embed_queries(["q"], CancelToken()).shape == (1, 2)


# Problems a person can act on, and bugs


def test_missing_file_is_named_and_may_come_back(process: ModelProcess, embedder_spec: ModelSpec) -> None:
    embedder_spec.path.unlink()
    with pytest.raises(UserError, match="embedder\\.gguf"):
        process.embedder.embed_queries(["q"], CancelToken())
    assert say(process, "say chat works") == "chat works"
    embedder_spec.path.write_text("fine")
    assert process.embedder.embed_queries(["q"], CancelToken()).shape == (1, 2)


def test_damaged_file_is_named(process: ModelProcess, chat_spec: ModelSpec) -> None:
    chat_spec.path.write_text("damaged")
    with pytest.raises(UserError, match="chat\\.gguf"):
        say(process, "say x")


def test_no_model_chosen(start: Start) -> None:
    process = start(embedder=None, generator=None)
    for call in (
        lambda: process.embedder.info,
        lambda: process.embedder.count_tokens(["a"]),
        lambda: process.embedder.embed_queries(["a"], CancelToken()),
        lambda: process.generator.info,
        lambda: process.generator.count_tokens(user("a")),
        lambda: process.generator.stream(user("a"), CancelToken()),
        lambda: process.generator.yes_no(user("a"), CancelToken()),
    ):
        with pytest.raises(UserError, match="model is set up"):
            call()
    assert process.pid is None


def test_bug_in_the_model_process_travels_with_its_traceback(process: ModelProcess, notices: Any) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        process.generator.yes_no(user("bug"), CancelToken())
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        process.embedder.embed_queries(["bug"], CancelToken())
    assert say(process, "say alive") == "alive"
    assert notices.empty()


# The end


def test_close_frees_waiting_callers_and_refuses_new_ones(process: ModelProcess, gate: Any) -> None:
    stream = process.generator.stream(user(f"gate {gate.path}"), CancelToken())
    gate.wait_until_reached()
    pid = process.pid
    assert pid is not None
    closer = threading.Thread(target=process.close)
    closer.start()
    with pytest.raises(Cancelled):
        next(stream)
    closer.join()
    wait_for_end(pid)
    with pytest.raises(Cancelled):
        process.embedder.embed_queries(["q"], CancelToken())
    process.close()


_PROGRAM = """
import os, sys
from pathlib import Path
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.llm.model_process import ModelProcess, ModelSpec
if __name__ == "__main__":
    spec = ModelSpec(Path(sys.argv[1]), "id", "name")
    process = ModelProcess(
        embedder=None, generator=spec, threads=1, on_notice=print, backend="llm_fake_backend"
    )
    modules = "".join(process.generator.stream([ChatMessage("user", "modules")], CancelToken()))
    print(f"{process.pid} [{modules}]", flush=True)
    os._exit(3)
"""


def test_process_ends_with_its_parent_and_knows_no_qt(tmp_path: Path, chat_spec: ModelSpec) -> None:
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM)
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    done = subprocess.run(
        [sys.executable, str(program), str(chat_spec.path)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (3, "")
    pid, modules = done.stdout.split(maxsplit=1)
    assert modules.strip() == "[]"
    wait_for_end(int(pid))
    assert not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]
