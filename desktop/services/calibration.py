"""The measured floors of embedding models, shipped and a person's own."""

import json
import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from desktop.config.paths import AppPaths
from desktop.domain.errors import UserError
from desktop.retrieval.gate import Floors, LogisticGate

_log = logging.getLogger(__name__)

FILE = "calibration.toml"
ANY_MODEL = ""
_PARTS = ("passages", "sentences", "evidence", "words")


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured for one embedding model; without `floors` it is what holds for any.

    `passages` decides after retrieval alone, `sentences` once the nearest sentence is known, `evidence`
    once the chat model's verdict on its passage is known too; `words` where there are no vectors, the same
    for every model. `support` is the least cosine of a sentence to the sentence that supports it.
    """

    floors: Floors | None
    passages: LogisticGate | None = None
    sentences: LogisticGate | None = None
    evidence: LogisticGate | None = None
    words: LogisticGate | None = None
    support: float = 0.0


def calibration(paths: AppPaths, model_id: str) -> Calibration | None:
    """Return the calibration of a model (its id begins with the hash of its file).

    What the person measured goes before what ships; what they did not measure is taken from the latter. A
    model that nobody measured gets the gate that holds for any, None where there is none.
    """
    known = _read(paths.resource(FILE), 0)
    any_model = known.get(ANY_MODEL)
    shipped = _of(known, model_id) or any_model
    if shipped is not None and any_model is not None:
        shipped = replace(shipped, words=any_model.words)
    own = _of(_persons(paths.calibration), model_id)
    if own is None or shipped is None:
        return own or shipped
    return replace(
        own,
        passages=own.passages or shipped.passages,
        sentences=own.sentences or shipped.sentences,
        evidence=own.evidence or shipped.evidence,
        words=own.words or shipped.words,
        support=own.support or shipped.support,
    )


def save(file: Path, model_id: str, measured: Calibration) -> None:
    """Write a model's calibration to the person's file; the entries of other models stay."""
    entries = {key: entry for key, entry in _persons(file).items() if not model_id.startswith(key)}
    entries[model_id] = measured
    lines = ["# Written by carrel calibrate.", *(_toml(key, entry) for key, entry in sorted(entries.items()))]
    fresh = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text("\n".join(lines), "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise UserError(
            "Calibration not saved",
            f"{file} could not be written: {error.strerror}.",
            "Check the free space and that you may write there.",
        ) from error


def _of(entries: Mapping[str, Calibration], model_id: str) -> Calibration | None:
    return next((entry for key, entry in entries.items() if key and model_id.startswith(key)), None)


def _persons(file: Path) -> dict[str, Calibration]:
    """Return what the person's file holds; one that cannot be used is as good as none."""
    try:
        return _read(file, file.stat().st_mtime_ns)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        _log.warning("%s cannot be used: %s", file, error)
        return {}


@lru_cache(maxsize=8)
def _read(file: Path, _version: int) -> dict[str, Calibration]:
    raw = tomllib.loads(file.read_text("utf-8"))
    return {entry["model"]: _entry(entry) for entry in raw.get("embedder", [])}


def _entry(raw: dict[str, Any]) -> Calibration:
    floors = None
    if raw["model"] != ANY_MODEL:
        floors = Floors(answer=raw["answer_floor"], lexical_support=raw["lexical_support_floor"])
    return Calibration(
        floors=floors,
        passages=_gate(raw.get("passages")),
        sentences=_gate(raw.get("sentences")),
        evidence=_gate(raw.get("evidence")),
        words=_gate(raw.get("words")),
        support=raw.get("support_floor", 0.0),
    )


def _gate(raw: dict[str, Any] | None) -> LogisticGate | None:
    if raw is None:
        return None
    return LogisticGate(
        weights=raw["weights"],
        bias=raw["bias"],
        threshold=raw["threshold"],
        lenient=raw.get("lenient"),
        means=raw.get("means", {}),
        scales=raw.get("scales", {}),
    )


def _toml(model_id: str, measured: Calibration) -> str:
    lines = ["\n[[embedder]]", f"model = {json.dumps(model_id)}", f"support_floor = {measured.support}"]
    if measured.floors is not None:
        lines.append(f"answer_floor = {measured.floors.answer}")
        lines.append(f"lexical_support_floor = {measured.floors.lexical_support}")
    for part in _PARTS:
        model: LogisticGate | None = getattr(measured, part)
        if model is None:
            continue
        lines += [f"\n[embedder.{part}]", f"bias = {model.bias}", f"threshold = {model.threshold}"]
        if model.lenient is not None:
            lines.append(f"lenient = {model.lenient}")
        for name in ("weights", "means", "scales"):
            values: Mapping[str, float] = getattr(model, name)
            lines.append(f"{name} = {{ {', '.join(f'{key} = {value}' for key, value in values.items())} }}")
    return "\n".join(lines) + "\n"
