"""The text of mail messages from any kind of file: header, body and attachments, each with its place."""

import re
from collections.abc import Sequence

from desktop.ingest.building import TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.html import add_page, visible_text
from desktop.ingest.inner import add_inner, shown_name
from desktop.ingest.plain import add_lines
from desktop.ingest.spot import Spot

MAX_DEPTH = 5  # messages inside messages
TOO_DEEP = "A message lies too deep inside other messages and was left out."
ENCRYPTED = "A message is encrypted and cannot be read."
NO_SUBJECT = "(no subject)"
_SUBJECT_LIMIT = 200
_PGP_MESSAGE = re.compile(
    r"^-----BEGIN PGP MESSAGE-----.*?(?:^-----END PGP MESSAGE-----|\Z)", re.DOTALL | re.MULTILINE
)
_PGP_FILE = re.compile(rb"\s*-----BEGIN PGP (MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)-----")
_STUB_SHARE = 4  # a plain text so many times shorter than the page beside it only says that there is one


class MailWriter:
    """Writes messages to one text; what could not be read is gathered in `not_read`."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.not_read: list[str] = []

    def header(self, spot: Spot, subject: str, fields: Sequence[tuple[str, str]]) -> Spot:
        """Write subject and address fields of a message; return the place its contents stand in."""
        subject = one_line(subject, _SUBJECT_LIMIT) or NO_SUBJECT
        inside = spot.inside("", subject)
        place = spot.place or "message"  # a short message is one passage, header and body
        self.builder.add(subject, kind="heading", heading=inside.heading, place=place)
        lines = "\n".join(f"{name}: {one_line(value)}" for name, value in fields if value.strip())
        self.builder.add(lines, heading=inside.heading, place=place)
        return inside

    def body(self, spot: Spot, plain: str, page: str) -> None:
        """Write a body that may come as plain text, as a page or as both, which then say the same."""
        place = spot.inside("body")
        plain, hidden = _PGP_MESSAGE.subn("", plain)
        if hidden:
            self.not_read.append(ENCRYPTED)
        stub = bool(page) and len(plain.split()) * _STUB_SHARE < len(visible_text(page).split())
        if plain.strip() and not stub:
            add_lines(self.builder, plain, heading=place.heading, place=place.place)
        elif page:
            add_page(self.builder, page, place)

    def attachment(self, spot: Spot, name: str, content: bytes) -> None:
        """Read an attachment below a heading with its name; keys and signatures are nothing to read."""
        if pgp := _PGP_FILE.match(content):
            self.not_read.extend([ENCRYPTED] if pgp[1] == b"MESSAGE" else [])
            return
        label = shown_name(name)
        place = spot.inside(f"attachment {label}", label)
        self.not_read.extend(add_inner(self.builder, name, content, place, f"Attachment {label}"))
