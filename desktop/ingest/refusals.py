"""Why a file is not read: every reason a person may see, each one plain sentence with its stable code."""

from desktop.domain.records import Refusal


class RefusedError(Exception):
    """Raised inside a reader to end it with a Refusal; it never leaves the ingest layer."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


EMPTY = Refusal("empty", "The file is empty: there is no text in it.")
BLANK_PAGES = Refusal("empty", "The pages are blank: there is no text on them.")
UNKNOWN_ENCODING = Refusal(
    "unsupported", "The text is written in a way that was not recognised; saved as UTF-8 it can be read."
)
WRONG_ENCODING = Refusal("unsupported", "The file gives no text in the encoding that was chosen.")
LOCKED = Refusal("locked", "The document is locked and needs its password.")
WRONG_PASSWORD = Refusal("locked", "The password does not open the document.")
UNKNOWN_CIPHER = Refusal(
    "locked", "The archive is locked in a way that cannot be opened here; unpack it first."
)
DAMAGED = Refusal("damaged", "The file is damaged and cannot be opened.")
DAMAGED_PACKAGE = Refusal("damaged", "The file is damaged: a part of it cannot be unpacked.")
NESTED_TOO_DEEPLY = Refusal("damaged", "The file is nested so deeply that it cannot be read safely.")
HOSTILE = Refusal(
    "damaged", "The file contains definitions that only harmful files use, so it was not opened."
)
CRASHED = Refusal("damaged", "Reading stopped because the file is damaged or needs too much memory.")
TOO_LARGE = Refusal("too_large", "The file is too large when unpacked.")
INNER_LIMIT = Refusal("too_large", "Too many files lie inside one another, so the rest was left out.")
NOTHING_INSIDE = Refusal("unsupported", "The archive holds no document that can be read.")
INNER_ARCHIVE = Refusal("unsupported", "An archive inside an archive is not opened.")
TIMEOUT = Refusal("timeout", "Reading the file took too long and was stopped.")
NO_TEXT = Refusal("no_text", "The pages hold no readable text - the document needs text recognition (OCR).")
PICTURE_NOT_READ = Refusal(
    "unsupported",
    "The file is a picture; reading text in it is switched off, not installed or took too long.",
)
PICTURE_FORMAT = Refusal("unsupported", "The file is a picture of a kind that cannot be opened.")
PICTURE_WITHOUT_TEXT = Refusal("no_text", "The picture shows no text that can be read.")
NOT_FOUND = Refusal("unreadable", "The file was not found; it may have been moved or deleted.")
NOT_A_FILE = Refusal("unreadable", "This is not a file that can be read.")
NO_PERMISSION = Refusal("unreadable", "The file cannot be opened because permission to read it is missing.")
UNREADABLE = Refusal("unreadable", "The file cannot be opened; another program or the disk prevents it.")


def unsupported(reason: str) -> Refusal:
    """A refusal of a kind of file that is not read; `reason` is one plain sentence."""
    return Refusal("unsupported", reason)


def unreadable(error: OSError) -> Refusal:
    """The plain reason behind an operating system error met while opening a file."""
    if isinstance(error, FileNotFoundError):
        return NOT_FOUND
    if isinstance(error, PermissionError):
        return NO_PERMISSION
    if isinstance(error, IsADirectoryError):
        return NOT_A_FILE
    return UNREADABLE
