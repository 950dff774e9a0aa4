"""Archives of documents: every member is cited by its name, what cannot be read is named."""

import base64
import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ingest_helpers import lines_pdf, make_docx, make_pdf

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest import zip_members
from desktop.ingest.extract import read_file
from desktop.ingest.options import ReadOptions

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]

# An archive with note.txt ("The vault code is 90210."), locked with the password "abc" by the old cipher.
LOCKED_ZIP = base64.b64decode(
    "UEsDBBQAAQAAAAAAIQAaClzKJAAAABgAAAAIAAAAbm90ZS50eHQfMQj5LtaAs5EEt4kQmXkd3F3t9xkDQ73qAWE0IMa5TtKU"
    "mNpQSwECFAAUAAEAAAAAACEAGgpcyiQAAAAYAAAACAAAAAAAAAAAAAAAAAAAAAAAbm90ZS50eHRQSwUGAAAAAAEAAQA2AAAA"
    "SgAAAAAA"
)


def packed(path: Path, members: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def places(document: ReadDocument) -> dict[str, str]:
    return {document.text[part.start : part.end]: part.place for part in document.parts}


def test_members_are_read_and_named(tmp_path: Path, read: Read) -> None:
    lease = make_pdf(tmp_path / "x.pdf", [lines_pdf("Cover"), lines_pdf("The term ends in 2031.")])
    letter = make_docx(tmp_path / "x.docx", "<w:p><w:r><w:t>Dear Ann</w:t></w:r></w:p>")
    members = {
        "b/part 10.txt": b"Tenth.",
        "b/part 9.txt": b"Ninth.",
        "a/lease.pdf": lease.read_bytes(),
        "a/letter.docx": letter.read_bytes(),
        "a/photo.png": b"\x89PNG\r\n\x1a\n",
        "__MACOSX/a/._lease.pdf": b"junk",
        ".hidden": b"junk",
        "~$letter.docx": b"junk",
    }
    document = read(packed(tmp_path / "papers.zip", members))
    found = places(document)
    assert found["The term ends in 2031."] == "a/lease.pdf, page 2"
    assert found["Dear Ann"] == "a/letter.docx"
    assert found["Ninth."] == "b/part 9.txt, line 1"
    assert list(found).index("Ninth.") < list(found).index("Tenth.")
    assert "junk" not in document.text
    assert len(document.parts_not_read) == 1
    assert document.parts_not_read[0].startswith("photo.png: The file is a picture")
    assert document.title == "papers"
    assert {part.heading for part in document.parts if "9" in part.place} == {"b › part 9.txt"}


def test_an_archive_in_an_archive_stays_closed(tmp_path: Path, read: Read, refuse: Refuse) -> None:
    inner = packed(tmp_path / "inner.zip", {"a.txt": b"Text."}).read_bytes()
    document = read(packed(tmp_path / "outer.zip", {"inner.zip": inner, "b.txt": b"Other."}))
    assert document.parts_not_read == ("inner.zip: An archive inside an archive is not opened.",)
    assert refuse(packed(tmp_path / "only.zip", {"inner.zip": inner})).code == "unsupported"


def test_only_what_calls_itself_an_archive_is_one_of_documents(tmp_path: Path, refuse: Refuse) -> None:
    """P004: a zip renamed notes.md is refused; so are the packages of programs."""
    for name in ("notes.md", "program.jar"):
        assert "archive" in refuse(packed(tmp_path / name, {"a.txt": b"Text."})).reason


def test_names_written_as_utf8_without_saying_so(tmp_path: Path, read: Read) -> None:
    path = packed(tmp_path / "a.zip", {"XXXX.txt": b"Text."})
    path.write_bytes(path.read_bytes().replace(b"XXXX", "öü".encode()))
    assert places(read(path))["Text."] == "öü.txt, line 1"


def test_a_locked_archive_opens_with_its_password(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(LOCKED_ZIP)
    assert refuse(path).code == "locked"
    wrong = read_file(path, ReadOptions(password="xyz"))
    assert isinstance(wrong, Refusal)
    assert "password does not open" in wrong.reason
    opened = read_file(path, ReadOptions(password="abc"))
    assert isinstance(opened, ReadDocument)
    assert opened.text.endswith("The vault code is 90210.")


def test_too_many_members_are_said(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_members, "MAX_MEMBERS", 2)
    document = read(packed(tmp_path / "a.zip", {f"{n}.txt": b"Text." for n in range(4)}))
    assert document.parts_not_read == ("The archive holds 4 files; the first 2 were looked at.",)


def test_a_member_that_unpacks_without_end_is_left_out(tmp_path: Path, read: Read) -> None:
    """P021: the others are read."""
    document = read(packed(tmp_path / "a.zip", {"bomb.txt": bytes(65 << 20), "note.txt": b"Small."}))
    assert places(document)["Small."] == "note.txt, line 1"
    assert document.parts_not_read == ("bomb.txt: The file is too large when unpacked.",)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_damaged_archives_end(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.txt", b"Text of the first file. " * 9)
        file.writestr("b.csv", b"a,b\n1,2\n")
    content = bytearray(out.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(bytes(content))
    assert isinstance(read_file(path), ReadDocument | Refusal)
