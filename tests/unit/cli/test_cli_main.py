"""What can be typed, exit statuses, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_running import Run

from desktop import __version__
from desktop.__main__ import main
from desktop.cli import commands, run
from desktop.cli import main as cli_main
from desktop.cli.context import Context
from desktop.cli.parser import build_parser
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress

Write = Callable[[str, str], Path]
REPOSITORY = Path(__file__).resolve().parents[3]


class TestParser:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["unknown"],
            ["add"],
            ["search"],
            ["search", "q", "--mode", "magic"],
            ["search", "q", "--since", "yesterday"],
            ["search", "q", "--limit", "0"],
            ["search", "q", "--limit", "many"],
            ["search", "q", "--limit", "9" * 30],
            ["search", "q", "--multihop", "4"],
            ["ask", "q", "--multihop", "-1"],
            ["ask", "q", "--conversation", "first"],
            ["show", "d", "--from", "-1"],
            ["show", "d", "--from", "x"],
            ["models"],
            ["models", "use", "painter", "id"],
            ["remove"],
            ["--library"],
        ],
    )
    def test_wrong_usage_is_2_and_says_why(self, carrel: Run, arguments: list[str]) -> None:
        ran = carrel(*arguments)
        assert (ran.status, ran.out) == (2, "")
        assert "usage: carrel" in ran.err
        assert "_whole" not in ran.err
        assert "_positive" not in ran.err

    def test_help_and_version_need_no_library(self, carrel: Run, data_folder: Path) -> None:
        assert carrel("--version").out == f"Carrel {__version__}\n"
        for command in ("add", "search", "ask", "models"):
            ran = carrel(command, "--help")
            assert ran.status == 0
            assert "--library" in ran.out
        assert not data_folder.exists()

    @pytest.mark.parametrize(
        "command", [["status"], ["documents"], ["models", "list"], ["doctor"], ["ask", "q"]]
    )
    def test_common_options_stand_before_or_after_the_command(self, command: list[str]) -> None:
        common = ["--library", "a.carrel", "--data-dir", "folder", "--json"]
        before, after = (build_parser().parse_args(a) for a in ([*common, *command], [*command, *common]))
        for options in (before, after):
            assert (options.library, options.data_dir, options.json) == (
                Path("a.carrel"),
                Path("folder"),
                True,
            )

    def test_dates_are_iso(self) -> None:
        options = build_parser().parse_args(
            ["search", "q", "--since", "2024-05-01", "--scope", "A", "--scope", "B"]
        )
        assert (options.since, options.until, options.scope) == ("2024-05-01", None, ["A", "B"])

    def test_files_are_opened_in_the_window(self, carrel: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[dict[str, Any]] = []
        monkeypatch.setattr("desktop.window.run_window", lambda **given: opened.append(given) or 0)
        assert carrel("open", "a.pdf", "folder").status == 0
        assert carrel("open").status == 0  # from a menu
        assert carrel().status == 0
        assert [list(given["files"]) for given in opened] == [[Path("a.pdf"), Path("folder")], [], []]

    def test_every_command_has_a_function(self) -> None:
        actions = [a for a in build_parser()._actions if a.dest == "command"]
        assert set(actions[0].choices or ()) == set(cli_main._COMMANDS)


class TestPlaces:
    def test_a_library_file_of_its_own(
        self, carrel: Run, write: Write, tmp_path: Path, data_folder: Path
    ) -> None:
        library = tmp_path / "new" / "other.carrel"
        carrel("add", write("a.txt", "The ferry leaves."), "--library", library)
        assert library.exists()
        assert carrel("--library", library, "status", "--json").json["documents"] == 1
        assert carrel("status", "--json").json["documents"] == 0
        assert not list((data_folder / "temporary").iterdir())

    def test_a_data_folder_of_its_own(self, carrel: Run, tmp_path: Path, data_folder: Path) -> None:
        folder = tmp_path / "elsewhere"
        status = carrel("status", "--data-dir", folder, "--json").json
        assert status["library"] == str(folder / "library.carrel")
        assert not data_folder.exists()

    def test_a_place_that_cannot_be_used_is_a_user_error(self, carrel: Run, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        for option in ("--library", "--data-dir"):
            ran = carrel("status", option, tmp_path / "file" / "x", "--json")
            assert ran.status == 1
            assert ran.json["error"]["advice"]

    def test_a_file_that_is_no_library_is_a_user_error(self, carrel: Run, tmp_path: Path) -> None:
        (tmp_path / "story.txt").write_text("Once upon a time there was no library. " * 50, "utf-8")
        ran = carrel("status", "--library", tmp_path / "story.txt")
        assert ran.status == 1
        assert ran.out == ""
        assert "not a library" in ran.err


class TestErrors:
    def test_a_user_error_is_1_with_title_detail_and_advice(
        self, carrel: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_context: Context) -> None:
            raise UserError("Disk full", "There is no room “left”.", "Free some space.")

        monkeypatch.setitem(cli_main._COMMANDS, "status", fail)
        ran = carrel("status", "--json")
        assert ran.status == 1
        assert ran.json == {
            "error": {
                "title": "Disk full",
                "detail": "There is no room “left”.",
                "advice": "Free some space.",
            }
        }
        people = carrel("status")
        assert people.out == ""
        assert people.err == "Disk full: There is no room “left”.\nFree some space.\n"

    def test_a_bug_is_not_hidden(self, carrel: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def bug(_context: Context) -> None:
            raise ZeroDivisionError

        monkeypatch.setitem(cli_main._COMMANDS, "status", bug)
        with pytest.raises(ZeroDivisionError):
            carrel("status")

    def test_without_a_command_the_window_opens(self, carrel: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[Context] = []
        monkeypatch.setattr(commands, "window", opened.append)
        assert carrel().status == 0
        assert len(opened) == 1

    def test_a_reader_that_has_seen_enough_is_no_error(self, tmp_path: Path) -> None:
        script = "import sys, desktop.cli as cli, desktop.cli.main as m\n"
        script += "m._COMMANDS['status'] = lambda c: [c.print('x' * 70) for _ in range(9999)]\n"
        script += "sys.exit(cli.run(['status']))"
        with subprocess.Popen(
            [sys.executable, "-c", script], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 1

    def test_output_is_utf8_whatever_the_system_prefers(self) -> None:
        environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
        ran = subprocess.run(
            [sys.executable, "-m", "desktop", "show", "仓库", "--json"],
            cwd=REPOSITORY,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert ran.returncode == 1
        assert "仓库" in json.loads(ran.stdout.decode("utf-8"))["error"]["detail"]
        assert "仓库" in ran.stderr.decode("utf-8")

    def test_main_takes_the_arguments_of_the_process(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "argv", ["carrel", "--version"])
        with pytest.raises(SystemExit):
            main()
        assert __version__ in capsys.readouterr().out


class TestInterrupt:
    def test_ctrl_c_cancels_quietly(self, carrel: Run, write: Write, host: Any) -> None:
        def interrupt() -> None:
            signal.raise_signal(signal.SIGINT)
            for thread in threading.enumerate():
                if thread.name == "cancel":
                    thread.join()

        host.the_embedder.on_passages = interrupt
        before = signal.getsignal(signal.SIGINT)
        ran = carrel("add", write("a.txt", "The ferry leaves."), "--json")
        assert (ran.status, ran.out) == (130, "")
        assert ran.err == "Cancelled.\n"
        assert signal.getsignal(signal.SIGINT) is before
        host.the_embedder.on_passages = lambda: None
        assert carrel("status", "--json").json["pending"] == 1
        assert (
            carrel("add", write("a.txt", "The ferry leaves."), "--json").json["documents"][0]["state"]
            == "ready"
        )

    def test_a_second_ctrl_c_ends_hard(self, carrel: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def stubborn(_context: Context) -> None:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

        monkeypatch.setitem(cli_main._COMMANDS, "status", stubborn)
        with pytest.raises(KeyboardInterrupt):
            carrel("status")

    def test_ctrl_c_never_waits_for_the_code_it_interrupts(
        self, carrel: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def hold_the_lock(context: Context) -> None:
            with context.token._lock:
                signal.raise_signal(signal.SIGINT)
            assert context.token.wait(10)
            context.token.check()

        monkeypatch.setitem(cli_main._COMMANDS, "status", hold_the_lock)
        assert carrel("status").status == 130

    def test_another_thread_may_run_a_command(self, carrel: Run) -> None:
        statuses: list[int] = []
        thread = threading.Thread(target=lambda: statuses.append(run(["status"])))
        thread.start()
        thread.join()
        assert statuses == [0]


class TestContext:
    @pytest.fixture
    def context(self) -> Context:
        return Context(build_parser().parse_args(["status"]), CancelToken(), as_json=False)

    def test_progress_in_a_pipe_is_silent(self, context: Context, capsys: pytest.CaptureFixture[str]) -> None:
        context.report(Progress("reading", 1, 2, "a.txt"))
        assert capsys.readouterr().err == ""

    def test_progress_on_a_terminal_is_one_line_and_makes_room(
        self, context: Context, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        context.report(Progress("reading", 1, 2, "a.txt"))
        context.report(Progress("reading", 2, 2, "b.txt"))  # too soon
        context.say("A notice.")
        shown = capsys.readouterr().err
        assert shown.startswith("\rreading 1 of 2 a.txt\r")
        assert "b.txt" not in shown
        assert shown.endswith("\rA notice.\n")

    def test_the_result_does_not_stand_behind_the_progress(
        self, context: Context, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        context.report(Progress("reading", 1, 2, "a.txt"))
        context.print("1 added")
        assert capsys.readouterr().err.endswith(" \r")

    def test_json_keeps_letters(self, context: Context, capsys: pytest.CaptureFixture[str]) -> None:
        context.print_json({"name": "Größe 仓库"})
        printed = capsys.readouterr().out
        assert printed == '{"name": "Größe 仓库"}\n'
        assert json.loads(printed)["name"] == "Größe 仓库"
