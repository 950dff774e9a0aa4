"""A retrieval profile: what a library knows about its field, as data."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from desktop.retrieval.profile_reader import Table, problem

MixMode = Literal["reciprocal_rank", "weighted"]
GateRule = Literal["calibrated", "floors", "confidence"]


@dataclass(frozen=True, slots=True)
class Expansion:
    """Word lists applied in order to each term of a question; `number_forms` adds the other number."""

    word_lists: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    number_forms: bool = False


@dataclass(frozen=True, slots=True)
class Enumeration:
    """What makes a question ask for a list of scopes: a cue, at most `distance` words, a noun."""

    cues: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    scaffold: frozenset[str] = frozenset()
    distance: int = 3


@dataclass(frozen=True, slots=True)
class ClassFilter:
    """Classes of people by pattern, and the pattern of the passages that may be bound to some of them."""

    classes: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    passage: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class CompanionRule:
    """When a question matches, a passage that matches has to be among the results of its scope."""

    name: str
    question: re.Pattern[str]
    passage: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything a profile can say. A profile without entries searches plainly."""

    name: str = "general"
    mix: MixMode = "reciprocal_rank"
    vector_share: float = 0.5  # of the weighted mix
    fusion_k: float = 60.0
    candidates: int = 50
    language_factor: float = 1.02
    recency_weight: float = 0.0007
    recency_half_life_days: float = 365.0
    gate: GateRule = "calibrated"
    z_threshold: float = 3.0
    coverage_floor: float = 0.5
    aliases: Mapping[str, str] = field(default_factory=dict)
    collections_are_scopes: bool = True
    expansion: Expansion = Expansion()
    enumeration: Enumeration = Enumeration()
    class_filter: ClassFilter = ClassFilter()
    companions: tuple[CompanionRule, ...] = ()


def read_profile(text: str) -> Profile:
    """Return the profile written in a TOML text; raises UserError naming the entry that is wrong."""
    try:
        return parse_profile(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise problem("the file", f"is not valid TOML: {error}") from error


def parse_profile(values: Mapping[str, object]) -> Profile:
    """Return the profile of a mapping; raises UserError naming the entry that is wrong or unknown."""
    top = Table(values)
    fusion, recency, gate = top.table("fusion"), top.table("recency"), top.table("gate")
    profile = Profile(
        name=top.text("name"),
        mix=fusion.choice("mix", ("reciprocal_rank", "weighted"), "reciprocal_rank"),
        vector_share=fusion.number("vector_share", 0.5, low=0.0, high=1.0),
        fusion_k=fusion.number("k", 60.0, low=1e-9),
        candidates=int(fusion.number("candidates", 50, low=1, high=1000)),
        language_factor=fusion.number("language_factor", 1.15, low=1e-9),
        recency_weight=recency.number("weight", 0.0007, low=0.0),
        recency_half_life_days=recency.number("half_life_days", 365.0, low=1e-9),
        gate=gate.choice("rule", ("calibrated", "floors", "confidence"), "calibrated"),
        z_threshold=gate.number("z_threshold", 3.0, low=0.0),
        coverage_floor=gate.number("coverage_floor", 0.5, low=0.0, high=1.0),
        aliases=_aliases(top.table("scopes")),
        collections_are_scopes=top.flag("collections_are_scopes", default=True),
        expansion=_expansion(top.table("expansion")),
        enumeration=_enumeration(top.table("enumeration")),
        class_filter=_class_filter(top.table("classes")),
        companions=tuple(_companion(rule) for rule in top.tables("companions")),
    )
    for table in (top, fusion, recency, gate):
        table.finish()
    return profile


def _aliases(table: Table) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for scope in table.names():
        for alias in table.texts(scope):
            known = aliases.setdefault(alias.lower(), scope)
            if known != scope:
                raise table.problem(scope, f"shares the alias “{alias}” with {known}")
    return aliases


def _expansion(table: Table) -> Expansion:
    lists = tuple(
        {word: tuple(words.text(word).split()) for word in words.names()}
        for words in table.tables("word_lists")
    )
    expansion = Expansion(lists, number_forms=table.flag("number_forms", default=False))
    table.finish()
    return expansion


def _enumeration(table: Table) -> Enumeration:
    enumeration = Enumeration(
        cues=table.texts("cues"),
        nouns=table.texts("nouns"),
        scaffold=frozenset(table.texts("scaffold")),
        distance=int(table.number("distance", 3, low=0, high=20)),
    )
    table.finish()
    return enumeration


def _class_filter(table: Table) -> ClassFilter:
    people = table.table("people")
    found = ClassFilter(
        classes={name: people.pattern(name) for name in people.names()},
        passage=table.pattern("passage") if table.has("passage") else None,
    )
    table.finish()
    return found


def _companion(table: Table) -> CompanionRule:
    rule = CompanionRule(table.text("name"), table.pattern("question"), table.pattern("passage"))
    table.finish()
    return rule
