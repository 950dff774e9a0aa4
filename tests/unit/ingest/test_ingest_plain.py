"""Text files: decoding, cleaning, lines and hyphens."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import assert_clean, assert_sound

from desktop.domain.records import ReadDocument
from desktop.ingest.cleaning import clean_text, one_line
from desktop.ingest.decode import decode
from desktop.ingest.extract import read_file
from desktop.ingest.hyphens import rejoin
from desktop.ingest.refusals import RefusedError

Read = Callable[[Path], ReadDocument]


@given(st.text())
def test_clean_text_has_only_visible_signs(text: str) -> None:
    cleaned = clean_text(text)
    assert_clean(cleaned)
    assert clean_text(cleaned) == cleaned


@given(st.text(alphabet=st.characters(min_codepoint=32, exclude_categories=["Cs", "Co", "Cn", "Cc"])))
def test_utf8_is_never_guessed(text: str) -> None:
    assert decode(text.encode()).text == text.removeprefix("\ufeff")


@given(st.binary(max_size=400))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_bytes_give_text_or_a_refusal(content: bytes) -> None:
    with contextlib.suppress(RefusedError):
        assert isinstance(decode(content).text, str)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("submit-\nted now", "submitted\nnow"),
        ("a well-\nknown rule", "a well-known\nrule"),
        ("part PN-4471-\nB first", "part PN-4471-B\nfirst"),
        ("in 2020-\n2021 it", "in 2020-2021\nit"),
        ("a dash -\nhere", "a dash -\nhere"),
    ],
)
def test_words_cut_at_line_ends(written: str, shown: str) -> None:
    assert rejoin(written)[0] == shown


def test_soft_hyphens_join(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.txt"
    path.write_text("Das Grund\u00ad\nstück und Spar\u00adkassen\u00adbuch. Der Fluß.\n", encoding="utf-8")
    text = read(path).text
    assert "Grundstück" in text
    assert "Sparkassenbuch" in text


def test_ligatures_and_blanks() -> None:
    assert clean_text("ﬁnance diﬀerent ﬂow") == "finance different flow"
    assert clean_text("10\u00a0000\u202f€ e\u0301") == "10 000 € é"
    assert one_line(" a\n\tb  c ", 4) == "a b"


def test_lines_keep_their_numbers(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "app.log"
    path.write_text("".join(f"2024-01-01 entry {number}\n" for number in range(1, 41)))
    document = read(path)
    part = next(part for part in document.parts if "entry 31" in document.text[part.start : part.end])
    assert part.place == "line 31"


def test_code_is_not_joined(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = a-\nb\n    y\n")
    assert read(path).text == "x = a-\nb\n    y"


def test_mainframe_text(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(
        "The pump of hall three was inspected in May and again in June by two men".encode("cp500")
    )
    assert "pump of hall three" in read(path).text


@given(
    content=st.text(max_size=300),
    name=st.sampled_from(["a.txt", "a.md", "a.html", "a.csv", "a.json", "a.xml", "a.rst", "a.org"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
def test_any_text_reads_soundly(content: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8", errors="surrogatepass")
    found = read_file(path)
    if isinstance(found, ReadDocument):
        assert_sound(found)
    else:
        assert found.code in {"empty", "unsupported", "damaged"}, found
