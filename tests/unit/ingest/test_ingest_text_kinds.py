"""Kinds of text with a structure of their own: subtitles, configuration, AsciiDoc; chosen encodings."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.decode import decode, known_encoding
from desktop.ingest.extract import read_file
from desktop.ingest.options import ReadOptions

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def shown(document: ReadDocument) -> list[tuple[str, str, str]]:
    return [(part.heading, part.place, document.text[part.start : part.end]) for part in document.parts]


def test_subtitles_are_placed_by_their_time(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.srt"
    cues = [f"{n}\n00:{n:02}:05,000 --> 00:{n:02}:07,000\n<i>Line</i>\n{n}.\n" for n in range(1, 11)]
    path.write_text("\n".join(cues))
    document = read(path)
    assert [place for _, place, _ in shown(document)] == ["at 0:01:05", "at 0:09:05"]
    assert document.text.startswith("Line 1.\nLine 2.")
    assert "-->" not in document.text


def test_web_subtitles_and_what_is_none(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.vtt"
    path.write_text("WEBVTT\n\nNOTE by Ann\n\n01:15.000 --> 01:16.000 align:start\n<v Bo>Hello there\n\n")
    assert shown(read(path)) == [("", "at 0:01:15", "Hello there")]
    path.write_text("No cue at all.\n")
    assert read(path).text == "No cue at all."


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.ini",
            "a = 0\n[net]\nhost = x\n",
            [("", "line 1", "a = 0"), ("net", "line 2", "[net]\nhost = x")],
        ),
        ("a.toml", "[[pump]]\nkw = 3 # [x]\n", [("pump", "line 1", "[[pump]]\nkw = 3 # [x]")]),
        (
            "a.yaml",
            "one: 1\nplant:\n  name: Süd\n",
            [("", "line 1", "one: 1"), ("plant", "line 2", "plant:\n  name: Süd")],
        ),
    ],
)
def test_configuration_by_section(
    name: str, text: str, expected: list[tuple[str, str, str]], tmp_path: Path, read: Read
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert shown(read(path)) == expected


def test_asciidoc_headings(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.adoc"
    path.write_text("= Guide\n\nIntro.\n\n== Valves ==\n\nTurn.\n\n----\n== no heading\n----\n")
    document = read(path)
    assert document.title == "Guide"
    assert shown(document)[-1][0] == "Guide › Valves"
    assert all("no heading" not in heading for heading, _, _ in shown(document))


@pytest.mark.parametrize("encoding", ["cp850", "cp437", "cp500", "iso8859-7", "utf-16-le", "koi8-r"])
def test_the_encoding_a_person_chose_stands_above_all(encoding: str, tmp_path: Path) -> None:
    text = "Wartung alle 14 Tage\nLager leer\n" + ("Ελλάδα" if encoding == "iso8859-7" else "")
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    document = read_file(path, ReadOptions(encoding=encoding))
    assert isinstance(document, ReadDocument)
    assert document.text == text.strip()
    assert document.encoding.endswith("(chosen)")


def test_a_choice_that_gives_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(bytes(range(256)) * 8)
    refused = read_file(path, ReadOptions(encoding="latin-1"))
    assert isinstance(refused, Refusal)
    assert "encoding that was chosen" in refused.reason


@pytest.mark.parametrize(
    "label", ["hex", "rot13", "punycode", "utf-7", "unicode_escape", "undefined", "", None]
)
def test_codecs_that_are_no_encodings_are_not_believed(label: str | None) -> None:
    assert known_encoding(label) is None
    assert decode(b"caf\xe9 au lait, tr\xe8s bon", label).text == "café au lait, très bon"


def test_escape_sequences_switch_the_alphabet() -> None:
    text = "契約の違約金は五パーセント"
    assert decode(text.encode("iso-2022-jp")).text == text
    assert decode(b"plain \x1b[31mred\x1b[0m").text == "plain \x1b[31mred\x1b[0m"


@settings(deadline=None)
@given(st.sampled_from([".srt", ".vtt", ".ini", ".toml", ".yaml", ".adoc"]), st.text(max_size=200))
def test_any_text_of_these_kinds_is_read(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, text: str
) -> None:
    path = tmp_path_factory.mktemp("text") / f"a{suffix}"
    path.write_bytes(text.encode("utf-8", "replace"))
    found = read_file(path)
    assert isinstance(found, ReadDocument) or found.code in {"empty", "unsupported"}
