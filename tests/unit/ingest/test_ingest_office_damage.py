"""Any damage to an Office package ends as a document or as a refusal, never as an unforeseen error."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import DATA, assert_sound

from desktop.domain.records import ReadDocument
from desktop.ingest.extract import read_in_detail
from desktop.ingest.options import ReadOptions

FILES = (
    "docx/parts.docx",
    "docx/word.docx",
    "xlsx/merged.xlsx",
    "xlsx/values.xlsx",
    "odf/good.odt",
    "odf/good.ods",
    "odf/good.odp",
    "pptx/deck.pptx",
)
PIECES = (b"", b"<", b">", b'"', b"</", b"0", b"-1", b"99999999999", b"1048577", b"&#0;", b"\xff", b"1e999")


@pytest.mark.parametrize("name", FILES)
@given(drawn=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_damaged_part_does_no_harm(name: str, drawn: st.DataObject, tmp_path: Path) -> None:
    with zipfile.ZipFile(DATA / name) as package:
        parts = {entry: package.read(entry) for entry in package.namelist()}
    target = drawn.draw(st.sampled_from([entry for entry in parts if entry.endswith((".xml", ".rels"))]))
    content = bytearray(parts[target])
    for _ in range(drawn.draw(st.integers(1, 4))):
        at = drawn.draw(st.integers(0, len(content)))
        length = drawn.draw(st.sampled_from([0, 1, 1, 3, 20]))
        content[at : at + length] = drawn.draw(st.sampled_from(PIECES))
    parts[target] = bytes(content)
    if drawn.draw(st.booleans()):
        del parts[drawn.draw(st.sampled_from(list(parts)))]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for entry, data in parts.items():
            package.writestr(entry, data)
    path = tmp_path / f"a{Path(name).suffix}"
    path.write_bytes(out.getvalue())
    found, unforeseen = read_in_detail(path, ReadOptions())
    assert not unforeseen
    if isinstance(found, ReadDocument):
        assert_sound(found)
