"""The tour in a process of its own: real window, real models, and no attempt to reach a network."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.models
REPOSITORY = Path(__file__).resolve().parents[2]


def test_tour_goes_as_it_should_and_never_connects(tmp_path: Path, models_folder: Path) -> None:
    traced = shutil.which("strace") is not None
    log = tmp_path / "connects.txt"
    trace = ["strace", "-f", "-qq", "-e", "trace=connect,sendto", "-o", str(log)] if traced else []
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "CARREL_DATA": str(tmp_path / "data"),
        "CARREL_MODELS": str(models_folder),
    }
    done = subprocess.run(
        [*trace, sys.executable, "-m", "desktop", "tour", "--json", "--output", str(tmp_path / "out")],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert done.returncode == 0, (report["problem"], [a["answer"] for a in report["answers"]], done.stderr)
    assert report["ok"]
    assert [a["outcome"] == "deflected" for a in report["answers"]] == [False, False, True]
    assert all(Path(picture).stat().st_size > 10_000 for picture in report["screenshots"])
    if traced:
        reached = [line for line in log.read_text("utf-8").splitlines() if re.search(r"AF_INET6?\b", line)]
        assert not reached, reached
