"""Writes the bill of materials of a frozen program in CycloneDX 1.6 (JSON)."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from licences import Part

_SPECIFICATION = "1.6"
_OURS = uuid.UUID("3f1b6c1e-6b0f-5a52-9d0c-6e0f2f0c7a11")  # names the documents of this project


@dataclass(frozen=True)
class Model:
    """A model file that an installer carries."""

    name: str
    file: str
    licence: str
    sha256: str


def write(target: Path, version: str, parts: Sequence[Part], models: Sequence[Model]) -> None:
    """Write the bill of materials of Carrel `version`."""
    target.write_text(json.dumps(document(version, parts, models), indent=2) + "\n", encoding="utf-8")


def document(version: str, parts: Sequence[Part], models: Sequence[Model]) -> dict[str, Any]:
    """Return the document; the same contents give the same document, its serial number included."""
    components = [*map(_of_part, parts), *map(_of_model, models)]
    serial = uuid.uuid5(_OURS, json.dumps([version, components], sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": _SPECIFICATION,
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "carrel",
                "name": "carrel",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": components,
        "dependencies": [{"ref": "carrel", "dependsOn": [component["bom-ref"] for component in components]}],
    }


def _of_part(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "library", "bom-ref": f"{part.name}@{part.version}", "name": part.name}
    if part.version:
        found["version"] = part.version
    if part.python:
        found["purl"] = f"pkg:pypi/{part.name.lower().replace('_', '-')}@{part.version}"
    # A name and no identifier: packages write their licence as they like.
    return found | {"licenses": [{"license": {"name": part.licence}}]}


def _of_model(model: Model) -> dict[str, Any]:
    return {
        "type": "machine-learning-model",
        "bom-ref": model.file,
        "name": model.name,
        "hashes": [{"alg": "SHA-256", "content": model.sha256}],
        "licenses": [{"license": {"id": model.licence}}],
    }
