"""Mail messages (eml), mailboxes (mbox) and saved pages (mht): header, body, attachments, nested mail."""

import email
import email.errors
import email.header
import email.message
import email.policy
import email.utils
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from desktop.ingest.building import Metadata, Reading
from desktop.ingest.cleaning import one_line
from desktop.ingest.decode import decode
from desktop.ingest.html import decode_page
from desktop.ingest.mail_writer import ENCRYPTED, MAX_DEPTH, TOO_DEEP, MailWriter
from desktop.ingest.refusals import NESTED_TOO_DEEPLY, RefusedError
from desktop.ingest.spot import TOP, Spot

Message = email.message.Message

_FIELDS = ("From", "To", "Cc", "Date")
_MAX_MULTIPARTS = 300  # the parser goes one call deeper for each that lies in another
_MBOX_LINE = re.compile(rb"From .*\d\d:\d\d.*")
_MBOX_START = re.compile(rb"\s*From .*\d\d:\d\d[^\n]*\n")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_EMLX_COUNT = re.compile(rb"\s*(\d{1,12})\s*\n")
_SIGNATURES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_ENCRYPTED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
_NAMELESS = "unnamed"
_ZERO_SHARE = 0.2


def read(path: Path) -> Reading:
    """Read a message or a mailbox; a mailbox is one document with a part for each message."""
    with path.open("rb") as file:
        mailbox = _MBOX_START.match(file.read(2000))
    if mailbox and path.suffix.lower() != ".eml":
        return _read_mailbox(path)
    content = path.read_bytes()[mailbox.end() if mailbox else 0 :]
    if content.count(0) > _ZERO_SHARE * len(content):
        content = decode(content).text.encode()  # all of it was saved as UTF-16
    if path.suffix.lower() == ".emlx" and (count := _EMLX_COUNT.match(content)):
        content = content[count.end() : count.end() + int(count[1])]
    writer = MailWriter()
    message = _parsed(content)
    _Reader(writer).message(message, TOP)
    document = writer.builder.build("message/rfc822", parts_not_read=tuple(dict.fromkeys(writer.not_read)))
    sender = email.utils.parseaddr(_field(message, "From"))
    metadata = Metadata(
        title=_field(message, "Subject") or path.stem,
        author=sender[0] or sender[1],
        dates=tuple(filter(None, [_sent(message)])),
    )
    return Reading(document, metadata)


def _read_mailbox(path: Path) -> Reading:
    """Read a mailbox message by message; its date is that of its newest message."""
    writer = MailWriter()
    reader = _Reader(writer)
    dates: list[str] = []
    for number, content in enumerate(_messages(path), 1):
        try:
            message = _parsed(content)
        except RefusedError as error:
            writer.not_read.append(f"Message {number}: {error.refusal.reason}")
            continue
        reader.message(message, Spot(f"message {number}"))
        dates.append(_sent(message))
    document = writer.builder.build("application/mbox", parts_not_read=tuple(dict.fromkeys(writer.not_read)))
    newest = max(filter(None, dates), key=_moment, default="")
    return Reading(document, Metadata(title=path.stem, dates=tuple(filter(None, [newest]))))


def _messages(path: Path) -> Iterator[bytes]:
    """The messages of a mailbox, which begin at "From " lines with a time after a blank line."""
    lines: list[bytes] = []
    blank = True
    with path.open("rb") as file:
        for line in file:
            if blank and _MBOX_LINE.match(line):
                if any(text.strip() for text in lines):
                    yield _QUOTED_FROM.sub(rb"\1", b"".join(lines))
                lines = []
            else:
                lines.append(line)
            blank = not line.strip()
    if any(text.strip() for text in lines):
        yield _QUOTED_FROM.sub(rb"\1", b"".join(lines))


def _parsed(content: bytes) -> Message:
    """Parse a message; the old policy, because the new one loses bytes that are not declared."""
    if content.count(b"multipart/") > _MAX_MULTIPARTS:
        raise RefusedError(NESTED_TOO_DEEPLY)
    return email.message_from_bytes(content.lstrip(), policy=email.policy.compat32)


