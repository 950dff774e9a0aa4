"""A profile is read or its wrong entry is named with its line; nothing a person writes can do worse."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.errors import UserError
from desktop.retrieval.patterns import compile_pattern
from desktop.retrieval.profile import (
    GateRule,
    MixMode,
    NamedScopes,
    Profile,
    parse_profile,
    read_profile,
)
from desktop.retrieval.profile_lines import entry_lines, nearest_line
from desktop.retrieval.profile_reader import Table

PROFILES = Path(__file__).parents[3] / "resources" / "profiles"
SHIPPED = sorted(PROFILES.glob("*.toml"))

RULE = "[[companions]]\nname = 'c'\n"
LINES = '''# A comment with [brackets] = and "signs"
name = "x"
[fusion]
k = 3
list = [
  "a=[", # [ more
  "b",
]
candidates = 1
[a."b c"]
"q r" = 2
[[companions]]
name = """
k = 5
[x]
"""
[[companions]]
name = 'q' # [
[companions.inner]
z = 1
[[expansion.word_lists]]
bus = "x"
'''


def test_the_general_profile_is_the_default() -> None:
    general = read_profile((PROFILES / "general.toml").read_text("utf-8"))
    plain = replace(general, description="", named_scopes="only", enumeration=Profile().enumeration)
    assert plain == Profile()
    assert general.named_scopes == "prefer"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_profiles_are_named_as_their_files_and_described(file: Path) -> None:
    profile = read_profile(file.read_text("utf-8"))
    assert profile.name == file.stem
    assert 20 < len(profile.description) < 200


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("", "`name` must be a text"),
        ("speed = 1", "line 2: `speed` is not known"),
        ("description = 1", "line 2: `description`"),
        ("[fusion]\nk = 0", "line 3: `fusion.k`"),
        ("[fusion]\nk = true", "`fusion.k`"),
        ("[fusion]\nk = nan", "`fusion.k`"),
        ("[fusion]\nk = inf", "`fusion.k`"),
        ("[fusion]\ncandidates = 5.5", "line 3: `fusion.candidates` must be a whole number"),
        ("[fusion]\nmix = 'best'", "`fusion.mix` must be one of reciprocal_rank, weighted, convex"),
        ("[gate]\n\nfloor = 1", "line 4: `gate.floor`"),
        ("fusion = 1", "line 2: `fusion` must be a table"),
        ("[scopes]\na = ['b']\nc = ['B']", "line 4: `scopes.c` shares the alias “B” with a"),
        ("[scopes]\na = 'b'", "`scopes.a` must be a list"),
        ("companions = 1", "`companions`"),
        (f"{RULE}question = '('\npassage = 'p'", "line 4: `companions[1].question` is not a valid pattern"),
        (f"{RULE}question = 'q'\npassage = '(a+)+'", "line 5: `companions[1].passage` repeats"),
        (f"{RULE}question = 'q'", "line 2: `companions[1].passage`"),
        ("[classes.people]\na = '['", "line 3: `classes.people.a`"),
        ("classes = { people = { a = '[' } }", "line 2: `classes.people.a`"),
        ("[[expansion.word_lists]]\n'two words' = 'x'", "line 3: `expansion.word_lists[1].two words`"),
        ("[[expansion.word_lists]]\nbox = ''", "line 3: `expansion.word_lists[1].box`"),
        ("[versions]\nproducts = [' ']", "line 3: `versions.products`"),
        ("collections_are_scopes = 1", "line 2: `collections_are_scopes`"),
        ("named_scopes = 'strict'", "`named_scopes` must be one of only, prefer"),
        ("k = ", "line 2: the text is not valid TOML: Invalid value"),
        ("k = 'x", "line 2: the text is not valid TOML"),
        ("a = " + "[" * 3000, "nested too deeply"),
        ("n = " + "9" * 5000, "not valid TOML"),
    ],
)
def test_a_wrong_entry_is_named_with_its_line(text: str, entry: str) -> None:
    with pytest.raises(UserError) as raised:
        read_profile(f"name = 'x'\n{text}" if text else "", "mine.toml")
    assert raised.value.detail.startswith("In mine.toml")
    assert entry in raised.value.detail


def test_a_profile_needs_no_more_than_a_name() -> None:
    assert parse_profile({"name": "plain"}) == Profile(name="plain")


def test_words_are_compared_without_case() -> None:
    text = "name = 'x'\n[[expansion.word_lists]]\nNAS = 'Storage server'\n[enumeration]\nscaffold = ['The']"
    profile = read_profile(text)
    assert profile.expansion.word_lists == ({"nas": ("storage", "server")},)
    assert profile.enumeration.scaffold == {"the"}


def test_lines_of_entries_are_found_past_lists_strings_and_comments() -> None:
    assert entry_lines(LINES) == {
        "name": 2,
        "fusion": 3,
        "fusion.k": 4,
        "fusion.list": 5,
        "fusion.candidates": 9,
        "a.b c": 10,
        "a.b c.q r": 11,
        "companions": 12,
        "companions[1]": 12,
        "companions[1].name": 13,
        "companions[2]": 17,
        "companions[2].name": 18,
        "companions[2].inner": 19,
        "companions[2].inner.z": 20,
        "expansion.word_lists": 21,
        "expansion.word_lists[1]": 21,
        "expansion.word_lists[1].bus": 22,
    }
    assert nearest_line(entry_lines(LINES), "companions[2].inner.missing") == 19
    assert nearest_line(entry_lines(LINES), "nothing") is None


@pytest.mark.parametrize(
    "pattern",
    ["(", "[", "*", "a{99999999999}", "(a+)+$", "(?:\\w+\\s*)*", "((x*)y)*", "([)]+)+", "a*b*c*d*e*", "(?P<"],
)
def test_patterns_that_fail_or_may_never_end_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"pattern|repeats"):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", [r"\bnotice\b[^.]*\bmonths?\b", r"(?:\W+\w+){0,3}", r"\(+\)+", "[(*+]+x"])
def test_plain_patterns_are_taken(pattern: str) -> None:
    assert compile_pattern(pattern).flags


TOML_PIECES = st.sampled_from(
    [
        *("name = 'x'", "[fusion]", "k = 1", "[[companions]]", "question = '('", "passage = 'a'", " = ", "["),
        *("]", "'''", '"', "#", "[scopes]", "{", "}", ",", "a = ['b']", "[expansion]", "bus = 'x'", "\\"),
        *("[[expansion.word_lists]]", "number_forms = true", "[classes]", "[classes.people]", "[gate]"),
        *("rule = 'floors'", "\x00", "\ud800"),
    ]
)


@given(st.one_of(st.text(max_size=300), st.lists(TOML_PIECES, max_size=30).map("\n".join)))
def test_any_text_is_a_profile_or_an_error_for_people(text: str) -> None:
    with suppress(UserError):
        assert read_profile(text) == read_profile(text)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "question", "passage", "people", "word_lists", "a"]), inner),
    ),
    max_leaves=8,
)
ENTRIES = st.sampled_from(
    [
        *("description", "fusion", "recency", "gate", "scopes", "named_scopes", "collections_are_scopes"),
        *("versions", "expansion", "enumeration", "classes", "companions"),
    ]
)


@given(st.dictionaries(ENTRIES, VALUES))
def test_any_values_are_a_profile_or_an_error_for_people(values: dict[str, object]) -> None:
    with suppress(UserError):
        assert parse_profile({"name": "x", **values}).name == "x"


@given(st.text(max_size=200))
def test_lines_can_be_looked_for_in_any_text(text: str) -> None:
    assert all(1 <= line <= text.count("\n") + 1 for line in entry_lines(text).values())


class TestGuide:
    TEXT = (PROFILES / "README.md").read_text("utf-8")

    def test_its_examples_are_profiles(self) -> None:
        examples = re.findall(r"```toml\n(.*?)```", self.TEXT, re.DOTALL)
        assert len(examples) >= 4
        for example in examples:
            read_profile(example if example.startswith("name") else f"name = 'x'\n{example}")

    def test_it_explains_every_entry_and_every_choice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: set[str] = set()
        plain_get = Table._get

        def noting(table: Table, key: str, default: object = None) -> object:
            asked.add(key)
            return plain_get(table, key, default)

        monkeypatch.setattr(Table, "_get", noting)
        read_profile((PROFILES / "transit.toml").read_text("utf-8"))
        entries = asked - self._names_of_its_own()
        assert {"k", "mix", "same_document_first", "products", "named_scopes"} <= entries
        assert [
            name
            for name in entries
            if f"`{name}`" not in self.TEXT and f"{name} =" not in self.TEXT and f"{name}]" not in self.TEXT
        ] == []
        choices = [*get_args(MixMode), *get_args(GateRule), *get_args(NamedScopes)]
        assert [choice for choice in choices if f'"{choice}"' not in self.TEXT] == []

    @staticmethod
    def _names_of_its_own() -> set[str]:
        """Return what stands on the left in the lists of the profile: words, scopes and classes."""
        profile = read_profile((PROFILES / "transit.toml").read_text("utf-8"))
        words = {word for words in profile.expansion.word_lists for word in words}
        return words | set(profile.class_filter.classes) | set(profile.aliases.values())
