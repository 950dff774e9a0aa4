"""Mail: what a message and its attachments say and where, in every way mail is written and stored."""

import base64
import email.message
import struct
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ingest_helpers import DATA, lines_pdf, make_pdf

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file
from desktop.ingest.packed_rtf import unpacked
from desktop.ingest.refusals import RefusedError

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def places(document: ReadDocument) -> dict[str, str]:
    return {document.text[part.start : part.end]: part.place for part in document.parts}


def message(subject: str = "Lease", **fields: str) -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, "Ann Lee <ann@example.org>", "bob@example.org"
    made["Date"] = fields.get("date", "Thu, 2 May 2024 09:30:00 +0200")
    return made


def written(folder: Path, made: email.message.Message, name: str = "a.eml") -> Path:
    path = folder / name
    path.write_bytes(made.as_bytes())
    return path


def test_header_body_and_attachments(tmp_path: Path, read: Read) -> None:
    made = message("Lease of hall 3")
    made.set_content("The rent is due on Monday.\n")
    made.add_attachment("Kontonummer 99-17\n", filename="konto.txt")
    lease = make_pdf(tmp_path / "lease.pdf", [lines_pdf("Cover page"), lines_pdf("The term ends in 2031.")])
    made.add_attachment(lease.read_bytes(), "application", "pdf", filename="Büro lease.pdf")
    document = read(written(tmp_path, made))
    found = places(document)
    assert found["The rent is due on Monday."] == "body"
    assert found["Kontonummer 99-17"] == "attachment konto.txt, line 1"
    assert found["The term ends in 2031."] == "attachment Büro lease.pdf, page 2"
    assert (document.title, document.author) == ("Lease of hall 3", "Ann Lee")
    assert (document.date, document.date_source) == ("2024-05-02T09:30:00+02:00", "metadata")
    assert "From: Ann Lee <ann@example.org>" in document.text
    headings = {part.heading for part in document.parts if "konto" in part.place}
    assert headings == {"Lease of hall 3 › konto.txt"}


def test_a_forwarded_mail_is_read_with_its_place(tmp_path: Path, read: Read) -> None:
    """P030: attachments and nested mail are found, nothing of their packing is."""
    inner = message("Meter reading")
    inner.set_content("Meter 7 stands at 4411.\n")
    made = message("Fwd: Meter")
    made.set_content("See below.\n")
    made.add_attachment(inner)
    made.add_attachment(b"\x00\x01\x02" * 400, "application", "octet-stream", filename="data.bin")
    document = read(written(tmp_path, made))
    assert places(document)["Meter 7 stands at 4411."] == "attached message “Meter reading”, body"
    assert document.parts_not_read == (
        "data.bin: The file holds data that is not text, so there is nothing to read in it.",
    )
    assert "AAEC" not in document.text


def test_only_one_of_two_bodies_is_read(tmp_path: Path, read: Read) -> None:
    made = message()
    made.set_content("The boiler is safe.\n")
    made.add_alternative("<p>The boiler is <b>safe</b>.</p>", subtype="html")
    assert read(written(tmp_path, made)).text.count("boiler") == 1


def test_a_body_that_only_points_to_the_page_is_not_the_body(tmp_path: Path, read: Read) -> None:
    made = message()
    made.set_content("This message needs a viewer.\n")
    page = f"<h1>Offer</h1><p>The crane costs 900 euros.</p><p>{'It lifts stones. ' * 20}</p>"
    made.add_alternative(page, subtype="html")
    made.get_payload()[1].add_related(b"\x89PNG\r\n", "image", "png", cid="<logo>")
    document = read(written(tmp_path, made))
    assert places(document)["The crane costs 900 euros."] == "body"
    assert document.parts_not_read == ()
    assert any(part.heading == "Lease › Offer" for part in document.parts)


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("windows-1252", "Fällig am 3. Mai – 90 €"),
        ("iso-2022-jp", "契約の違約金は五パーセント"),
        ("koi8-r", "Неустойка составляет пять процентов"),
        ("gb2312", "合同的违约金"),
    ],
)
@pytest.mark.parametrize("encoding", ["8bit", "base64"])
def test_bodies_in_the_encoding_they_name(
    charset: str, text: str, encoding: str, tmp_path: Path, read: Read
) -> None:
    body = text.encode("cp1252" if charset == "windows-1252" else charset)
    if encoding == "base64":
        body = base64.b64encode(body)
    path = tmp_path / "a.eml"
    path.write_bytes(
        f"Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\n".encode()
        + f"Content-Transfer-Encoding: {encoding}\n\n".encode()
        + body
    )
    assert text in read(path).text


