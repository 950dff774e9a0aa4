"""Letters and signs of LaTeX are those a reader sees; commands stay as they are."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_helpers import DATA

from desktop.domain.records import ReadDocument
from desktop.ingest.extract import read_file
from desktop.ingest.latex import plain


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        (r"M\"uller \& Co. measured 0.3\,mm.", "Müller & Co. measured 0.3 mm."),
        (
            r"{\"U}ber die Stra{\ss}e, Stra\ss e, na\"{\i}ve, na\"\i ve",
            "Über die Straße, Straße, naïve, naïve",
        ),
        (r"Gar\c{c}on, \v Capek, caf\'e, \O rsted, \L{}\'od\'z", "Garçon, Čapek, café, Ørsted, Łódź"),
        (r"Erd\H{o}s, \AA ngstr\"om, 40~kN, 100\% of \$5", "Erdős, Ångström, 40 kN, 100% of $5"),
        (r"\section{Results} \cite{a} $a_1$ \option \alpha \url{x}", None),
    ],
)
def test_letters_and_signs(written: str, seen: str | None) -> None:
    assert plain(written) == (written if seen is None else seen)


@given(st.text())
def test_any_line_is_a_line(text: str) -> None:
    assert "\n" in text or "\n" not in plain(text)


@given(st.text(st.characters(exclude_characters="\\~")))
def test_what_has_no_command_stays(text: str) -> None:
    assert plain(text) == text


def test_title_and_text_of_a_document(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_text((DATA / "tex/good.tex").read_text("utf-8").replace("Creep", r"M\"uller's creep"), "utf-8")
    found = read_file(path)
    assert isinstance(found, ReadDocument)
    assert found.title == "Müller's creep tests"
    assert "Müller & Co. measured 0.3 mm." in found.text
    assert unicodedata.is_normalized("NFC", found.text)
