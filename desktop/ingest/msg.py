"""Outlook messages (msg): properties and streams of an OLE file; layout after Microsoft's [MS-OXMSG]."""

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from desktop.domain.records import Refusal
from desktop.ingest.building import Metadata, Reading
from desktop.ingest.cleaning import one_line
from desktop.ingest.decode import decode
from desktop.ingest.html import decode_page
from desktop.ingest.inner import read_inner
from desktop.ingest.mail_writer import ENCRYPTED, MAX_DEPTH, TOO_DEEP, MailWriter
from desktop.ingest.packed_rtf import unpacked
from desktop.ingest.refusals import DAMAGED, RefusedError
from desktop.ingest.spot import TOP, Spot

OleFile = Any  # olefile comes without type hints

# Property tags, as they stand in the names of streams.
_SUBJECT, _BODY, _PACKED_RTF, _PAGE = "0037", "1000", "1009", "1013"
_SENDER, _SENDER_ADDRESS, _SENDER_SMTP, _TO, _CC = "0C1A", "0C1F", "5D01", "0E04", "0E03"
_LONG_NAME, _SHORT_NAME, _DATA, _CONTENT_ID = "3707", "3704", "3701", "3712"
_SENT, _DELIVERED = 0x0039, 0x0E06
_CODE_PAGE, _PAGE_CODE_PAGE, _HIDDEN = 0x3FFD, 0x3FDE, 0x7FFE
_WIDE, _NARROW, _BINARY, _STORAGE = "001F", "001E", "0102", "000D"

_PROPERTIES = "__properties_version1.0"
_HEADER_SIZES = {"top": 32, "message": 24, "attachment": 8}  # bytes before the first property
_PROPERTY = struct.Struct("<HHIQ")  # type, tag, flags, value
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".emf", ".wmf")


def read(path: Path) -> Reading:
    """Read a message saved by Outlook, with its attachments and the messages attached to it."""
    import olefile

    try:
        with olefile.OleFileIO(path) as file:
            return _read_file(file, path.stem)
    except (OSError, struct.error, IndexError, AttributeError) as error:
        raise RefusedError(DAMAGED) from error


def _read_file(file: OleFile, name: str) -> Reading:
    writer = MailWriter()
    message = _Storage(file, (), "top")
    _read_message(writer, message, TOP, 0)
    sent = message.time(_SENT) or message.time(_DELIVERED)
    metadata = Metadata(
        title=one_line(message.text(_SUBJECT)) or name,
        author=one_line(message.text(_SENDER)),
        dates=(sent,) if sent else (),
    )
    document = writer.builder.build(
        "application/vnd.ms-outlook", parts_not_read=tuple(dict.fromkeys(writer.not_read))
    )
    return Reading(document, metadata)


class _Storage:
    """One folder of the OLE file: a message or an attachment."""

    def __init__(self, file: OleFile, path: tuple[str, ...], kind: str) -> None:
        self._file = file
        self._path = path
        self._kind = kind
        self._numbers = dict(self._read_numbers())

    def _read_numbers(self) -> Iterator[tuple[int, int]]:
        """The properties of fixed size."""
        content = self._stream(_PROPERTIES)[_HEADER_SIZES[self._kind] :]
        for offset in range(0, len(content) - _PROPERTY.size + 1, _PROPERTY.size):
            _, tag, _, value = _PROPERTY.unpack_from(content, offset)
            yield tag, value

    def _stream(self, name: str) -> bytes:
        path = [*self._path, name]
        return bytes(self._file.openstream(path).read()) if self._file.exists(path) else b""

    def binary(self, tag: str) -> bytes:
        """A property of bytes; empty when there is none."""
        return self._stream(f"__substg1.0_{tag}{_BINARY}")

    def text(self, tag: str) -> str:
        """A property of text; empty when there is none."""
        if wide := self._stream(f"__substg1.0_{tag}{_WIDE}"):
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._stream(f"__substg1.0_{tag}{_NARROW}").rstrip(b"\0")
        return decode(narrow, self.code_page(_CODE_PAGE)).text if narrow.strip() else ""

    def code_page(self, tag: int) -> str | None:
        """The encoding a message names for its texts or its page."""
        number = self.number(tag)
        return "utf-8" if number == 65001 else f"cp{number}" if number else None

    def number(self, tag: int) -> int:
        """A property of fixed size as a number; 0 when there is none."""
        return self._numbers.get(tag, 0) & 0xFFFFFFFF

    def time(self, tag: int) -> str:
        """A property of time as ISO text in UTC; empty when there is none."""
        ticks = self._numbers.get(tag, 0)  # of 100 ns
        try:
            return (_EPOCH + timedelta(seconds=ticks // 10_000_000)).isoformat() if ticks else ""
        except OverflowError:
            return ""

    def attachments(self) -> Iterator["_Storage"]:
        """The attachments in their order."""
        depth = len(self._path)
        names = {
            entry[depth]
            for entry in self._file.listdir(streams=True, storages=True)
            if len(entry) > depth + 1 and tuple(entry[:depth]) == self._path
        }
        for name in sorted(names):
            if name.startswith("__attach_version1.0_"):
                yield _Storage(self._file, (*self._path, name), "attachment")

    def message(self) -> "_Storage | None":
        """The message that this attachment is, or None when it is a file."""
        path = (*self._path, f"__substg1.0_{_DATA}{_STORAGE}")
        if not self._file.exists([*path, _PROPERTIES]):
            return None
        return _Storage(self._file, path, "message")


def _read_message(writer: MailWriter, message: _Storage, spot: Spot, depth: int) -> None:
    if depth >= MAX_DEPTH:
        writer.not_read.append(TOO_DEEP)
        return
    address = message.text(_SENDER_SMTP) or message.text(_SENDER_ADDRESS)
    sender = message.text(_SENDER)
    fields = [
        ("From", f"{sender} <{address}>" if "@" in address and address != sender else sender or address),
        ("To", message.text(_TO)),
        ("Cc", message.text(_CC)),
        ("Date", message.time(_SENT) or message.time(_DELIVERED)),
    ]
    inside = writer.header(spot, message.text(_SUBJECT), fields)
    _read_body(writer, message, inside)
    for attachment in message.attachments():
        nested = attachment.message()
        if nested is not None:
            subject = one_line(nested.text(_SUBJECT), 80)
            _read_message(writer, nested, inside.inside(f"attached message “{subject}”"), depth + 1)
        else:
            _read_attachment(writer, attachment, inside)


def _read_body(writer: MailWriter, message: _Storage, spot: Spot) -> None:
    plain = message.text(_BODY)
    page = message.binary(_PAGE)
    text = decode_page(page, message.code_page(_PAGE_CODE_PAGE)).text if page.strip() else message.text(_PAGE)
    if not plain.strip() and not text.strip() and (packed := message.binary(_PACKED_RTF)):
        found = read_inner("body.rtf", unpacked(packed))
        if isinstance(found, Refusal):
            writer.not_read.append(f"The body of a message: {found.reason}")
        else:
            plain = found.document.text
    writer.body(spot, plain, text)


def _read_attachment(writer: MailWriter, attachment: _Storage, spot: Spot) -> None:
    name = attachment.text(_LONG_NAME) or attachment.text(_SHORT_NAME) or "unnamed"
    content = attachment.binary(_DATA)
    shown = attachment.text(_CONTENT_ID) or attachment.number(_HIDDEN)
    if name.lower() == "smime.p7m":
        writer.not_read.append(ENCRYPTED)
    elif content and not (shown and name.lower().endswith(_PICTURES)):
        writer.attachment(spot, name, content)
