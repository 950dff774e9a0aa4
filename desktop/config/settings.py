"""What a person has chosen, each option declared once."""

import contextlib
import json
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from desktop.domain.errors import UserError

_log = logging.getLogger(__name__)

VERSION = 1
_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From version n to n + 1, by n, where the form changed; each one has a test."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options. Empty model ids mean the default of the catalogue; `threads` 0 means automatic."""

    appearance: str = "system"  # system, light, dark
    language: str = "system"  # system, en, es
    embedder: str = ""
    chat: str = ""
    reranker: str = ""
    threads: int = 0
    device: str = ""  # a graphics processor by its name, "processor", or empty for automatic
    high_contrast: bool = False
    text_size: int = 100  # per cent of the size the system uses
    use_chat_model: bool = True
    recognise_text: bool = True  # in pictures and scans, where the means for it are installed
    tour_offered: bool = False
    window: str = ""  # geometry and splitters, as the window wrote them


class SettingsFile:
    """Reads and saves Settings as JSON, replacing the file in one step so that a crash keeps the old one.

    Thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._settings = self._read() or Settings()

    @property
    def current(self) -> Settings:
        """The settings as last loaded or saved."""
        return self._settings

    def change(self, **changes: Any) -> Settings:  # noqa: ANN401 - the options differ in type
        """Set the named options, save and return the new settings; UserError leaves them as they were.

        What another process has saved since stays: a window and commands use one file.
        """
        with self._lock:
            changed = replace(self._read() or self._settings, **changes)
            self._save(changed)
            self._settings = changed
        return changed

    def _read(self) -> Settings | None:
        """Return what the file holds, None when there is no file or none that can be used."""
        try:
            raw = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            _log.warning("the settings cannot be read: %s", error)
            return None
        except ValueError:
            raw = None
        if not isinstance(raw, dict):
            self._set_aside()
            return None
        return _from_json(raw)

    def _set_aside(self) -> None:
        """Keep a file that is no settings beside the new one rather than lose what is in it."""
        kept = self._path.with_suffix(".unreadable.json")
        _log.warning("%s holds no settings; kept as %s", self._path, kept.name)
        with contextlib.suppress(OSError):
            self._path.replace(kept)

    def _save(self, settings: Settings) -> None:
        text = json.dumps({"version": VERSION} | asdict(settings), indent=1, ensure_ascii=False)
        name = ""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".settings-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())  # else a power cut may leave an empty file under the new name
            Path(name).replace(self._path)
        except OSError as error:
            if name:
                Path(name).unlink(missing_ok=True)
            raise UserError(
                "Settings not saved",
                f"{self._path} could not be written: {error.strerror}.",
                "Check the free space and that you may write there.",
            ) from error


def _from_json(raw: dict[str, Any]) -> Settings:
    for version in range(_version(raw), VERSION):
        upgrade = _UPGRADES.get(version)
        raw = upgrade(raw) if upgrade is not None else raw
    known: dict[str, type] = {f.name: type(f.default) for f in fields(Settings)}
    kept: dict[str, Any] = {k: v for k, v in raw.items() if k in known and type(v) is known[k]}
    return Settings(**kept)


def _version(raw: dict[str, Any]) -> int:
    """Return the version a file was written in; one without it is taken as it is."""
    version = raw.get("version", VERSION)
    return version if isinstance(version, int) and version >= 0 else VERSION
