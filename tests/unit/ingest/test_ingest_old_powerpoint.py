"""PowerPoint 97 presentations: order, titles, notes, hidden slides, older states, damage and passwords."""

import struct
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import assert_sound
from ole_helpers import Slide, make_ole, make_ppt, ppt_record, ppt_text

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]
FROM_OUTLINE = ppt_record(0x0F9E, struct.pack("<I", 0))


def shown(document: ReadDocument) -> list[tuple[str, str, str, str]]:
    return [(p.kind, p.place, p.heading, document.text[p.start : p.end]) for p in document.parts]


SLIDES = [
    Slide(
        shapes=ppt_text(4, "Box") + FROM_OUTLINE + ppt_text(4, "*"),
        outline=ppt_text(0, "Plan\x0bfor May") + ppt_text(1, "Eins\rZwölf 日本"),
        notes=ppt_text(2, "Say hello.") + ppt_text(4, "*"),
    ),
    Slide(shapes=ppt_text(6, "Last"), hidden=True),
]


def test_slides_with_titles_lists_and_notes(tmp_path: Path, read: Read) -> None:
    document = read(make_ppt(tmp_path / "a.ppt", SLIDES))
    assert shown(document) == [
        ("heading", "slide 1", "Plan for May", "Plan for May"),
        ("body", "slide 1", "Plan for May", "Box"),
        ("list", "slide 1", "Plan for May", "Eins"),
        ("list", "slide 1", "Plan for May", "Zwölf 日本"),
        ("comment", "slide 1 notes", "Plan for May", "Say hello."),
        ("heading", "slide 2 (hidden)", "Last", "Last"),
    ]
    assert (document.pages, document.parts[-1].page) == (2, 2)


def test_what_a_later_edit_replaced_is_not_read(tmp_path: Path, read: Read) -> None:
    path = make_ppt(tmp_path / "a.ppt", [Slide(ppt_text(0, "New"))], old=[Slide(ppt_text(0, "Old"))] * 2)
    assert read(path).text == "New"


def test_locked_and_broken_files(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(make_ppt(tmp_path / "a.ppt", SLIDES, token=0xF3D1C4DF)).code == "locked"
    assert refuse(make_ppt(tmp_path / "b.ppt", [Slide()])).code == "empty"
    streams = {"PowerPoint Document": b"x" * 40, "Current User": b"x" * 40}
    assert refuse(make_ole(tmp_path / "c.ppt", streams)).code == "damaged"
    assert refuse(make_ole(tmp_path / "d.ppt", {"PowerPoint Document": b"x" * 40})).code == "damaged"


@given(drawn=st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_damage_ends_as_a_document_or_a_refusal(drawn: st.DataObject, tmp_path: Path) -> None:
    path = make_ppt(tmp_path / "a.ppt", SLIDES, old=SLIDES[1:])
    content = bytearray(path.read_bytes())
    hot = [at for at, byte in enumerate(content) if byte and at > 8]
    for _ in range(drawn.draw(st.integers(1, 8))):
        content[drawn.draw(st.sampled_from(hot))] = drawn.draw(st.integers(0, 255))
    path.write_bytes(bytes(content))
    found = read_file(path)
    if isinstance(found, ReadDocument):
        assert_sound(found)
