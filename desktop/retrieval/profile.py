"""A retrieval profile: what a library knows about its field, as data."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from desktop.domain.errors import UserError
from desktop.retrieval.profile_lines import entry_lines
from desktop.retrieval.profile_reader import Origin, Table, problem
from desktop.retrieval.question_terms import question_tokens

MixMode = Literal["reciprocal_rank", "weighted", "convex"]
GateRule = Literal["calibrated", "floors", "confidence"]
NamedScopes = Literal["only", "prefer"]

_PLACE = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)")


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
    """When a question matches, a passage that matches has to be among the results of its scope.

    With `same_document_first` it has to come from the document of the scope's best result, if that has one.
    """

    name: str
    question: re.Pattern[str]
    passage: re.Pattern[str]
    same_document_first: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything a profile can say. A profile without entries searches plainly."""

    name: str = "general"
    description: str = ""
    mix: MixMode = "convex"
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
    named_scopes: NamedScopes = "only"
    products: tuple[str, ...] = ()  # whose names are followed by a version
    expansion: Expansion = Expansion()
    enumeration: Enumeration = Enumeration()
    class_filter: ClassFilter = ClassFilter()
    companions: tuple[CompanionRule, ...] = ()


def read_profile(text: str, source: str = "the profile") -> Profile:
    """Return the profile written in a TOML text; raises UserError naming line and entry that are wrong.

    `source` is what the error calls the text, such as the name of its file.
    """
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_toml(error, text, source) from error
    return parse_profile(values, Origin(source, entry_lines(text)))


def parse_profile(values: Mapping[str, object], origin: Origin | None = None) -> Profile:
    """Return the profile of a mapping; raises UserError naming the entry that is wrong or unknown."""
    plain = Profile()
    top = Table(values, origin or Origin())
    fusion, recency, gate = top.table("fusion"), top.table("recency"), top.table("gate")
    profile = Profile(
        name=top.text("name"),
        description=top.optional_text("description"),
        mix=fusion.choice("mix", get_args(MixMode), plain.mix),
        vector_share=fusion.number("vector_share", plain.vector_share, low=0.0, high=1.0),
        fusion_k=fusion.number("k", plain.fusion_k, low=1.0, high=1000.0),
        candidates=fusion.whole("candidates", plain.candidates, low=1, high=1000),
        language_factor=fusion.number("language_factor", plain.language_factor, low=0.1, high=10.0),
        recency_weight=recency.number("weight", plain.recency_weight, low=0.0, high=1.0),
        recency_half_life_days=recency.number(
            "half_life_days", plain.recency_half_life_days, low=1.0, high=36500.0
        ),
        gate=gate.choice("rule", get_args(GateRule), plain.gate),
        z_threshold=gate.number("z_threshold", plain.z_threshold, low=0.0, high=100.0),
        coverage_floor=gate.number("coverage_floor", plain.coverage_floor, low=0.0, high=1.0),
        aliases=_aliases(top.table("scopes")),
        collections_are_scopes=top.flag("collections_are_scopes", default=plain.collections_are_scopes),
        named_scopes=top.choice("named_scopes", get_args(NamedScopes), plain.named_scopes),
        products=_products(top.table("versions")),
        expansion=_expansion(top.table("expansion")),
        enumeration=_enumeration(top.table("enumeration")),
        class_filter=_class_filter(top.table("classes")),
        companions=tuple(_companion(rule) for rule in top.tables("companions")),
    )
    for table in (top, fusion, recency, gate):
        table.finish()
    return profile


def _not_toml(error: Exception, text: str, source: str) -> UserError:
    """Return the error for a text that is no TOML, with the line at which reading ended."""
    if isinstance(error, RecursionError):
        return problem("the text", "is nested too deeply", source=source)
    place = _PLACE.search(str(error))
    reason = _PLACE.sub("", str(error)).strip()
    line = int(place[1] or text.count("\n") + 1) if place is not None else None
    return problem("the text", f"is not valid TOML: {reason}", source=source, line=line)


def _aliases(table: Table) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for scope in table.names():
        for alias in table.texts(scope):
            known = aliases.setdefault(alias.lower(), scope)
            if known != scope:
                raise table.problem(scope, f"shares the alias “{alias}” with {known}")
    return aliases


def _products(table: Table) -> tuple[str, ...]:
    products = table.texts("products")
    if not all(product.strip() for product in products):
        raise table.problem("products", "must not have blank names")
    table.finish()
    return products


def _expansion(table: Table) -> Expansion:
    lists = tuple(_word_list(words) for words in table.tables("word_lists"))
    expansion = Expansion(lists, number_forms=table.flag("number_forms", default=False))
    table.finish()
    return expansion


def _word_list(table: Table) -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {}
    for word in table.names():
        if question_tokens(word) != (word.lower(),):
            raise table.problem(word, "must be one word of three letters or more, or with a digit")
        words[word.lower()] = tuple(table.text(word).lower().split())
    return words


def _enumeration(table: Table) -> Enumeration:
    enumeration = Enumeration(
        cues=table.texts("cues"),
        nouns=table.texts("nouns"),
        scaffold=frozenset(word.lower() for word in table.texts("scaffold")),
        distance=table.whole("distance", 3, low=0, high=20),
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
    rule = CompanionRule(
        table.text("name"),
        table.pattern("question"),
        table.pattern("passage"),
        same_document_first=table.flag("same_document_first", default=False),
    )
    table.finish()
    return rule
