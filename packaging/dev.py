"""Sets Carrel up from nothing and starts it, or its checks and tests.

python3 packaging/dev.py run [arguments of Carrel]
python3 packaging/dev.py test [arguments of pytest]

Only the standard library is needed. Every step is skipped when it was done before, and goes on where it was
interrupted.
"""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import dev_debian
import dev_environment
import dev_llama
import dev_ocr
from dev_steps import CACHE, ROOT, SetUpError, say, venv_environment, venv_python

RUN_MODELS = ("multilingual-e5-small", "qwen2.5-coder-1.5b-instruct")
TEST_MODELS = (*RUN_MODELS, "all-minilm-l6-v2", "smollm2-135m-instruct")
STATIC_CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff format", ("-m", "ruff", "format", "--check", ".")),
    ("ruff check", ("-m", "ruff", "check", ".")),
    ("mypy", ("-m", "mypy")),
    ("mypy packaging", ("-m", "mypy", "packaging")),
    ("lint-imports", ("lint-imports",)),
)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; return the exit status."""
    if not arguments or arguments[0] not in ("run", "test"):
        say((__doc__ or "").strip())
        return 0 if arguments[:1] in (["--help"], ["-h"]) else 2
    command, rest = arguments[0], list(arguments[1:])
    try:
        dev_environment.check_python(sys.version_info[:2])
        set_up(for_tests=command == "test")
        return test(rest) if command == "test" else run(rest)
    except SetUpError as error:
        say(f"Stopped: {error}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. The same command goes on from here.")
        return 130


def set_up(*, for_tests: bool) -> None:
    """Bring everything in place that `run` or `test` needs, saying what is done."""
    locks = ("requirements", "requirements-dev") if for_tests else ("requirements",)
    steps: list[tuple[str, Callable[[], str]]] = [
        ("system packages", lambda: dev_debian.prepare(for_tests)),
        ("Python environment", dev_environment.make),
        ("Python packages", lambda: dev_environment.install(*locks)),
        ("llama.cpp", dev_llama.install),
        ("text in pictures", lambda: dev_ocr.install(again=for_tests)),
        ("models", lambda: models(TEST_MODELS if for_tests else RUN_MODELS, required=for_tests)),
    ]
    for number, (name, step) in enumerate(steps, start=1):
        say(f"[{number}/{len(steps)}] {name}")
        started = time.monotonic()
        done = step()
        say(f"    {done} ({time.monotonic() - started:.1f} s)")


def models_folder() -> Path:
    """Return where the model files of this checkout lie."""
    return Path(os.environ.get("CARREL_MODELS") or CACHE / "models")


def models(names: Sequence[str], *, required: bool) -> str:
    """Fetch and verify models; return what was done in words."""
    script = str(ROOT / "packaging" / "fetch_models.py")
    command = [str(venv_python()), script, "--folder", str(models_folder()), *names]
    status = subprocess.run(command, check=False, env=venv_environment()).returncode
    if status == 130:
        raise KeyboardInterrupt
    if status and required:
        raise SetUpError("The tests need these models.")
    return "not complete; Carrel says what is missing" if status else "present and verified"


def has_display(environment: Mapping[str, str], system: str) -> bool:
    """Whether a window can be shown."""
    shown = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return system in ("win32", "darwin") or bool(shown)


def program_arguments(arguments: Sequence[str], display: bool) -> list[str]:
    """Return the arguments for Carrel: without a display and a wish of one's own, the tour."""
    return list(arguments) if arguments or display else ["tour", "--output", "tour-output"]


def run(arguments: Sequence[str]) -> int:
    """Start Carrel and return its exit status."""
    display = has_display(os.environ, sys.platform)
    more = {"CARREL_MODELS": str(models_folder())}
    if not display:
        more["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM", "offscreen")
    command = [str(venv_python()), "-m", "desktop", *program_arguments(arguments, display)]
    say(f"Starting Carrel{'' if display else ' without a display'}")
    return subprocess.run(command, cwd=ROOT, check=False, env=venv_environment(more)).returncode


def test(arguments: Sequence[str]) -> int:
    """Run the static checks, then pytest with `arguments`; print a summary and return the exit status."""
    results = {name: _check(name, command) for name, command in STATIC_CHECKS}
    if not any(results.values()):
        results["pytest"] = _check("pytest", ("-m", "pytest", *arguments))
    say("\nSummary")
    for name, status in results.items():
        say(f"  {name:15} {'passed' if status == 0 else f'FAILED ({status})'}")
    if "pytest" not in results:
        say("  pytest          not run, because a check before it failed")
    return int(any(results.values()))


def _check(name: str, arguments: Sequence[str]) -> int:
    """Run a program of the virtual environment, or its Python when the first argument is an option."""
    say(f"\n== {name}")
    more = {"QT_QPA_PLATFORM": "offscreen", "CARREL_MODELS": str(models_folder())}
    python = str(venv_python())
    command = (
        [python, *arguments] if arguments[0].startswith("-") else [program(arguments[0]), *arguments[1:]]
    )
    return subprocess.run(command, cwd=ROOT, check=False, env=venv_environment(more)).returncode


def program(name: str) -> str:
    """Return the path of a program of the virtual environment."""
    return str(venv_python().with_name(name + (".exe" if sys.platform == "win32" else "")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
