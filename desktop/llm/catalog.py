"""Finds, verifies and describes the model files on this machine."""

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import msgspec

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report, no_report
from desktop.llm.model_entry import ModelEntry, read_catalogue
from desktop.llm.model_files import VerifiedFiles, hash_file, write_whole
from desktop.llm.own_model import describe

__all__ = ["Catalog", "ModelEntry"]

OWN_FILE = "own-models.json"
_BLOCK = 1 << 20


class Catalog:
    """The known models: those of the catalogue file, and the person's own. Thread-safe.

    Model files lie in `models_folder`, or in a folder `models` beside the catalogue file, which an installer
    fills and which is never written to. Nothing is read of them until it is asked for.
    """

    def __init__(self, catalog_file: Path, models_folder: Path) -> None:
        self._folder = models_folder
        self._shipped = catalog_file.parent / "models"
        self._listed, self._families = read_catalogue(catalog_file)
        self._lock = threading.Lock()
        self._verified = VerifiedFiles(models_folder)
        self._own: tuple[ModelEntry, ...] = ()
        self._own_read = -1  # mtime_ns of the list when it was read

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """Every known model, present or not, the catalogue's first."""
        with self._lock:
            return self._listed + self._own_entries()

    def entry(self, model_id: str) -> ModelEntry:
        """Return the model with this id; UserError when there is none."""
        for entry in self.entries:
            if entry.id == model_id:
                return entry
        known = ", ".join(entry.id for entry in self.entries)
        raise UserError("Unknown model", f"There is no model {model_id}.", f"Known models: {known}.")

    def path(self, model_id: str) -> Path | None:
        """Return the model's file when it is there with the right size, else None."""
        entry = self.entry(model_id)
        for folder in (self._folder, self._shipped):
            path = folder / entry.file
            try:
                if path.stat().st_size == entry.size:
                    return path
            except OSError:
                continue
        return None

    def verify(self, model_id: str, token: CancelToken, report: Report) -> Path:
        """Return the model's file once its SHA-256 was found right; remembered until the file changes.

        Raises UserError when the file is missing or is not what the catalogue says.
        """
        entry = self.entry(model_id)
        path = self.path(model_id)
        if path is None:
            raise UserError(
                "Model missing",
                f"The file of {entry.name} is not on this machine.",
                "Get it in the settings.",
            )
        if self._verified.holds(path, entry.sha256):
            return path
        if hash_file(path, token, report, stage=f"Checking {entry.name}") != entry.sha256:
            raise UserError(
                "Damaged model file",
                f"{path} is not the file that the catalogue describes.",
                "Delete the file and get the model again.",
            )
        self._verified.remember(path, entry.sha256)
        return path

    def add_file(
        self, path: Path, token: CancelToken | None = None, report: Report = no_report
    ) -> ModelEntry:
        """Copy a person's own GGUF file into the models folder and return its entry.

        A file that the catalogue knows by its hash becomes that model. Raises UserError naming what is wrong.
        """
        token = token or CancelToken()
        described = describe(path, "", self._families)  # refuses an unusable file before it is read whole
        sha256 = hash_file(path, token, report, stage=f"Reading {path.name}")
        known = next((entry for entry in self.entries if entry.sha256 == sha256), None)
        entry = known or describe(path, sha256, self._families)
        if known is None and (self._folder / path.name).exists() and path.parent != self._folder:
            entry = replace(entry, file=f"{path.stem}-{sha256[:8]}{path.suffix}")
        target = self._folder / entry.file
        if not (target.exists() and path.samefile(target)):
            _copy(path, target, token, report, described.name)
        if known is None:
            self._add_own(entry)
        self._verified.remember(target, sha256)
        return entry

    def _add_own(self, entry: ModelEntry) -> None:
        with self._lock:
            own = [*self._own_entries(), entry]
            write_whole(self._folder / OWN_FILE, msgspec.json.format(msgspec.json.encode(own)))
            self._own_read = -1

    def _own_entries(self) -> tuple[ModelEntry, ...]:
        """Return the person's own models, read again when another process changed the list."""
        path = self._folder / OWN_FILE
        try:
            changed = path.stat().st_mtime_ns
        except OSError:
            return ()
        if changed != self._own_read:
            self._own = _read_own(path)
            self._own_read = changed
        return self._own


def _copy(source: Path, target: Path, token: CancelToken, report: Report, name: str) -> None:
    """Copy by way of a partial file, so that a cancelled copy leaves nothing that looks like a model."""
    size = source.stat().st_size
    target.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(target.parent).free < size:
        raise UserError(
            "Disk full", f"{name} needs {size / 1e9:.1f} GB in {target.parent}.", "Free some space."
        )
    partial = target.with_name(f"{target.name}.part")
    try:
        with source.open("rb") as old, partial.open("wb") as new:
            while block := old.read(_BLOCK):
                token.check()
                new.write(block)
                report(Progress(f"Copying {name}", new.tell(), size))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _read_own(path: Path) -> tuple[ModelEntry, ...]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[ModelEntry, ...])
    except (OSError, msgspec.MsgspecError):
        return ()  # the files are still there and can be added again
