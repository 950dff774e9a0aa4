"""The set-up: what is skipped, what is asked of the system, how the program and the checks are started."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import dev
import dev_debian
import dev_environment
import dev_llama
import dev_steps
import pytest

ROOT = Path(dev.__file__).resolve().parents[1]


def test_a_step_is_skipped_only_with_the_same_key(tmp_path: Path) -> None:
    stamp = tmp_path / "stamps" / "step"
    assert not dev_steps.is_current(stamp, "one")
    dev_steps.finish(stamp, "one")
    assert dev_steps.is_current(stamp, "one")
    assert not dev_steps.is_current(stamp, "two")


def test_a_digest_tells_parts_apart() -> None:
    assert dev_steps.digest("a", "bc") == dev_steps.digest("a", b"bc")
    assert dev_steps.digest("a", "bc") != dev_steps.digest("ab", "c")


def test_progress_lines_are_thinned() -> None:
    times = iter([0.0, 0.0, 1.0, 2.5, 2.5, 3.0])
    throttle = dev_steps.Throttle(2.0, lambda: next(times))
    assert [throttle.due() for _ in range(4)] == [True, False, True, False]


def test_a_failing_command_shows_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    code = "print('first'); print('what went wrong'); raise SystemExit(3)"
    with pytest.raises(dev_steps.SetUpError, match="failed"):
        dev_steps.run_quietly([sys.executable, "-c", code], lambda _line: None)
    assert "what went wrong" in capsys.readouterr().out


def test_a_command_shows_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    dev_steps.run_quietly([sys.executable, "-c", "print('[3/9] x')"], dev_llama.step_of_build)
    assert capsys.readouterr().out == "      compiling llama.cpp, 3 of 9\n"


def test_debian_packages_for_running_and_for_tests() -> None:
    run = dev_debian.wanted(for_tests=False, has_compiler=True, has_venv=True)
    test = dev_debian.wanted(for_tests=True, has_compiler=False, has_venv=False)
    assert set(test) - set(run) == {"strace", "xdotool", "xvfb", "g++", "python3-venv"}
    assert list(test) == sorted(test)


def test_missing_debian_packages() -> None:
    assert dev_debian.missing(["libgl1", "libglib2.0-0", "xvfb"], {"libgl1", "libglib2.0-0t64"}) == ["xvfb"]


def test_without_root_the_one_command_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert not dev_debian._install(["xvfb", "strace"])
    assert "sudo apt-get install -y --no-install-recommends xvfb strace\n" in capsys.readouterr().out


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert dev_debian.prepare(for_tests=True) == "left to you on this system"


def test_lines_of_pip_become_progress() -> None:
    progress = dev_environment.counting("requirements", {"numpy": "2", "lxml": "6"})
    assert progress("Collecting numpy==2.4 (from -r x)\n") == "requirements: numpy, 1 of 2"
    assert progress("  Downloading numpy-2.4.whl (16 MB)\n") is None
    assert progress("Requirement already satisfied: lxml==6.1 in x\n") == "requirements: lxml, 2 of 2"
    assert progress("Installing collected packages: numpy\n") == "requirements: unpacking 2 packages"


def test_an_old_python_is_told_so() -> None:
    dev_environment.check_python((3, 11))
    with pytest.raises(dev_steps.SetUpError, match=r"3\.11"):
        dev_environment.check_python((3, 10))


def test_the_wheel_is_filed_under_what_changes_it() -> None:
    keys = {
        dev_llama.build_key("lock", ["-DA=ON"], "avx2"),
        dev_llama.build_key("lock 2", ["-DA=ON"], "avx2"),
        dev_llama.build_key("lock", ["-DA=OFF"], "avx2"),
        dev_llama.build_key("lock", ["-DA=ON"], "avx512"),
    }
    assert len(keys) == 4
    assert dev_llama.build_key("lock", ["-DA=ON"], "avx2") in keys


def test_own_options_come_after_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_VULKAN=ON  -DGGML_NATIVE=OFF")
    assert dev_llama.options()[-2:] == ["-DGGML_VULKAN=ON", "-DGGML_NATIVE=OFF"]


def test_a_display_is_seen() -> None:
    assert dev.has_display({"DISPLAY": ":0"}, "linux")
    assert dev.has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert dev.has_display({}, "darwin")
    assert not dev.has_display({"DISPLAY": ""}, "linux")


def test_without_a_display_the_tour_is_given() -> None:
    assert dev.program_arguments([], display=False) == ["tour", "--output", "tour-output"]
    assert dev.program_arguments([], display=True) == []
    assert dev.program_arguments(["ask", "why?"], display=False) == ["ask", "why?"]


def test_all_static_checks_run_before_the_tests_are_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []

    def check(name: str, command: object) -> int:
        ran.append(name)
        return 1 if name == "ruff check" else 0

    monkeypatch.setattr(dev, "_check", check)
    assert dev.test([]) == 1
    assert ran == [name for name, _ in dev.STATIC_CHECKS]
    assert "ruff check      FAILED (1)" in capsys.readouterr().out


def test_the_tests_get_their_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(dev, "_check", lambda _name, command: commands.append(tuple(command)) or 0)
    assert dev.test(["-k", "fusion"]) == 0
    assert commands[-1][-2:] == ("-k", "fusion")


def test_an_unknown_command_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["walk"]) == 2
    assert dev.main(["--help"]) == 0
    assert "packaging/dev.py run" in capsys.readouterr().out


def test_the_scripts_need_only_the_standard_library() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import dev"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT / "packaging")], check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()


def lock(name: str) -> dict[str, str]:
    return dev_environment.pinned((ROOT / "packaging" / f"{name}.lock").read_text(encoding="utf-8"))


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=!~\[ ;]", line)[0].lower() for line in project["dependencies"]}
    assert wanted <= lock("requirements").keys() | lock("requirements-llama").keys()
    assert f"llama-cpp-python=={lock('requirements-llama')['llama-cpp-python']}" in project["dependencies"]


def test_the_lock_files_agree() -> None:
    run, more = lock("requirements"), lock("requirements-dev")
    assert {name: run[name] for name in run.keys() & more.keys()} == {
        name: more[name] for name in run.keys() & more.keys()
    }


@pytest.mark.parametrize(
    "name", ["requirements", "requirements-dev", "requirements-build", "requirements-llama"]
)
def test_every_pin_has_hashes(name: str) -> None:
    text = (ROOT / "packaging" / f"{name}.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(lock(name))
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_models_of_the_set_up_are_in_the_catalogue() -> None:
    catalogue = tomllib.loads((ROOT / "resources" / "models.toml").read_text(encoding="utf-8"))
    assert set(dev.TEST_MODELS) == {model["id"] for model in catalogue["model"]}
    assert set(dev.RUN_MODELS) == {model["id"] for model in catalogue["model"] if model.get("default")}
