"""The workbooks of Excel 2 to 4: every kind of cell, dates by format, code pages, passwords, damage."""

import struct
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import assert_sound

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def record(number: int, data: bytes) -> bytes:
    return struct.pack("<HH", number, len(data)) + data


def cell(row: int, column: int, style: int = 0) -> bytes:
    return struct.pack("<HHH", row, column, style)


def label(row: int, column: int, text: bytes) -> bytes:
    return record(0x0204, cell(row, column) + struct.pack("<H", len(text)) + text)


BOF4 = record(0x0409, struct.pack("<HHH", 0, 0x0010, 0))
FORMATS = (
    record(0x041E, b"\0\0\x07General") + record(0x041E, b"\1\0\x08yyyy-m-d") + record(0x041E, b"\2\0\x020%")
)
STYLES = b"".join(record(0x0443, bytes([0, form]) + bytes(10)) for form in (0, 1, 2))


def sheet4() -> bytes:
    formula = record(0x0406, cell(3, 0) + b"\0\0\0\0\0\0\xff\xff" + bytes(4))
    truth = record(0x0406, cell(3, 1) + b"\1\0\1\0\0\0\xff\xff" + bytes(4))
    return b"".join(
        (
            BOF4,
            record(0x0042, struct.pack("<H", 1251)),
            FORMATS,
            STYLES,
            label(0, 0, "Имя".encode("cp1251")),
            label(0, 1, b"Rate"),
            label(0, 2, b"Due"),
            label(1, 0, b"Ann"),
            record(0x0203, cell(1, 1, 2) + struct.pack("<d", 0.075)),
            record(0x027E, cell(1, 2, 1) + struct.pack("<i", (45780 << 2) | 2)),
            label(2, 0, b"Bob"),
            record(0x027E, cell(2, 1) + struct.pack("<i", (1250 << 2) | 3)),
            record(0x0205, cell(2, 2) + b"\1\0"),
            formula,
            record(0x0207, struct.pack("<H", 4) + b"said"),
            truth,
            record(0x000A, b""),
        )
    )


def test_every_kind_of_cell(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(sheet4())
    document = read(path)
    assert document.text.split("\n") == [
        "Имя | Rate | Due",
        "Имя: Ann | Rate: 7.5% | Due: 2025-05-03",
        "Имя: Bob | Rate: 12.5 | Due: TRUE",
        "Имя: said | Rate: TRUE",
    ]
    assert (document.parts[0].place, document.encoding) == ("Sheet1!A1:C4", "cp1251")


def test_the_oldest_version(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(
        record(0x0009, struct.pack("<HH", 2, 0x0010))
        + record(0x0004, struct.pack("<HH", 0, 0) + bytes(3) + b"\5Total")
        + record(0x0002, struct.pack("<HH", 0, 1) + bytes(3) + struct.pack("<H", 42))
    )
    assert read(path).text == "Total | 42"


def test_a_password_locks(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(BOF4 + record(0x002F, bytes(4)))
    assert refuse(path).code == "locked"


@given(drawn=st.data())
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_damage_ends_as_a_document_or_a_refusal(drawn: st.DataObject, tmp_path: Path) -> None:
    content = bytearray(sheet4())
    for _ in range(drawn.draw(st.integers(1, 6))):
        content[drawn.draw(st.integers(6, len(content) - 1))] = drawn.draw(st.integers(0, 255))
    path = tmp_path / "a.xls"
    path.write_bytes(bytes(content[: drawn.draw(st.integers(8, len(content)))]))
    found = read_file(path)
    if isinstance(found, ReadDocument):
        assert_sound(found)
    else:
        assert found.code in {"damaged", "empty", "locked"}


def test_a_truncated_record_is_damage(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(BOF4 + record(0x0203, cell(0, 0)))
    assert refuse(path).code == "damaged"
