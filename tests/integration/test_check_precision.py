"""The check of answers on labelled sentences: what it lets stand and what it stops; the real embedder."""

import sys
from pathlib import Path

import pytest
from facts import FACTS

from desktop.app import build
from desktop.services.calibration import calibration

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from check_precision import accepted, table
from labelled_pairs import SUPPORTED, UNSUPPORTED, Fact, labelled_pairs

pytestmark = pytest.mark.models

# Three words torn off the end of a sentence say little by themselves; some are rightly not enough.
LEAST_ACCEPTED = {"whole sentence": 0.9, "bare answer": 0.7}
LEAST_REJECTED = {"other number": 1.0, "other name": 0.95, "turned round": 0.9, "other passage": 0.95}
WHOLE = tuple(f"{statement} That was decided at the meeting in May." for statement, _ in FACTS)


def test_what_is_true_stands_and_what_is_spoiled_does_not(data_folder: Path, models_folder: Path) -> None:
    facts = [
        Fact(passage, question, " ".join(statement.rstrip(".").split()[-3:]))
        for passage, (statement, question) in zip(WHOLE, FACTS, strict=True)
    ]
    app = build(data=data_folder, models=models_folder)
    try:
        embedder = app.host.embedder()
        measured = calibration(app.paths, embedder.info.id)
        assert measured is not None
        verdicts = accepted(labelled_pairs(facts), embedder, measured.support)
    finally:
        app.close()
    shown = "\n".join(table(verdicts))
    for kind in SUPPORTED:
        assert sum(verdicts[kind]) >= LEAST_ACCEPTED[kind] * len(verdicts[kind]), shown
    for kind in UNSUPPORTED:
        assert verdicts[kind], f"no pair of the kind “{kind}” was made"
        assert len(verdicts[kind]) - sum(verdicts[kind]) >= LEAST_REJECTED[kind] * len(verdicts[kind]), shown
