"""Words for states, sizes, counts and times, as the window says them."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt

from desktop.domain.records import SEARCHABLE_STATES, Document, DocumentState
from desktop.ui import said

GIVEN_COLLECTION = "My documents"  # as the services name it; importing them here would delay the window
_SENTENCES = 4  # about what was not read, before the rest is only counted


@dataclass(frozen=True, slots=True)
class StateLook:
    """How a state is shown: never by colour alone."""

    word: str
    icon: str
    colour: str  # a colour token
    explanation: str


def _tr(text: str, number: int = -1) -> str:
    return QCoreApplication.translate("Wording", text, None, number)


def state_look(state: DocumentState) -> StateLook:
    """Return word, icon, colour and explanation of a state."""
    looks = {
        DocumentState.WAITING: StateLook(_tr("Waiting"), "waiting", "muted", _tr("Waiting to be read.")),
        DocumentState.READING: StateLook(_tr("Reading"), "reading", "accent", _tr("Being read now.")),
        DocumentState.TEXT_READY: StateLook(
            _tr("Text ready"), "text", "accent", _tr("Found by its words; finding by meaning follows.")
        ),
        DocumentState.READY: StateLook(_tr("Ready"), "ready", "good", _tr("Found by words and by meaning.")),
        DocumentState.PARTLY_READ: StateLook(
            _tr("Partly read"), "partly", "warning", _tr("Some parts could not be read.")
        ),
        DocumentState.LOCKED: StateLook(_tr("Locked"), "lock", "warning", _tr("It needs its password.")),
        DocumentState.REFUSED: StateLook(
            _tr("Not read"), "refused", "danger", _tr("Nothing of it can be found.")
        ),
    }
    return looks[state]


def look(document: Document) -> StateLook:
    """Return how a document is shown: one whose file cannot be reached says so before its state."""
    if document.offline and document.state in SEARCHABLE_STATES:
        return StateLook(
            _tr("Offline"), "offline", "warning", _tr("Its file cannot be reached; its text can be searched.")
        )
    return state_look(document.state)


def reason(document: Document) -> str:
    """Return why a document is not wholly read, in one sentence, or an empty text."""
    if document.reason:
        return said.said(document.reason)
    if document.state is DocumentState.PARTLY_READ and document.parts_not_read:
        return not_read(document)
    if document.state in {DocumentState.LOCKED, DocumentState.REFUSED}:
        return state_look(document.state).explanation
    return ""


def not_read(document: Document) -> str:
    """Return what of a document was not read: the first sentences, and how many more there are."""
    sentences = [said.said(part) for part in document.parts_not_read[:_SENTENCES]]
    if more := len(document.parts_not_read) - len(sentences):
        sentences.append(_tr("And {0} more.").format(count(more)))
    return " ".join(sentences)


def same_content() -> str:
    """Return what is said of an identical copy of another document."""
    return _tr("Same content as another document")


def collection(name: str) -> str:
    """Return a collection as it is shown; the name the program gave is in the person's language."""
    return _tr("My documents") if name == GIVEN_COLLECTION else name


def size(number: int) -> str:
    """Return a number of bytes in words."""
    return QLocale().formattedDataSize(number, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def count(number: int) -> str:
    """Return a number with the separators of the person's language."""
    return QLocale().toString(number)


def decimal(number: float, places: int = 1) -> str:
    """Return a number with decimals as the person's language writes it."""
    return QLocale().toString(float(number), "f", places)


def date(text: str) -> str:
    """Return an ISO 8601 date as people write it, the month by name; an unknown form as it is."""
    day = QDate.fromString(text[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, "d MMM yyyy") if day.isValid() else text


def documents(number: int) -> str:
    """Return "1 document" or "n documents"."""
    return _tr("%Ln documents", number)


def duration(seconds: float) -> str:
    """Return a rough time in words."""
    if seconds < 50:
        return _tr("less than a minute")
    minutes = max(1, round(seconds / 60))
    if minutes < 90:
        return _tr("%Ln minutes", minutes)
    return _tr("%Ln hours", round(minutes / 60))


def pages(number: int) -> str:
    """Return "1 page" or "n pages"."""
    return _tr("%Ln pages", number)


def passages(number: int) -> str:
    """Return "1 passage" or "n passages"."""
    return _tr("%Ln passages", number)


def steps(number: int) -> str:
    """Return "1 step" or "n steps"."""
    return _tr("%Ln steps", number)


def files(number: int) -> str:
    """Return "1 file" or "n files"."""
    return _tr("%Ln files", number)