class _Reader:
    """Reads messages into a writer."""

    def __init__(self, writer: MailWriter) -> None:
        self._writer = writer
        self._depth = 0

    def message(self, message: Message, spot: Spot) -> None:
        """Read one message with what it carries."""
        if self._depth >= MAX_DEPTH:
            self._writer.not_read.append(TOO_DEEP)
            return
        self._depth += 1
        fields = [(name, _field(message, name)) for name in _FIELDS]
        inside = self._writer.header(spot, _field(message, "Subject"), fields)
        self._part(message, inside)
        self._depth -= 1

    def _part(self, part: Message, spot: Spot) -> None:
        """Read one part of a message and what is in it."""
        kind = part.get_content_type()
        if kind == "message/rfc822":
            for nested in _children(part):
                subject = one_line(_field(nested, "Subject"), 80)
                self.message(nested, spot.inside(f"attached message “{subject}”"))
        elif kind == "multipart/alternative":
            self._alternatives(_children(part), spot)
        elif kind == "multipart/encrypted" or kind in _ENCRYPTED:
            self._writer.not_read.append(ENCRYPTED)
        elif part.is_multipart():
            # Pictures and styles of a page are no attachments, unless they are the only thing there.
            related = kind == "multipart/related" and len(_children(part)) > 1
            for child in _children(part):
                if not (related and _is_decoration(child)):
                    self._part(child, spot)
        elif kind not in _SIGNATURES:
            self._leaf(part, kind, spot)

    def _alternatives(self, parts: list[Message], spot: Spot) -> None:
        """Read one of several bodies that say the same, and whatever else lies beside them."""
        plain = page = ""
        others: list[Message] = []
        for part in parts:
            text, found = _bodies(part)
            plain, page = plain or text, page or found
            if not text and not found:
                others.append(part)
        self._writer.body(spot, plain, page)
        if not plain.strip() and not page:
            for part in others:
                self._part(part, spot)

    def _leaf(self, part: Message, kind: str, spot: Spot) -> None:
        name = _file_name(part)
        attached = part.get_content_disposition() == "attachment"
        if kind == "text/plain" and not name and not attached:
            self._writer.body(spot, _text(part), "")
        elif kind == "text/html" and not name and not attached:
            self._writer.body(spot, "", _page(part))
        elif content := _content(part):
            ending = kind.partition("/")[2].removeprefix("x-")
            self._writer.attachment(spot, name or f"{_NAMELESS}.{ending}", content)


def _bodies(part: Message) -> tuple[str, str]:
    """The plain text and the page of one alternative; both empty when it is something else."""
    kind = part.get_content_type()
    if kind == "text/plain":
        return _text(part), ""
    if kind == "text/html":
        return "", _page(part)
    if kind in {"multipart/related", "multipart/mixed", "multipart/alternative"}:
        found = [_bodies(child) for child in _children(part)]
        return next((p for p, _ in found if p), ""), next((h for _, h in found if h), "")
    return "", ""


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _is_decoration(part: Message) -> bool:
    kind = part.get_content_type()
    return part.get_content_maintype() in {"image", "font"} or kind in {"text/css", "text/javascript"}


def _content(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, ValueError):
        return None


def _text(part: Message) -> str:
    content = _content(part)
    return decode(content, _charset(part)).text if content.strip() else ""


def _page(part: Message) -> str:
    content = _content(part)
    return decode_page(content, _charset(part)).text if content.strip() else ""


def _field(message: Message, name: str) -> str:
    """A header field in readable letters; raw bytes and broken encodings are read as well as may be."""
    raw = next((value for key, value in message.raw_items() if key.lower() == name.lower()), None)
    return _readable(str(raw)) if raw is not None else ""


def _readable(raw: str) -> str:
    text = " ".join(raw.split())
    if any("\udc80" <= sign <= "\udcff" for sign in text):
        text = decode(text.encode("utf-8", "surrogateescape")).text
    try:
        pieces = email.header.decode_header(text)
    except (email.errors.HeaderParseError, ValueError):
        return text
    words = (piece if isinstance(piece, str) else _decoded_word(piece, charset) for piece, charset in pieces)
    return one_line("".join(words))


def _decoded_word(piece: bytes, charset: str | None) -> str:
    return decode(piece, charset).text if piece else ""


def _file_name(part: Message) -> str:
    """The file name of a part, however it is written; empty when it has none."""
    try:
        return _readable(part.get_filename() or "")
    except (LookupError, ValueError, TypeError):
        return _NAMELESS


def _sent(message: Message) -> str:
    """When the message was sent as ISO text with its zone; empty when it does not say."""
    try:
        return email.utils.parsedate_to_datetime(_field(message, "Date")).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _moment(iso: str) -> float:
    try:
        return datetime.fromisoformat(iso).timestamp()
    except (ValueError, OverflowError):
        return 0.0
