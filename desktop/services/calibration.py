"""The measured floors of embedding models, shipped and a person's own."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from desktop.retrieval.gate import Floors, LogisticGate

FILE = "calibration.toml"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured for one embedding model.

    `passages` decides after retrieval alone, `sentences` once the nearest sentence is known, `evidence`
    once the chat model's verdict on its passage is known too. `support` is the least cosine of a
    sentence to the sentence that supports it.
    """

    floors: Floors
    passages: LogisticGate | None = None
    sentences: LogisticGate | None = None
    evidence: LogisticGate | None = None
    support: float = 0.0


def calibration(file: Path, model_id: str) -> Calibration | None:
    """Return the calibration of a model (its id begins with the hash of its file), None if never measured."""
    entries = _read(file)
    return next((entry for key, entry in entries.items() if model_id.startswith(key)), None)


@lru_cache(maxsize=4)
def _read(file: Path) -> dict[str, Calibration]:
    raw = tomllib.loads(file.read_text("utf-8"))
    return {entry["model"]: _entry(entry) for entry in raw.get("embedder", [])}


def _entry(raw: dict[str, Any]) -> Calibration:
    return Calibration(
        floors=Floors(answer=raw["answer_floor"], lexical_support=raw["lexical_support_floor"]),
        passages=_gate(raw.get("passages")),
        sentences=_gate(raw.get("sentences")),
        evidence=_gate(raw.get("evidence")),
        support=raw.get("support_floor", 0.0),
    )


def _gate(raw: dict[str, Any] | None) -> LogisticGate | None:
    if raw is None:
        return None
    return LogisticGate(
        weights=raw["weights"],
        bias=raw["bias"],
        threshold=raw["threshold"],
        means=raw.get("means", {}),
        scales=raw.get("scales", {}),
    )
