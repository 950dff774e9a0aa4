"""summaries, as a shell sees it."""

from collections.abc import Callable
from pathlib import Path

from cli_running import Run
from service_fakes import FakeHost

Write = Callable[[str, str], Path]
LONG = "\n\n".join(
    f"# Part {n}\n\nValve {n} is turned by a quarter. " + "It is green. " * 60 for n in range(6)
)


def test_what_waits_is_told_and_the_choice_is_kept(carrel: Run, write: Write) -> None:
    carrel("add", write("manual.md", LONG))
    first = carrel("summaries", "--json").json
    assert (first["choice"], first["written"], first["waiting"], first["writes"]) == ("auto", 0, 1, True)
    assert first["seconds_left"] > 0
    assert carrel("summaries", "never", "--json").json["writes"] is False
    assert "0 written, 1 to be written, chosen: never" in carrel("summaries").out


def test_writing_needs_a_chat_model(carrel: Run, write: Write, host: FakeHost) -> None:
    host.the_generator = None
    carrel("add", write("manual.md", LONG))
    ran = carrel("summaries", "write")
    assert ran.status == 1
    assert carrel("summaries", "--json").json["waiting"] == 1