def test_raw_bytes_and_broken_words_in_headers(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(
        "Subject: Prüfung der Anlage\nFrom: =?nonsense?Q?x?= <a@b.c>\n\nText.\n".encode("cp1252")
    )
    document = read(path)
    assert document.title == "Prüfung der Anlage"
    assert "Text." in document.text


def test_encrypted_and_signed_mail(tmp_path: Path, read: Read) -> None:
    made = message("Secret")
    made.set_content("-----BEGIN PGP MESSAGE-----\n\nhIwDY32hYGCE8MkBA\n-----END PGP MESSAGE-----\n")
    made.add_attachment("-----BEGIN PGP SIGNATURE-----\nabc\n", filename="signature.asc")
    document = read(written(tmp_path, made))
    assert "hIwDY" not in document.text
    assert "abc" not in document.text
    assert document.parts_not_read == ("A message is encrypted and cannot be read.",)


def test_a_mailbox_names_its_messages(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "Inbox"
    path.write_bytes(
        b"From - Thu May 02 09:30:00 2024\nSubject: One\nDate: Thu, 2 May 2024 09:30:00 +0000\n"
        b"Message-ID: <1@x>\n\nFirst text.\n\nFrom Berlin we went north.\n>From here quoted.\n\n"
        b"From - Fri May 03 09:30:00 2024\nSubject: Two\nDate: Fri, 3 May 2024 09:30:00 +0000\n\nSecond text."
    )
    document = read(path)
    found = places(document)
    assert found["First text."] == "message 1, body"
    assert found["Second text."] == "message 2, body"
    assert "From Berlin we went north.\nFrom here quoted." in document.text
    assert (document.title, document.date) == ("Inbox", "2024-05-03T09:30:00+00:00")


def test_mail_of_other_programs(tmp_path: Path, read: Read) -> None:
    made = message("Apple")
    made.set_content("Core text.\n")
    content = made.as_bytes()
    apple = tmp_path / "1.emlx"
    apple.write_bytes(str(len(content)).encode() + b"\n" + content + b"<?xml version='1.0'?><plist/>")
    assert "plist" not in read(apple).text
    wide = tmp_path / "2.eml"
    wide.write_bytes(content.decode().encode("utf-16"))
    assert read(wide).title == "Apple"
    spooled = tmp_path / "3.eml"
    spooled.write_bytes(b"From ann@example.org Thu May  2 09:30:00 2024\n" + content)
    assert (read(spooled).title, read(spooled).media_type) == ("Apple", "message/rfc822")


def test_a_saved_page_is_read_as_its_page(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "page.mht"
    path.write_bytes(
        b"From: <Saved by a browser>\nSubject: Ferry times\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/related; boundary="b"; type="text/html"\n\n--b\n'
        b"Content-Type: text/html\nContent-Location: http://x/\n\n<h2>Winter</h2><p>No ferry on Sunday.</p>\n"
        b"--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"
        b"--b\nContent-Type: text/css\n\np { color: red }\n--b--\n"
    )
    document = read(path)
    assert document.title == "Ferry times"
    assert "color" not in document.text
    assert document.parts_not_read == ()
    assert document.parts[-1].heading == "Ferry times › Winter"


def test_mail_in_mail_in_mail_ends(tmp_path: Path, read: Read) -> None:
    made = message("level 0")
    made.set_content("text 0\n")
    for level in range(1, 9):
        outer = message(f"level {level}")
        outer.set_content(f"text {level}\n")
        outer.add_attachment(made)
        made = outer
    document = read(written(tmp_path, made))
    assert "text 4" in document.text
    assert "text 3" not in document.text
    assert document.parts_not_read == ("A message lies too deep inside other messages and was left out.",)


def test_attachments_in_attachments_end(tmp_path: Path, read: Read) -> None:
    made = message("level 0")
    made.set_content("text 0\n")
    for level in range(1, 9):
        outer = message(f"level {level}")
        outer.set_content(f"text {level}\n")
        outer.add_attachment(made.as_bytes(), "application", "octet-stream", filename="inner.eml")
        made = outer
    document = read(written(tmp_path, made))
    assert "text 3" in document.text
    assert "text 2" not in document.text
    assert any("left out" in sentence for sentence in document.parts_not_read)


def test_an_endless_number_of_bodies_is_refused(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(b"Subject: x\n" + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n' * 400)
    assert refuse(path).code == "damaged"


def test_outlook_message(read: Read) -> None:
    document = read(DATA / "eml/outlook.msg")
    found = places(document)
    assert found["Msg body 7522 für Köln"] == "body"
    assert found["Msg attachment 7523"] == "attachment note.txt, line 1"
    assert (document.date, document.author) == ("2024-05-02T09:30:00+00:00", "Eva Example")


def packed(control: int, items: bytes, size: int) -> bytes:
    return struct.pack("<IIII", len(items) + 13, size, 0x75465A4C, 0) + bytes([control]) + items


def test_packed_rich_text() -> None:
    """The worked example of [MS-OXRTFCP]: runs of the window, and runs that overlap what they write."""
    text = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked(text) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    looping = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert unpacked(looping) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    assert unpacked(struct.pack("<IIII", 20, 4, 0x414C454D, 0) + b"{\\x}") == b"{\\x}"
    with pytest.raises(RefusedError):
        unpacked(b"short")


@given(st.integers(0, 255), st.binary(max_size=200), st.integers(0, 4000))
def test_any_packing_ends(control: int, items: bytes, size: int) -> None:
    assert len(unpacked(packed(control, items, size))) <= size + 17 * 8


@pytest.mark.parametrize("name", ["eml/outlook.msg", "eml/a.eml", "eml/two.mbox"])
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_mail_ends(name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = bytearray((DATA / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        content = content or bytearray(b" ")
    path = tmp_path_factory.mktemp("mail") / Path(name).name
    path.write_bytes(bytes(content))
    assert isinstance(read_file(path), ReadDocument | Refusal)
