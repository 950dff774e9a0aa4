"""The retrieval profiles there are: those that ship with Carrel and the person's own files."""

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.config.paths import AppPaths
from desktop.domain.errors import UserError
from desktop.retrieval.profile import Profile, read_profile
from desktop.services.valid_text import valid_text

GENERAL = "general"
RESERVED = "default"  # the word for "as the library" on the command line
_LARGEST = 256 * 1024  # bytes of a profile file
_NAME = re.compile(r"""^[ \t]*name[ \t]*=[ \t]*["']([^"'\n]+)["']""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShelvedProfile:
    """A profile file by the name it is chosen by; one of `profile` and `error` is None."""

    name: str
    path: Path
    own: bool
    profile: Profile | None = None
    error: UserError | None = None


class ProfileShelf:
    """Reads profile files, each again when it has changed. Safe to use from several threads."""

    def __init__(self, paths: AppPaths) -> None:
        self._shipped_folder = paths.resource("profiles")
        self._own_folder = paths.profiles
        self._lock = threading.Lock()
        self._read: dict[Path, tuple[tuple[int, int], ShelvedProfile]] = {}

    @property
    def own_folder(self) -> Path:
        """The folder of the person's own profiles, which may not exist yet."""
        return self._own_folder

    def profiles(self) -> list[ShelvedProfile]:
        """Return every profile, "general" first, shipped ones before own ones; a bad file has its error."""
        shipped = [self._shelved(path, own=False) for path in _files(self._shipped_folder)]
        shipped.sort(key=lambda profile: (profile.name != GENERAL, profile.name))
        taken = {profile.name.casefold(): profile for profile in shipped}
        own = [self._once(self._shelved(path, own=True), taken) for path in _files(self._own_folder)]
        return [*shipped, *own]

    def general(self) -> Profile:
        """Return the profile that is used where no other can be."""
        found = self._shelved(self._shipped_folder / f"{GENERAL}.toml", own=False)
        if found.profile is None:
            raise found.error or FileNotFoundError(found.path)
        return found.profile

    def find(self, name: str) -> ShelvedProfile | None:
        """Return the profile of this name (case does not matter), None when there is no such file."""
        wanted = name.casefold()
        return next((found for found in self.profiles() if found.name.casefold() == wanted), None)

    def _shelved(self, path: Path, *, own: bool) -> ShelvedProfile:
        try:
            state = path.stat()
        except OSError as error:
            return ShelvedProfile(path.stem, path, own, error=_unreadable(path, error))
        stamp = (state.st_mtime_ns, state.st_size)
        with self._lock:
            known = self._read.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = read_file(path, own=own)
        with self._lock:
            self._read[path] = (stamp, found)
        return found

    @staticmethod
    def _once(found: ShelvedProfile, taken: dict[str, ShelvedProfile]) -> ShelvedProfile:
        """Return the profile, with an error when an earlier one has its name."""
        first = taken.setdefault(found.name.casefold(), found)
        if first is found or found.error is not None:
            return found
        holder = f"the file {first.path.name}" if first.own else "a profile that ships with Carrel"
        detail = f"In {found.path.name}: `name` is “{found.name}”, the name of {holder}."
        return ShelvedProfile(
            found.path.stem, found.path, found.own, error=_error(detail, "Choose another name.")
        )


def read_file(path: Path, *, own: bool = True) -> ShelvedProfile:
    """Return the profile of one file, or its error."""
    text = ""
    try:
        text = _text(path)
        profile = read_profile(text, path.name)
        if own and profile.name.casefold() == RESERVED:
            raise _error(
                f"In {path.name}: the name “{RESERVED}” means the library's.", "Choose another name."
            )
    except UserError as error:
        name = _NAME.search(f"\n{text}".split("\n[", 1)[0])
        return ShelvedProfile(name[1] if name else valid_text(path.stem), path, own, error=error)
    return ShelvedProfile(profile.name, path, own, profile)


def _files(folder: Path) -> Sequence[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() == ".toml")
    except OSError:
        return ()


def _text(path: Path) -> str:
    """Return the text of a profile file; UserError when it cannot be read as UTF-8."""
    try:
        if path.exists() and not path.is_file():
            raise _error(f"{path.name} is no file.", "Save the profile as a text file.")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > _LARGEST:
        raise _error(f"{path.name} is larger than {_LARGEST // 1024} kB.", "Shorten its lists.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        detail = f"In {path.name}, line {line}: the text is not UTF-8."
        raise _error(detail, "Save the file with the encoding UTF-8.") from error


def _unreadable(path: Path, error: OSError) -> UserError:
    return _error(f"{path.name} cannot be read: {error.strerror}.", "Look whether the file may be read.")


def _error(detail: str, advice: str) -> UserError:
    return UserError("The retrieval profile cannot be used", detail, advice)
