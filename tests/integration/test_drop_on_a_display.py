"""A real window on a real display: a dropped file can be found at once and asked about."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.models
REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def display() -> Iterator[str]:
    """Yield the name of a virtual display made for this test."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("there is no virtual display here")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    process.terminate()
    process.wait(timeout=10)


def test_a_dropped_file_is_found_and_answers(
    display: str, tmp_path: Path, models_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mooring.txt"
    file.write_text("Mooring at the Salt Quay\n\nThe mooring fee for a yacht is £18 a night.\n", "utf-8")
    environment = {
        **os.environ,
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        "CARREL_DATA": str(tmp_path / "data"),
        "CARREL_MODELS": str(models_folder),
        "PYTHONPATH": str(REPOSITORY),
    }
    done = subprocess.run(
        [
            sys.executable,
            str(REPOSITORY / "tests" / "tools" / "drop_probe.py"),
            str(file),
            "mooring fee",
            "What is the mooring fee for a yacht?",
        ],
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    with capsys.disabled():  # a measurement that is worth seeing in every run
        sys.stdout.write(f"\n{found}\n")
    assert found["platform"] == "xcb"
    assert "searchable_after_s" in found, found
    assert "£18" in found["answer"]
    assert found["cited"] == ["mooring.txt"]
