"""Files whose names promise a format that their content is not of."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop.domain.records import Refusal
from desktop.ingest.kind import REFUSED, Kind
from desktop.ingest.refusals import UNKNOWN_ENCODING, RefusedError
from desktop.ingest.wordlists import words

_WORD = "The name ends in {suffix}, but this is no Word document; it may be damaged."
_EXCEL = "The name ends in {suffix}, but this is no Excel workbook; it may be damaged."
_POWERPOINT = "The name ends in {suffix}, but this is no PowerPoint presentation; it may be damaged."
_OPENDOCUMENT = "The name ends in {suffix}, but this is no OpenDocument file; it may be damaged."
_RTF = "The name ends in {suffix}, but this is no RTF document; it may be damaged."
_PDF = "The name ends in {suffix}, but this is no PDF; it may be damaged."
_EPUB = "The name ends in {suffix}, but this is no e-book; it may be damaged."

_SENTENCES: dict[str, str] = {
    **dict.fromkeys(words(".doc .docx .docm .dot .dotx .dotm"), _WORD),
    **dict.fromkeys(words(".xls .xlsx .xlsm .xlsb .xlt .xltx .xltm"), _EXCEL),
    **dict.fromkeys(words(".ppt .pptx .pptm .pps .ppsx .ppsm .pot .potx .potm"), _POWERPOINT),
    **dict.fromkeys(words(".odt .ott .ods .ots .odp .otp .odg .otg"), _OPENDOCUMENT),
    ".rtf": _RTF,
    ".pdf": _PDF,
    ".epub": _EPUB,
}
_NO_FORMAT = (REFUSED[Kind.BINARY], REFUSED[Kind.ARCHIVE], UNKNOWN_ENCODING)
"""What is said of content that no known format was found in, whatever the name."""


@contextmanager
def told_by_name(path: Path) -> Iterator[None]:
    """Refuse content of no known format as what the name of the file says that it should be."""
    try:
        yield
    except RefusedError as error:
        suffix = path.suffix.lower()
        sentence = _SENTENCES.get(suffix)
        if sentence is None or error.refusal not in _NO_FORMAT:
            raise
        raise RefusedError(Refusal("damaged", sentence.format(suffix=suffix))) from error
