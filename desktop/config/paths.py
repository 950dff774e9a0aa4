"""Where Carrel keeps things on this machine."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_APP = "Carrel"


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The folders and files of one person's Carrel. Nothing is created until it is needed."""

    data: Path
    models: Path
    resources: Path

    @property
    def library(self) -> Path:
        """The default library file."""
        return self.data / "library.carrel"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.data / "settings.json"

    @property
    def logs(self) -> Path:
        """The folder of log files and crash traces."""
        return self.data / "logs"

    @property
    def temporary(self) -> Path:
        """The folder for files that live shorter than one run."""
        return self.data / "temporary"

    @property
    def calibration(self) -> Path:
        """The file of the person's own measured floors."""
        return self.data / "calibration.toml"

    @property
    def embeddings(self) -> Path:
        """The folder of vectors that evaluations keep; it may be deleted at any time."""
        return self.data / "cache" / "embeddings"

    @property
    def profiles(self) -> Path:
        """The folder for the person's own retrieval profiles."""
        return self.data / "profiles"

    def resource(self, *parts: str) -> Path:
        """Return a file or folder that ships with Carrel."""
        return self.resources.joinpath(*parts)


def resources_folder() -> Path:
    """Return the folder of shipped resources, in a checkout as in a frozen program."""
    frozen = getattr(sys, "_MEIPASS", None)
    base = Path(frozen) if frozen else Path(__file__).resolve().parents[2]
    return base / "resources"


def app_paths(data: Path | None = None) -> AppPaths:
    """Return the paths for `data` (tests, portable use), else CARREL_DATA, else the person's data folder.

    Model files live in the data folder unless CARREL_MODELS names a folder for them.
    """
    chosen = (
        data or _from_environment("CARREL_DATA") or Path(platformdirs.user_data_dir(_APP, appauthor=False))
    )
    models = _from_environment("CARREL_MODELS") or chosen / "models"
    return AppPaths(data=chosen, models=models, resources=resources_folder())


def _from_environment(name: str) -> Path | None:
    value = os.environ.get(name, "")
    return Path(value) if value else None
