"""Word 97 documents: structure, what is left out, what stands beside the body, damage and passwords."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import assert_sound
from ole_helpers import Word, make_doc, make_ole, summary

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]
IN_TABLE, ROW_END = b"\x16\x24\x01", b"\x17\x24\x01"
DELETED, HIDDEN = b"\x00\x08\x01", b"\x3c\x08\x01"


def shown(document: ReadDocument) -> list[tuple[str, str, str, str]]:
    return [(p.kind, p.place, p.heading, document.text[p.start : p.end]) for p in document.parts]


def ends(*texts: str) -> list[int]:
    """Where each of the texts ends when they follow one another."""
    return [sum(map(len, texts[:count])) for count in range(1, len(texts) + 1)]


def test_headings_lists_and_tables(tmp_path: Path, read: Read) -> None:
    texts = (
        "Halls\r",
        "Gates\r",
        "Text Köln 日\x0bnext\r",
        "Zone\x07",
        "Fare\x07",
        "\x07",
        "A\x07",
        "3\rmore\x07",
    )
    texts += ("\x07", "item\r", "End\r")
    forms = [(1, b""), (0, b"\x40\x26\x01"), (0, b""), *[(0, IN_TABLE)] * 2, (0, IN_TABLE + ROW_END)]
    forms += [*[(0, IN_TABLE)] * 2, (0, IN_TABLE + ROW_END), (0, b"\x0b\x46\x01\x00"), (0, b"")]
    paragraphs = [(end, *form) for end, form in zip(ends(*texts), forms, strict=True)]
    document = read(make_doc(tmp_path / "a.doc", Word("".join(texts), paragraphs=paragraphs)))
    under = "Halls › Gates"
    assert shown(document) == [
        ("heading", "", "Halls", "Halls"),
        ("heading", "", under, "Gates"),
        ("body", "", under, "Text Köln 日\nnext"),
        ("table", "table 1", under, "Zone | Fare\nZone: A | Fare: 3 more"),
        ("list", "", under, "item"),
        ("body", "", under, "End"),
    ]


def test_deleted_and_hidden_text_and_field_codes_are_left_out(tmp_path: Path, read: Read) -> None:
    texts = (
        "Version ",
        "6.9 ",
        "7.3 ",
        "secret",
        " \x13HYPERLINK \x13x\x14y\x15\x14portal\x15 now\x1e\x1f.\r",
    )
    marks = (b"", DELETED, b"", HIDDEN, b"")
    characters = list(zip(ends(*texts), marks, strict=True))
    document = read(make_doc(tmp_path / "a.doc", Word("".join(texts), characters=characters)))
    assert document.text == "Version 7.3  portal now-."


def test_signs_outside_the_basic_plane(tmp_path: Path, read: Read) -> None:
    assert read(make_doc(tmp_path / "a.doc", Word("smile 😀 end\r"))).text == "smile 😀 end"


def test_what_stands_beside_the_body(tmp_path: Path, read: Read) -> None:
    body, notes, comments, last, boxes = (
        "Body\x02\r",
        "\x02 One\r\x02 Two\r\r",
        "\x05Check\r\r",
        "End\r\r",
        "Box\r\r",
    )
    headers = "Even\r" + "Head\r" + "Foot\r"
    parts = (body, notes, headers, comments, last, boxes)
    word = Word(
        "".join(parts),
        lengths=[len(part) for part in parts],
        tables=[
            (3, 0, [0, 6, 12, 13]),
            (11, 0, [0, 0, 0, 0, 0, 0, 0, 5, 10, 10, 15, 15]),
            (5, 0, [0, 7, 8]),
            (47, 0, [0, 4, 5]),
            (56, 22, [0, 4, 5]),
        ],
    )
    assert [
        (kind, place, text) for kind, place, _, text in shown(read(make_doc(tmp_path / "a.doc", word)))
    ] == [
        ("body", "", "Body"),
        ("footnote", "footnote 1", "One"),
        ("footnote", "footnote 2", "Two"),
        ("header", "header", "Even"),
        ("header", "header", "Head"),
        ("footer", "footer", "Foot"),
        ("comment", "comment 1", "Check"),
        ("endnote", "endnote 1", "End"),
        ("textbox", "text box 1", "Box"),
    ]


def test_notes_without_their_table_are_still_read(tmp_path: Path, read: Read) -> None:
    word = Word("Body\rNote\r", lengths=[5, 5])
    assert shown(read(make_doc(tmp_path / "a.doc", word)))[1] == ("footnote", "footnote 1", "", "Note")


def test_locked_older_and_broken_files(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(make_doc(tmp_path / "a.doc", Word("x\r", flags=0x0300))).code == "locked"
    assert "Word 97" in refuse(make_doc(tmp_path / "b.doc", Word("x\r", version=0x65))).reason
    assert refuse(make_doc(tmp_path / "c.doc", Word("\r\r"))).code == "empty"
    assert (
        refuse(make_ole(tmp_path / "d.doc", {"WordDocument": b"\xec\xa5\xc1\x00" + bytes(2000)})).code
        == "damaged"
    )


def test_title_author_and_date(tmp_path: Path, read: Read) -> None:
    saved = datetime(2010, 11, 12, 16, 22, tzinfo=UTC)
    properties = summary("Prüfung".encode("cp1252") + b"\0", "Анна", saved)
    document = read(make_doc(tmp_path / "a.doc", Word("Body\r"), properties))
    assert (document.title, document.author) == ("Prüfung", "Анна")
    assert (document.date, document.date_source) == ("2010-11-12T16:22:00Z", "metadata")


@given(st.lists(st.tuples(st.integers(40, 130), st.sampled_from([0, 1, 0x7F, 0xFF])), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_damaged_properties_cost_only_themselves(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    properties = bytearray(summary(b"Title\0", "Ann", datetime(2010, 11, 12, tzinfo=UTC)))
    for at, byte in changes:
        properties[at] = byte
    found = read_file(make_doc(tmp_path / "a.doc", Word("Body\r"), bytes(properties)))
    assert isinstance(found, ReadDocument)
    assert found.text == "Body"


def test_an_embedded_document_does_not_make_the_kind(tmp_path: Path, refuse: Refuse) -> None:
    name = "WordDocument".encode("utf-16-le")
    assert "old Office file" in refuse(make_ole(tmp_path / "a.doc", {"Contents": name})).reason


@given(drawn=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_damage_ends_as_a_document_or_a_refusal(drawn: st.DataObject, tmp_path: Path) -> None:
    path = make_doc(
        tmp_path / "a.doc", Word("Halls\rText Köln\r", paragraphs=[(6, 1, b""), (16, 0, IN_TABLE)])
    )
    content = bytearray(path.read_bytes())
    hot = [at for at, byte in enumerate(content) if byte and at > 8]
    for _ in range(drawn.draw(st.integers(1, 8))):
        content[drawn.draw(st.sampled_from(hot))] = drawn.draw(st.integers(0, 255))
    path.write_bytes(bytes(content[: drawn.draw(st.integers(len(content) // 2, len(content)))]))
    found = read_file(path)
    if isinstance(found, ReadDocument):
        assert_sound(found)
