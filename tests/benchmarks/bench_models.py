"""Measure the models through the model process: python tests/benchmarks/bench_models.py [--small] [FOLDER].

Prints chunks a second, the time of a question, first token, tokens a second, the time of a judgement with and
without its beginning in the cache, and how long a cancellation takes. Run it on an otherwise idle machine.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop.domain.errors import Cancelled
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.llm.model_process import ModelProcess, ModelSpec

FOLDER = Path(os.environ.get("CARREL_MODELS", Path(__file__).resolve().parents[2] / ".cache" / "models"))
FACTS = (
    "The pump {n} was installed in May 2019 by Hanna Olsen and its maximum pressure is 6.5 bar. It must "
    "be serviced every 14 months, and the filter is to be changed twice a year by a trained person. The "
    "motor is painted green and stands on a steel frame next to the boiler in the cellar of building C. "
    "Spare parts are ordered from the maker in Bergen, who delivers within three weeks; the keys hang in "
    "the office. When the red lamp is lit the pump has to be switched off at once and the janitor called. "
)
JUDGE = (
    "You judge texts. You get a text and a question. Decide whether the text states the answer to exactly "
    "this question, about the same thing, the same place and the same time. A text that only speaks of "
    "something similar does not state the answer. Reply with one word, Yes or No."
)


def show(line: str) -> None:
    """Write one line of the report."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def median_time(times: list[float]) -> float:
    """Return the middle of some durations in seconds."""
    return sorted(times)[len(times) // 2]


def bench_embedder(process: ModelProcess, rounds: int) -> None:
    """Print the speed of passages and of questions."""
    token = CancelToken()
    begin = time.perf_counter()
    info = process.embedder.info
    show(f"{info.name}: ready after {time.perf_counter() - begin:.2f} s (process start and load)")
    chunks = [FACTS.format(n=number) * 2 for number in range(20)]
    chunks = [" ".join(chunk.split()[:135]) for chunk in chunks]
    length = sum(process.embedder.count_tokens(chunks)) // len(chunks)
    process.embedder.embed_passages(chunks[:3], token)
    speeds = []
    for _ in range(rounds):
        begin = time.perf_counter()
        process.embedder.embed_passages(chunks, token)
        speeds.append(len(chunks) / (time.perf_counter() - begin))
    show(f"  {length} tokens a chunk: best {max(speeds):.1f}, worst {min(speeds):.1f} chunks a second")
    times = []
    for number in range(30):
        begin = time.perf_counter()
        process.embedder.embed_queries([f"how often is pump {number} serviced"], token)
        times.append(time.perf_counter() - begin)
    show(f"  question: {1000 * median_time(times):.1f} ms")


def bench_answer(process: ModelProcess) -> None:
    """Print first token and speed of an answer, and the time of a cancellation."""
    token = CancelToken()
    begin = time.perf_counter()
    system = ChatMessage("system", "Answer from the text only, in three full sentences.")
    question = [system, ChatMessage("user", FACTS.format(n=7) * 2 + "\nDescribe the pump and its care.")]
    length = process.generator.count_tokens(question)
    show(f"{process.generator.info.name}: loaded after {time.perf_counter() - begin:.2f} s, prompt {length}")
    begin = time.perf_counter()
    stream = process.generator.stream(question, token, max_tokens=100)
    next(stream)
    first = time.perf_counter() - begin
    pieces = 1 + sum(1 for _ in stream)
    speed = (pieces - 1) / (time.perf_counter() - begin - first)
    show(f"  first token {first:.2f} s, then {speed:.1f} tokens a second ({stream.finish})")
    for label, prompt, pause in (
        ("writing", question, 0),
        ("reading", [ChatMessage("user", "a b " * 1500)], 1),
    ):
        token = CancelToken()
        stream = process.generator.stream(prompt, token)
        if pause:
            time.sleep(pause)
        else:
            next(stream)
        begin = time.perf_counter()
        token.cancel()
        try:
            list(stream)
        except Cancelled:
            told = time.perf_counter() - begin
        process.generator.yes_no([ChatMessage("user", "Hi?")], CancelToken())
        free = time.perf_counter() - begin
        show(f"  cancel while {label}: {1000 * told:.0f} ms; next judgement done after {free:.2f} s")


def bench_judge(process: ModelProcess) -> None:
    """Print the time of judgements that share their beginning."""
    for number in range(4):
        text = f"Text: {FACTS.format(n=number)}\n\nQuestion: Who installed pump {number}?"
        prompt = [ChatMessage("system", JUDGE), ChatMessage("user", text)]
        begin = time.perf_counter()
        value = process.generator.yes_no(prompt, CancelToken())
        seconds = time.perf_counter() - begin
        known = "beginning cached" if number else "nothing cached"
        length = process.generator.count_tokens(prompt)
        show(f"  judgement of {length} tokens, {known}: {seconds:.2f} s ({value:.2f})")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--small", action="store_true", help="use the small chat model")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    chat = "SmolLM2-135M-Instruct.Q4_1.gguf" if options.small else "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    for name, prefixes in (
        ("all-MiniLM-L6-v2-f16.gguf", ("", "")),
        ("multilingual-e5-small-q4_0.gguf", ("query: ", "passage: ")),
    ):
        process = ModelProcess(
            embedder=ModelSpec(options.folder / name, name, name, "mean", *prefixes, max_tokens=256),
            generator=ModelSpec(options.folder / chat, chat, chat),
            threads=2,
            on_notice=show,
        )
        bench_embedder(process, options.rounds)
        if prefixes[0]:
            bench_answer(process)
            bench_judge(process)
        begin = time.perf_counter()
        process.close()
        show(f"closed in {time.perf_counter() - begin:.2f} s")


if __name__ == "__main__":
    main()
