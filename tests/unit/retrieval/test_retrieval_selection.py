"""Scopes, classes and companions choose the same passages each time, and lose none they must not lose."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.companions import Want, add_companions
from desktop.retrieval.expansion import brought_words, with_terms_meant
from desktop.retrieval.profile import ClassFilter, CompanionRule, Enumeration, Expansion, Profile
from desktop.retrieval.scopes import ScopedPassage, named_scopes, with_named
from desktop.retrieval.selection import Selection, select
from desktop.retrieval.versions import versions

RULE = CompanionRule("period", re.compile("end"), re.compile("notice"))
OWN_FIRST = CompanionRule("period", re.compile("end"), re.compile("notice"), same_document_first=True)
PEOPLE = ClassFilter({"student": re.compile("student"), "senior": re.compile("senior")}, re.compile("form"))
PROFILE = Profile(
    name="test",
    aliases={"alpha": "a", "beta": "b"},
    enumeration=Enumeration(cues=("which",), nouns=("shelves",), scaffold=frozenset({"which", "shelves"})),
    class_filter=PEOPLE,
    companions=(RULE,),
)


def passage(number: int, scope: str, text: str, score: float = 0.0, document: int = 0) -> ScopedPassage:
    return ScopedPassage(number, scope, "", text, score, document)


class TestNamedScopes:
    def test_the_longest_alias_counts_and_each_scope_once(self) -> None:
        aliases = {"santa": "a", "santa barbara": "b", "c++": "c"}
        assert named_scopes("Santa Barbara, C++ and SANTA BARBARA", aliases) == ("b", "c")

    def test_letters_that_fold_into_others_are_no_trouble(self) -> None:
        assert named_scopes("the ſmſ office and the Kelvin lab", {"sms": "a", "kelvin": "b"}) == ("a", "b")

    @given(
        st.text(max_size=60),
        st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=3), max_size=5),
    )
    def test_any_names_can_be_looked_for(self, question: str, aliases: dict[str, str]) -> None:
        found = named_scopes(question, aliases)
        assert set(found) <= set(aliases.values())
        assert len(found) == len(set(found))


class TestPreference:
    RANKED = tuple(passage(n, "a" if n in (6, 8, 9) else "b", "x", score=20 - n) for n in range(10))

    def test_the_best_two_of_a_named_scope_stand_among_the_first_five(self) -> None:
        found = with_named(self.RANKED, ["a"], 10)
        assert [p.chunk_id for p in found] == [0, 1, 2, 6, 8, 3, 4, 5, 7, 9]

    def test_five_places_are_enough_for_them(self) -> None:
        assert [p.chunk_id for p in with_named(self.RANKED, ["a"], 5)] == [0, 1, 2, 6, 8]

    def test_only_when_every_scope_named_says_so_are_others_hidden(self) -> None:
        prefer = Profile(name="p", named_scopes="prefer")
        assert Selection("q", Profile(), ("a",)).only_named
        assert not Selection("q", Profile(), ()).only_named
        assert not Selection("q", prefer, ("a",)).only_named
        assert Selection("q", prefer, ("a",), {"a": Profile()}).only_named
        assert not Selection("q", prefer, ("a", "b"), {"a": Profile()}).only_named


class TestCompanions:
    RANKED = (
        passage(1, "a", "how to end it", 9, document=1),
        passage(2, "a", "notice of others", 8, document=2),
        passage(3, "a", "notice of its own", 7, document=1),
    )

    @pytest.mark.parametrize(("rule", "number"), [(RULE, 2), (OWN_FIRST, 3)])
    def test_the_best_passage_comes_along_from_its_own_document_if_so_wished(
        self, rule: CompanionRule, number: int
    ) -> None:
        want = Want(rule, "a", document_id=1)
        assert [p.chunk_id for p in add_companions([want], self.RANKED[:1], self.RANKED)] == [1, number]

    def test_another_document_stands_in_where_its_own_has_none(self) -> None:
        want = Want(OWN_FIRST, "a", document_id=1)
        assert [p.chunk_id for p in add_companions([want], self.RANKED[:1], self.RANKED[:2])] == [1, 2]
        assert add_companions([want], self.RANKED[:2], self.RANKED[:2]) == list(self.RANKED[:2])

    def test_each_scope_follows_the_rules_of_its_own_profile(self) -> None:
        selection = Selection("end it", Profile(), ("a", "b"), {"b": PROFILE})
        ranked = [passage(1, "a", "notice", 3), passage(2, "b", "notice", 2), passage(3, "b", "x", 2)]
        assert [(want.rule, want.scope) for want in selection.wanted([])] == [(RULE, "b")]
        assert add_companions(selection.wanted(ranked[2:]), ranked[2:], ranked) == [ranked[2], ranked[1]]


class TestWords:
    LISTS = Expansion(({"cancel": ("terminate", "notice"), "tickets": ("fares",)},))

    def test_words_are_brought_once_and_not_in_the_other_number(self) -> None:
        assert brought_words("cancel and cancel the notices", self.LISTS) == ("terminate",)
        assert brought_words("nothing here", self.LISTS) == ()

    def test_a_text_that_says_it_in_other_words_counts_as_saying_it(self) -> None:
        assert with_terms_meant("cancel tickets", "Fare and notices", self.LISTS) == (
            "Fare and notices cancel tickets"
        )
        assert with_terms_meant("cancel", "nothing", self.LISTS) == "nothing"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("Proxmox VE 8.2 notes", {"8.2"}),
        ("proxmox-8", {"8"}),
        ("Proxmox v7 to v8", {"7", "8"}),
        ("Proxmox and 8 others", None),
        ("my-proxmox8", {"8"}),
        ("approxmox 8", None),
    ],
)
def test_a_number_after_a_product_is_its_version(text: str, version: set[str] | None) -> None:
    assert versions(text, ["Proxmox"]).get("Proxmox") == (frozenset(version) if version else None)


PASSAGES = st.lists(
    st.builds(
        passage,
        st.integers(0, 40),
        st.sampled_from("abc"),
        st.sampled_from(["notice", "student form", "senior form", "end", "lime"]),
        st.floats(0, 9),
        st.integers(1, 4),
    ),
    max_size=30,
    unique_by=lambda p: p.chunk_id,
).map(lambda found: sorted(found, key=lambda p: -p.score))
QUESTIONS = st.sampled_from(
    ["lime", "end it in alpha", "alpha or beta", "which old shelves have lime", "a student's end", "", "???"]
)


@given(QUESTIONS, PASSAGES, st.integers(1, 12), st.sampled_from(["only", "prefer"]))
def test_a_selection_is_the_same_each_time_and_holds_what_it_promises(
    question: str, ranked: list[ScopedPassage], limit: int, named: str
) -> None:
    profile = replace(PROFILE, named_scopes=named)
    by_topic = [(p.chunk_id, p.score) for p in ranked]

    def run() -> list[ScopedPassage]:
        return select(question, ranked, by_topic, profile=profile, aliases=profile.aliases, limit=limit)

    found = run()
    assert found == run()
    assert len({p.chunk_id for p in found}) == len(found)
    scopes = named_scopes(question, profile.aliases)
    if scopes and named == "only":
        assert {p.scope for p in found} <= set(scopes)
    if "end" in question:
        for scope in scopes:
            has = any(p.scope == scope and p.text == "notice" for p in ranked)
            assert any(p.scope == scope and p.text == "notice" for p in found) == has
    if "student" in question:
        assert not any(p.text == "senior form" for p in found)
