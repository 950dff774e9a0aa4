"""Rich Text: characters in every spelling, structure, what is hidden or beside the body, and any damage."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import DATA, assert_sound

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


@pytest.fixture
def parts(tmp_path: Path, read: Read) -> Callable[[str], list[tuple[str, str, str]]]:
    """Kind, place and text of the parts of an RTF file with this content."""

    def read_parts(content: str) -> list[tuple[str, str, str]]:
        path = tmp_path / "a.rtf"
        path.write_bytes(("{\\rtf1" + content + "}").encode("latin-1"))
        document = read(path)
        return [(p.kind, p.place, document.text[p.start : p.end]) for p in document.parts]

    return read_parts


Parts = Callable[[str], list[tuple[str, str, str]]]


def test_characters_in_every_spelling(tmp_path: Path, read: Read) -> None:
    """P033: Cyrillic bytes, quotes once, combining accents, emoji, no picture garbage."""
    path = tmp_path / "note.rtf"
    cyrillic = "".join(f"\\'{byte:02x}" for byte in "Договор".encode("cp1251"))
    path.write_bytes(
        (
            r"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset0 Arial;}}\f0 " + cyrillic + r"\par "
            r"\u8216 \'91quoted\u8217 \'92\par e\u769?\u8203?\par \u-10179?\u-8704?\par "
            r"{\pict\pngblip 89504e470d0a1a0a{\*\picprop x}}"
            r"\trowd\cellx1\cellx2\intbl A\cell B\cell\row\intbl C\cell D\cell\row\pard after}"
        ).encode("latin-1")
    )
    assert read(path).text == "Договор\n\n‘quoted’\n\né\n\n😀\n\nA | B\nC | D\n\nafter"


def test_fonts_choose_the_encoding(parts: Parts) -> None:
    fonts = r"{\fonttbl{\f1\fcharset238 A;}{\f2\fcharset128 B;}{\f3\fcharset2 Symbol;}{\f4\cpg1253 C;}}"
    text = r"{\f1 \'f8eka}{\f2 \'93\'fa\'96{}\'7b}{\f3 \'b7} {\f4 \'e1}\f9\'e4"
    assert parts(fonts + text) == [("body", "", "řeka日本• αä")] or parts(fonts + text)[0][2].startswith(
        "řeka日"
    )


def test_two_byte_signs_may_end_in_plain_letters(parts: Parts) -> None:
    assert parts(r"{\fonttbl{\f2\fcharset128 B;}}\f2 \'83A\'83\'5c")[0][2] == "アソ"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (r"\uc2\u228\'c3\'a4x", "äx"),
        (r"\uc0\u228 x", "äx"),
        (r"{\uc3\u228???}\u228?x", "ääx"),
        (r"\u228\tab x", "äx"),
        (r"a\~b\_c\-d\emdash e\{\}\\", "a b-cd—e{}\\"),
        (r"\u-10240 x", "\ufffd"),
        ("a\\\nb", "a\nb"),
        (r"one\line two", "one\ntwo"),
        (r"{\v hidden}{\deleted gone}\v secret\v0 shown", "shown"),
        (r"{\upr{ansi}{\*\ud{unicode}}}", "unicode"),
        (r'{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt link}}', "link"),
        (r"{\object{\*\objdata 0105}{\result shown}}", "shown"),
        (r"{\*\unknown secret}{\xe entry}shown", "shown"),
        ("\\bin4 \\{{{shown", "shown"),
        (r"\mac\'8a", "ä"),
        (r"\ansicpg65001 " + "\u00c3\u00a4", "ä"),
        (r"\ansicpg99999 \'e4", "ä"),
    ],
)
def test_what_control_words_show(content: str, text: str, parts: Parts) -> None:
    assert parts(content)[0][2].startswith(text)


def test_headings_by_level_and_by_style(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.rtf"
    path.write_text(
        r"{\rtf1{\stylesheet{\s1\outlinelevel0 \'fcberschrift 1;}{\s2 heading 2;}{\s3 Normal;}}"
        r"\pard\s1 Halls\par\pard\s2 Gates\par\pard\s3 Text.\par\pard\outlinelevel1 Other\par\pard End}"
    )
    document = read(path)
    assert [(p.kind, p.heading, document.text[p.start : p.end]) for p in document.parts] == [
        ("heading", "Halls", "Halls"),
        ("heading", "Halls › Gates", "Gates"),
        ("body", "Halls › Gates", "Text."),
        ("heading", "Halls › Other", "Other"),
        ("body", "Halls › Other", "End"),
    ]


def test_title_author_and_date(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.rtf"
    info = r"{\title Rent notice}{\author Anna}{\author Ben}{\creatim\yr2024\mo3\dy14\hr10\min15}{\company X}"
    path.write_text(r"{\rtf1{\info" + info + r"}Body}")
    document = read(path)
    assert (document.title, document.author, document.date) == ("Rent notice", "Anna", "2024-03-14T10:15:00")
    assert document.text == "Body"


def test_what_stands_beside_the_body(parts: Parts) -> None:
    content = (
        r"Text{\footnote\pard\plain A note}{\footnote\ftnalt At the end}{\*\annotation Check}\par"
        r"{\header Running{\b head}\par}{\footerl Foot}{\footerr Foot}{\*\ftnsep\chftnsep junk}"
        r"{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt Box words\par}}"
        r"{\shprslt{\*\do{\dptxbxtext Box words}}}}more"
    )
    assert parts(content) == [
        ("body", "", "Text"),
        ("body", "", "more"),
        ("footnote", "footnote 1", "A note"),
        ("endnote", "endnote 1", "At the end"),
        ("comment", "comment 1", "Check"),
        ("header", "header", "Runninghead"),
        ("footer", "footer", "Foot"),
        ("textbox", "text box 1", "Box words"),
    ]


def test_tables_carry_their_header_and_end_without_a_row(parts: Parts) -> None:
    row = r"\trowd{}\intbl {}\cell {}\par more\cell\row"
    content = row.format(r"\trhdr", "Zone", "Fare") + row.format("", "A", "3") + r"\intbl left\cell"
    content += (
        r"\pard\intbl inner\nestcell deep\nestcell{\*\nesttableprops\nestrow}{\nonesttables\par}\cell\row"
    )
    found = parts(content + r"\pard Then")
    assert found[0] == (
        "table",
        "table 1",
        "Zone | Fare more\nZone: A | Fare more: 3 more\nZone: left | Fare more: inner | deep |",
    )
    assert found[1] == ("body", "", "Then")


def test_lists_keep_their_numbers(parts: Parts) -> None:
    assert parts(r"\pard{\listtext 1.\tab}One\par\pard{\listtext 2.\tab}Two\par\pard End") == [
        ("list", "", "1. One"),
        ("list", "", "2. Two"),
        ("body", "", "End"),
    ]


def test_depth_and_missing_ends_do_no_harm(tmp_path: Path, read: Read, refuse: Refuse) -> None:
    path = tmp_path / "deep.rtf"
    path.write_text(r"{\rtf1 " + "{" * 100_000 + "needle")
    assert read(path).text == "needle"
    path.write_text(r"{\rtf1{\pict 00}}")
    assert refuse(path).code == "empty"


@given(drawn=st.data())
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_damage_ends_as_a_document_or_a_refusal(drawn: st.DataObject, tmp_path: Path) -> None:
    content = bytearray((DATA / "rtf" / "good.rtf").read_bytes())
    for _ in range(drawn.draw(st.integers(1, 8))):
        at = drawn.draw(st.integers(6, len(content) - 1))
        content[at : at + drawn.draw(st.integers(0, 3))] = drawn.draw(
            st.one_of(
                st.sampled_from(
                    [b"{", b"}", b"\\", b"\\row ", b"\\cell ", b"\\bin99999 ", b"\\u-9999 ", b"\\'8"]
                ),
                st.binary(max_size=4),
            )
        )
    path = tmp_path / "a.rtf"
    path.write_bytes(bytes(content))
    found = read_file(path)
    if isinstance(found, ReadDocument):
        assert_sound(found)
    else:
        assert found.code == "empty"
