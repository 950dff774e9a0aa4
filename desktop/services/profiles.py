"""Which retrieval profile a library and each of its collections are searched with."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from desktop.config.paths import AppPaths
from desktop.domain.errors import UserError
from desktop.domain.records import Collection
from desktop.retrieval.profile import Profile
from desktop.services.changes import Changes
from desktop.services.profile_shelf import GENERAL, RESERVED, ProfileShelf, ShelvedProfile, read_file
from desktop.services.views import ProfileChoices, ProfileView
from desktop.store import collections, content_version, settings
from desktop.store.library_file import Connection, LibraryFile

_SETTING = "profile"
_GUIDE = "README.md"


@dataclass(frozen=True, slots=True)
class Profiles:
    """The profiles in use: the library's, and by collection name those of collections with another one.

    `notices` say which chosen profile cannot be used and why.
    """

    library: Profile
    own: Mapping[str, Profile]
    notices: tuple[str, ...] = ()

    def of(self, collection: str) -> Profile:
        """Return the profile a collection is searched with."""
        return self.own.get(collection, self.library)


def chosen_profiles(c: Connection, shelf: ProfileShelf, groups: list[Collection]) -> Profiles:
    """Return the profiles of the library and of the collections; "general" stands in for a bad one."""
    notices: dict[str, None] = {}

    @cache
    def usable(name: str) -> Profile:
        found = shelf.find(name)
        if found is not None and found.profile is not None:
            return found.profile
        notices[_not_usable(name, found)] = None
        return shelf.general()

    library = usable(settings.get(c, _SETTING, GENERAL))
    own = {group.name: usable(group.profile) for group in groups if group.profile}
    return Profiles(library, own, tuple(notices))


class ProfileService:
    """Lists, checks and chooses retrieval profiles. Every method may block: call it off the GUI thread."""

    def __init__(self, library: LibraryFile, paths: AppPaths) -> None:
        self._library = library
        self._shelf = ProfileShelf(paths)
        self._guide = paths.resource("profiles", _GUIDE)

    def profiles(self) -> list[ProfileView]:
        """Return the shipped profiles, then the person's own; one with an error says what is wrong."""
        return [_view(found) for found in self._shelf.profiles()]

    def choices(self) -> ProfileChoices:
        """Return what can be chosen and what is chosen."""
        with self._library.read() as c:
            library = settings.get(c, _SETTING, GENERAL)
            groups = collections.all_collections(c)
        return ProfileChoices(library, tuple(groups), tuple(self.profiles()))

    def check(self, *, file: Path) -> ProfileView:
        """Return what the profile of a file is; UserError with line and entry when it has an error."""
        found = read_file(file)
        if found.error is not None:
            raise found.error
        return _view(found)

    def use(self, *, name: str, collection: str | None = None) -> Changes:
        """Search the library, or one collection, with the profile; UserError when there is none or it is bad.

        The name "default" lets the library use "general", and a collection the library's profile.
        """
        chosen = "" if name.casefold() == RESERVED else self._usable(name).name
        with self._library.write() as c:
            if collection is None:
                settings.put(c, _SETTING, chosen or GENERAL)
                content_version.bump(c)
            else:
                found = collections.find(c, collection)
                if found is None:
                    raise collections_error(c, collection)
                collections.set_profile(c, found.id, chosen)
        return Changes(collections=True)

    def own_folder(self) -> Path:
        """Return the folder of the person's own profiles, made and with the guide to the format in it."""
        folder = self._shelf.own_folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                "The folder of profiles cannot be made",
                f"{folder}: {error.strerror}.",
                "Look whether the data folder may be written.",
            ) from error
        with suppress(OSError):  # the folder is of use without the guide
            shutil.copyfile(self._guide, folder / _GUIDE)
        return folder

    def _usable(self, name: str) -> ShelvedProfile:
        found = self._shelf.find(name)
        if found is None:
            known = ", ".join(profile.name for profile in self._shelf.profiles())
            raise UserError("Unknown profile", f"There is no profile “{name}”.", f"There are: {known}.")
        if found.error is not None:
            raise found.error
        return found


def collections_error(c: Connection, name: str) -> UserError:
    """Return the error for a collection that does not exist, with the names of those that do."""
    known = ", ".join(group.name for group in collections.all_collections(c)) or "none yet"
    return UserError("Unknown collection", f"There is no collection “{name}”.", f"There are: {known}.")


def _not_usable(name: str, found: ShelvedProfile | None) -> str:
    if found is None or found.error is None:
        return f"There is no profile “{name}” any more; “{GENERAL}” is used."
    return f"The profile “{name}” cannot be used, “{GENERAL}” is. {found.error.detail}"


def _view(found: ShelvedProfile) -> ProfileView:
    return ProfileView(
        name=found.name,
        description=found.profile.description if found.profile is not None else "",
        own=found.own,
        path=str(found.path),
        error=found.error.detail if found.error is not None else "",
    )
