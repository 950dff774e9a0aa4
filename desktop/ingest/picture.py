"""Pictures (photographs of papers, screenshots, fax pages): the text recognised in them."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.records import Part
from desktop.ingest import ocr, options
from desktop.ingest.building import Reading, TextBuilder, are_or_is
from desktop.ingest.ocr import Picture
from desktop.ingest.ocr_text import RecognisedText
from desktop.ingest.progress import note
from desktop.ingest.refusals import (
    DAMAGED,
    PICTURE_FORMAT,
    PICTURE_NOT_READ,
    PICTURE_WITHOUT_TEXT,
    TOO_LARGE,
    RefusedError,
)

_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF", "AVIF")
_MAX_PIXELS = 150_000_000
_MAX_FRAMES = 300
_RESOLUTION = 150.0  # pixels an inch, where the picture does not say; tells large letters from small ones
_PLAUSIBLE = (70.0, 1200.0)


@dataclass(frozen=True, slots=True)
class Frame:
    """One page of a picture; `picture` is a PIL image, `kind` its format, `count` the number of pages."""

    picture: Picture
    kind: str
    count: int


def read(path: Path) -> Reading:
    """Read the text in a picture; RefusedError when there is none, or when that is switched off."""
    if not (options.current().recognise and ocr.languages()):
        raise RefusedError(PICTURE_NOT_READ)
    builder = TextBuilder()
    unread: list[int] = []
    frame = None
    for number, frame in enumerate(_frames(path), 1):
        note(number, frame.count)
        fitting, factor = ocr.fitted(_grey(frame.picture))
        found = ocr.recognise(fitting, _resolution(frame.picture) * factor)
        if found is None:
            unread.append(number)
        else:
            _add(builder, found, number if frame.count > 1 else None)
    if frame is None or not builder.length:
        raise RefusedError(PICTURE_WITHOUT_TEXT)
    sentence = f"{are_or_is('page', unread)} without readable text." if unread else ""
    document = builder.build(
        f"image/{frame.kind}",
        pages=frame.count if frame.count > 1 else None,
        pages_without_text=len(unread),
        parts_not_read=(sentence,) if sentence else (),
    )
    return Reading(document)


def _add(builder: TextBuilder, found: RecognisedText, page: int | None) -> None:
    """Add the paragraphs of a picture, or of a page of one that has several."""
    for start, end, _ in found.paragraphs:
        part = Part(0, 0, page=page, place="" if page is None else f"page {page}")
        at = builder.add_exact(found.text[start:end], part)
        builder.spellings.extend(
            ((at or 0) + offset - start, word) for offset, word in found.spellings if start <= offset < end
        )


def _frames(path: Path) -> Iterator[Frame]:
    """The pages of a picture: one, but for fax files."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of odd metadata and large pictures
            with Image.open(path, formats=_FORMATS) as picture:
                kind = str(picture.format).lower()
                count = min(getattr(picture, "n_frames", 1), _MAX_FRAMES) if kind == "tiff" else 1
                for number in range(count):
                    picture.seek(number)
                    if picture.width * picture.height > _MAX_PIXELS:
                        raise RefusedError(TOO_LARGE)
                    yield Frame(ImageOps.exif_transpose(picture), kind, count)
    except UnidentifiedImageError as error:
        raise RefusedError(PICTURE_FORMAT) from error
    except Image.DecompressionBombError as error:
        raise RefusedError(TOO_LARGE) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise RefusedError(DAMAGED) from error


def _grey(picture: Picture) -> Picture:
    """The picture in tones of grey on white paper, even where it is transparent."""
    from PIL import Image

    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, picture)
    return picture.convert("L")


def _resolution(picture: Picture) -> float:
    try:
        stated = float(picture.info.get("dpi", (0, 0))[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return _RESOLUTION
    least, most = _PLAUSIBLE
    return stated if least <= stated <= most else _RESOLUTION
