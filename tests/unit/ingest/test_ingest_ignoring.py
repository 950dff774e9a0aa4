"""Patterns of what is left out: as people know them from .gitignore."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.ingest.ignoring import Ignored


@pytest.mark.parametrize(
    ("pattern", "path", "left_out"),
    [
        ("*.log", "a.log", True),
        ("*.log", "deep/down/a.LOG", True),
        ("*.log", "a.log.txt", False),
        ("drafts/", "drafts/a.txt", True),
        ("drafts/", "x/drafts/y/a.txt", True),
        ("drafts/", "drafts", False),  # a file of that name
        ("drafts", "drafts", True),
        ("/drafts", "x/drafts/a.txt", False),
        ("/drafts", "drafts/a.txt", True),
        ("a/b.txt", "a/b.txt", True),
        ("a/b.txt", "x/a/b.txt", False),
        ("a/**/z.txt", "a/z.txt", True),
        ("a/**/z.txt", "a/b/c/z.txt", True),
        ("**/tmp", "x/tmp/y.txt", True),
        ("build/**", "build/x/y.txt", True),
        ("note?.txt", "note1.txt", True),
        ("note?.txt", "note/.txt", False),
        ("[ab].txt", "a.txt", True),
        ("[!ab].txt", "a.txt", False),
        ("[!ab].txt", "c.txt", True),
        ("[z-a].txt", "[z-a].txt", True),
        ("a[.txt", "a[.txt", True),
        ("# a comment", "# a comment", False),
        ("   ", "x", False),
        ("back\\slash", "back/slash", True),
    ],
)
def test_patterns(pattern: str, path: str, left_out: bool) -> None:
    assert Ignored([pattern]).matches_path(path) is left_out


def test_the_last_pattern_that_fits_decides() -> None:
    ignored = Ignored(["*.txt", "!keep.txt"])
    assert ignored.matches_path("a.txt")
    assert not ignored.matches_path("keep.txt")
    assert not ignored.matches_path("deep/keep.txt")


def test_nothing_is_left_out_without_patterns() -> None:
    assert not Ignored([])
    assert not Ignored(["", "# only words"])
    assert not Ignored([]).matches_path("a/b")


SIGNS = st.text(alphabet=st.sampled_from(list("ab/*?[]!-^\\.()|{}+#$ é")), max_size=12)


@given(pattern=SIGNS, path=SIGNS)
def test_any_pattern_is_a_pattern(pattern: str, path: str) -> None:
    assert Ignored([pattern]).matches_path(path) in {True, False}
