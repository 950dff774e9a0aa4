"""Where a question is searched and with which profile: collections asked for, and those it names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop.domain.answers import SearchRequest
from desktop.domain.errors import UserError
from desktop.domain.records import Collection
from desktop.retrieval.folding import fold_text
from desktop.retrieval.profile import Expansion, Profile
from desktop.retrieval.scopes import named_scopes
from desktop.retrieval.selection import Selection
from desktop.retrieval.stopwords import function_words
from desktop.services.adding import DEFAULT_COLLECTION
from desktop.services.profile_shelf import ProfileShelf
from desktop.services.profiles import Profiles, chosen_profiles, collections_error
from desktop.store import collections, documents
from desktop.store.filters import Filter
from desktop.store.library_file import Connection

_SHORTEST_NAME = 2  # letters of a collection's name that a question can name


@dataclass(frozen=True, slots=True)
class Lane:
    """One stretch of the library with the words its profile brings.

    A lane of a `named` scope has candidates of its own, however good those of the other lanes are.
    """

    where: Filter
    expansion: Expansion
    named: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How one question is searched.

    `profile` gives the numbers. `where` is what the person asked to look at, which scores are compared with;
    `word_lanes` and `meaning_lanes` are what is searched. `collections` are the ids by name.
    """

    profile: Profile
    selection: Selection
    where: Filter
    word_lanes: tuple[Lane, ...]
    meaning_lanes: tuple[Lane, ...]
    collections: Mapping[str, int]
    notices: tuple[str, ...] = ()

    @property
    def scopes_share(self) -> bool:
        """Whether collections share the results, so that each needs passages of its own."""
        return bool(self.selection.scopes) or self.selection.enumerates

    @property
    def reach(self) -> Filter:
        """What may be shown: the named scopes alone when their profiles say so, else all of `where`."""
        if not self.selection.only_named:
            return self.where
        ids = tuple(self.collections[name] for name in self.selection.scopes if name in self.collections)
        return replace(self.where, collections=ids or (0,))  # no collection has the id 0


def plan_search(c: Connection, request: SearchRequest, shelf: ProfileShelf) -> Plan:
    """Return the plan for a request; UserError for a collection or a language the library does not have."""
    every = collections.uncounted(c)
    groups = _asked_for(c, request, every)
    chosen = chosen_profiles(c, shelf, groups)
    profile = _common(chosen, groups)
    ids = {group.name: group.id for group in groups}
    where = Filter(
        tuple(ids.values()) if request.scopes else (),
        tuple(request.documents),
        request.since,
        request.until,
        _language(c, request.language),
    )
    whole = not request.scopes and not request.documents
    aliases = _aliases(chosen, groups, missing_too=whole)
    scopes = named_scopes(fold_text(request.question), aliases) if not request.documents else ()
    own = {group.name: chosen.of(group.name) for group in groups if chosen.of(group.name) is not profile}
    own |= {scope: _profile_of_missing(chosen, groups, scope) for scope in scopes if scope not in ids}
    selection = Selection(request.question, profile, scopes, own)
    named = [
        Lane(replace(where, collections=(ids[scope],)), chosen.of(scope).expansion, named=True)
        for scope in scopes
        if scope in ids
    ]
    general = () if selection.only_named else _general_lanes(chosen, groups, where)
    lacking = [f"There is no collection “{scope}”." for scope in scopes if scope not in ids]
    return Plan(
        profile=profile,
        selection=selection,
        where=where,
        word_lanes=(*general, *named),
        meaning_lanes=(*(() if selection.only_named else (Lane(where, Expansion()),)), *named),
        collections=ids,
        notices=(*chosen.notices, *lacking),
    )


def _asked_for(c: Connection, request: SearchRequest, every: Sequence[Collection]) -> list[Collection]:
    """Return the collections that the request may look at."""
    if request.scopes:
        named = {name: collections.find(c, name) for name in request.scopes}
        missing = next((name for name, group in named.items() if group is None), None)
        if missing is not None:
            raise collections_error(c, missing)
        return list({group.id: group for group in named.values() if group is not None}.values())
    if request.documents:
        found = (documents.by_id(c, document_id) for document_id in request.documents)
        names = {document.collection for document in found if document is not None}
        return [group for group in every if group.name in names]
    return list(every)


def _language(c: Connection, language: str | None) -> str | None:
    """Return the code of a language that documents of the library are in; UserError when none is."""
    if not language:
        return None
    wanted = language.strip().lower()
    known = documents.languages(c)
    if wanted not in known:
        raise UserError(
            "No document in this language",
            f"No document of the library is in “{language}”.",
            f"There are: {', '.join(known) or 'none yet'}.",
        )
    return wanted


def _common(chosen: Profiles, groups: Sequence[Collection]) -> Profile:
    """Return the profile all collections have; else the library's, which knows the words of all of them."""
    profiles = {id(profile): profile for profile in (chosen.of(group.name) for group in groups)}
    if len(profiles) == 1:
        return next(iter(profiles.values()))
    lists = tuple(words for profile in profiles.values() for words in profile.expansion.word_lists)
    forms = any(profile.expansion.number_forms for profile in profiles.values())
    return replace(chosen.library, expansion=Expansion(lists, forms)) if lists or forms else chosen.library


def _aliases(chosen: Profiles, groups: Sequence[Collection], *, missing_too: bool) -> dict[str, str]:
    """Return what names a collection in a question, folded.

    With `missing_too`, also the aliases of scopes that have no collection, of profiles that have one for
    another scope: a question about an agency whose documents are not here must not be answered from others.
    """
    aliases: dict[str, str] = {}
    present: dict[int, Profile] = {}
    names = {fold_text(group.name) for group in groups}
    for group in groups:
        profile, name = chosen.of(group.name), fold_text(group.name)
        for alias, scope in profile.aliases.items():
            if fold_text(scope) == name:
                aliases[fold_text(alias)] = group.name
                present[id(profile)] = profile
        if profile.collections_are_scopes and _says_something(group.name):
            aliases[name] = group.name
    for profile in present.values() if missing_too else ():
        for alias, scope in profile.aliases.items():
            if fold_text(scope) not in names and profile.named_scopes == "only":
                aliases.setdefault(fold_text(alias), scope)
    return {alias: scope for alias, scope in aliases.items() if alias.strip()}


def _says_something(name: str) -> bool:
    """Return whether a name in a question can mean the collection: not "The", nor Carrel's own name."""
    words = fold_text(name).split()
    letters = sum(character.isalnum() for word in words for character in word)
    return (
        name != DEFAULT_COLLECTION and letters >= _SHORTEST_NAME and not set(words) <= function_words(words)
    )


def _profile_of_missing(chosen: Profiles, groups: Sequence[Collection], scope: str) -> Profile:
    profiles = (chosen.of(group.name) for group in groups)
    return next((profile for profile in profiles if scope in profile.aliases.values()), chosen.library)


def _general_lanes(chosen: Profiles, groups: Sequence[Collection], where: Filter) -> tuple[Lane, ...]:
    """Return one lane for all collections with the same profile."""
    by_profile: dict[str, list[Collection]] = {}
    for group in groups:
        by_profile.setdefault(chosen.of(group.name).name, []).append(group)
    if len(by_profile) < 2:
        return (Lane(where, chosen.of(groups[0].name).expansion if groups else Expansion()),)
    return tuple(
        Lane(
            replace(where, collections=tuple(group.id for group in alike)),
            chosen.of(alike[0].name).expansion,
        )
        for alike in by_profile.values()
    )
