"""What a person has chosen, each option declared once."""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from desktop.domain.errors import UserError

VERSION = 1
_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From version n to n + 1, by n; each one has a test."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options. Empty model ids mean the default of the catalogue; `threads` 0 means automatic."""

    appearance: str = "system"  # system, light, dark
    language: str = "system"  # system, en, es
    embedder: str = ""
    chat: str = ""
    reranker: str = ""
    threads: int = 0
    text_size: int = 100  # per cent of the size the system uses
    use_chat_model: bool = True
    tour_offered: bool = False
    window: str = ""  # geometry and splitters, as the window wrote them


class SettingsFile:
    """Reads and saves Settings as JSON, replacing the file in one step so that a crash keeps the old one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._settings = self._load()

    @property
    def current(self) -> Settings:
        """The settings as last loaded or saved."""
        return self._settings

    def change(self, **changes: Any) -> Settings:  # noqa: ANN401 - the options differ in type
        """Set the named options, save and return the new settings."""
        self._settings = replace(self._settings, **changes)
        self._save()
        return self._settings

    def _load(self) -> Settings:
        try:
            raw = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError):
            self._set_aside()
            return Settings()
        return _from_json(raw) if isinstance(raw, dict) else Settings()

    def _set_aside(self) -> None:
        """Keep an unreadable file beside the new one rather than lose what is in it."""
        if self._path.exists():
            self._path.replace(self._path.with_suffix(".unreadable.json"))

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"version": VERSION} | asdict(self._settings), indent=1, ensure_ascii=False)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._path)
        except OSError as error:
            Path(name).unlink(missing_ok=True)
            raise UserError(
                "Settings not saved",
                f"{self._path} could not be written: {error.strerror}.",
                "Check the free space.",
            ) from error


def _from_json(raw: dict[str, Any]) -> Settings:
    version = raw.get("version", VERSION)
    while isinstance(version, int) and version < VERSION:
        raw = _UPGRADES[version](raw)
        version += 1
    known: dict[str, type] = {f.name: type(f.default) for f in fields(Settings)}
    kept: dict[str, Any] = {k: v for k, v in raw.items() if k in known and type(v) is known[k]}
    return Settings(**kept)
