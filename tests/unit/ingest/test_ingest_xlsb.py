"""Binary workbooks: every kind of cell, formats, hidden sheets, and any damage."""

import struct
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import assert_sound
from office_helpers import make_package, relations

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_in_detail
from desktop.ingest.options import ReadOptions

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def record(kind: int, data: bytes = b"") -> bytes:
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    length = bytes([len(data) & 0x7F | (0x80 if len(data) > 0x7F else 0)])
    return head + length + (bytes([len(data) >> 7]) if len(data) > 0x7F else b"") + data


def string(text: str) -> bytes:
    data = text.encode("utf-16-le")
    return struct.pack("<I", len(data) // 2) + data


def cell(column: int, style: int = 0) -> bytes:
    return struct.pack("<II", column, style)


def row(number: int) -> bytes:
    return record(0, struct.pack("<I", number) + bytes(13))


CELLS = b"".join(
    (
        row(0),
        record(7, cell(0) + struct.pack("<I", 0)),
        record(6, cell(1) + string("Rate")),
        record(6, cell(2) + string("Due")),
        row(1),
        record(8, cell(0) + string("Ann")),
        record(5, cell(1, 1) + struct.pack("<d", 0.075)),
        record(2, cell(2, 2) + struct.pack("<i", 45780 << 2 | 2)),
        row(1_048_575),
        record(7, cell(0) + struct.pack("<I", 9)),
        record(3, cell(0) + b"\x07"),
        record(10, cell(16_383) + b"\1"),
        record(176, struct.pack("<4I", 0, 1, 0, 0)),
    )
)
STYLES = b"".join(
    (
        record(44, struct.pack("<H", 164) + string("yyyy-mm-dd")),
        record(47, struct.pack("<HH", 0, 9)),
        record(617),
        *(record(47, struct.pack("<HH", 0, number)) for number in (0, 10, 164)),
        record(618),
    )
)


def parts(extra: bytes = b"") -> dict[str, bytes]:
    names = (("Rates", 0, "r1"), ("Old", 1, "r1"), ("Lost", 0, "r9"))
    listed = (
        record(156, struct.pack("<II", hidden, 1) + extra + string(relation) + string(name))
        for name, hidden, relation in names
    )
    links = [("worksheet", "sheet1.bin"), ("sharedStrings", "texts.bin"), ("styles", "styles.bin")]
    return {
        "xl/workbook.bin": record(153, bytes(12)) + b"".join(listed),
        "xl/_rels/workbook.bin.rels": relations(links).encode(),
        "xl/sheet1.bin": CELLS,
        "xl/texts.bin": record(19, b"\0" + string("Name")),
        "xl/styles.bin": STYLES,
    }


def test_every_kind_of_cell(tmp_path: Path, read: Read) -> None:
    document = read(make_package(tmp_path / "a.xlsb", parts()))
    assert [(part.place, document.text[part.start : part.end]) for part in document.parts][:3] == [
        ("Rates!A1:C2", "Name | Rate | Due\nName: Ann | Rate: 7.5% | Due: 2025-05-03"),
        ("Rates!XFD1048576", "TRUE"),
        ("Old!A1:C2 (hidden sheet)", "Name | Rate | Due\nName: Ann | Rate: 7.5% | Due: 2025-05-03"),
    ]
    assert document.parts_not_read == ("The sheet “Lost” is missing or damaged.",)


def test_files_from_before_the_release(tmp_path: Path, read: Read) -> None:
    assert "Ann" in read(make_package(tmp_path / "a.xlsb", parts(extra=bytes(4)))).text


def test_a_truncated_part_is_damage(tmp_path: Path, refuse: Refuse) -> None:
    broken = parts() | {"xl/workbook.bin": b"\x9c"}
    assert refuse(make_package(tmp_path / "a.xlsb", broken)).code == "damaged"


@given(
    name=st.sampled_from(["xl/workbook.bin", "xl/sheet1.bin", "xl/texts.bin", "xl/styles.bin"]),
    changes=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=5),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_damage_is_foreseen(tmp_path: Path, name: str, changes: list[tuple[int, int]]) -> None:
    package = parts()
    content = bytearray(package[name])
    for at, byte in changes:
        content[at % len(content)] = byte
    path = make_package(tmp_path / "a.xlsb", package | {name: bytes(content)})
    found, unforeseen = read_in_detail(path, ReadOptions())
    assert not unforeseen
    if isinstance(found, ReadDocument):
        assert_sound(found)
