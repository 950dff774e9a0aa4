"""Damaged files of every format: each ends as read or refused, and nothing else suffers."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "fuzz"))
from fuzz_readers import run, seed_files


def test_damaged_files_cost_only_themselves(tmp_path: Path) -> None:
    outcome = run(tmp_path, seed_files(tmp_path), number=40, seed=2, step=20)
    assert outcome.good, outcome
    assert sum(outcome.states.values()) == 40 + outcome.steps
    assert sum(outcome.reasons.values()) == outcome.states["refused"] + outcome.states["locked"]
    assert outcome.unforeseen == []
