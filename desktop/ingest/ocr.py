"""Reading text in pictures with Tesseract: an optional pack, here or not."""

import importlib.util
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from desktop.ingest.ocr_text import RecognisedText, Spotted, written
from desktop.ingest.skew import Turn, straightened

Picture = Any  # a PIL image; Pillow belongs to the pack
Engine = Any  # tesserocr comes with hints, but the pack may be missing

SECONDS = 30.0  # of one page
_FLOOR = 70  # per cent of confidence: a script that is not known gives about 55, a page upside down too
_WORD_FLOOR = 30  # specks and lines that were taken for words
_LEAST_SIGNS = 3  # letters and figures; less is no text
_LEAST_WORDS = 3  # fewer, and uncertain: nothing there is upside down
_SMALL, _LARGE = 1500, 4200  # pixels of the longer side: enlarged below, reduced above
_NO_LANGUAGES = frozenset({"osd", "equ"})  # data that tells how a page lies, and of formulas
_NAMES = {"deu": "German", "eng": "English", "spa": "Spanish"}


def languages() -> tuple[str, ...]:
    """Return the names of the languages that can be recognised; empty when the pack is not installed."""
    return tuple(_NAMES.get(code, code) for code in _codes())


def recognise(picture: Picture, resolution: float, seconds: float = SECONDS) -> RecognisedText | None:
    """Return the text of a picture in tones of grey; None when there is none to be sure of.

    `resolution` is in pixels an inch. The boxes of words are shares of width and height.
    """
    if not _codes():
        return None
    end = time.monotonic() + seconds
    straight, turn = straightened(picture)
    # A page on its side is seen by Tesseract itself, one upside down is not.
    for trial in (turn, turn.over()):
        lying = straight if trial is turn else straight.rotate(180)
        confidence, words = _words(lying, resolution, end - time.monotonic())
        if confidence >= _FLOOR:
            return _text(words, trial)
        if len(words) < _LEAST_WORDS:
            return None
    return None


def fitted(picture: Picture) -> tuple[Picture, float]:
    """Return a picture in a size that suits recognition, and by how much it was enlarged."""
    longer = max(picture.size)
    factor = 2.0 if longer < _SMALL else min(_LARGE / longer, 1.0)
    if factor == 1.0:
        return picture, factor
    width, height = (max(round(side * factor), 1) for side in picture.size)
    return picture.resize((width, height)), factor


def _text(words: list[Spotted], turn: Turn) -> RecognisedText | None:
    text = written(words, turn)
    signs = sum(1 for sign in text.text if sign.isalnum())
    return text if signs >= _LEAST_SIGNS else None


def _words(picture: Picture, resolution: float, seconds: float) -> tuple[float, list[Spotted]]:
    """Recognise once; confidence in per cent and words, nothing when time is up."""
    data = _data()
    if data is None or seconds <= 0:
        return 0.0, []
    engine = _engine(data)
    width, height = picture.size
    engine.SetImageBytes(picture.tobytes(), width, height, 1, width)
    engine.SetSourceResolution(min(max(round(resolution), 70), 2400))
    try:
        if not engine.Recognize(int(seconds * 1000)):
            return 0.0, []
        return float(engine.MeanTextConf()), list(_spotted(engine, width, height))
    finally:
        engine.Clear()


def _spotted(engine: Engine, width: int, height: int) -> Iterator[Spotted]:
    """The words in reading order."""
    from tesserocr import RIL, iterate_level

    for item in iterate_level(engine.GetIterator(), RIL.WORD):
        if item.Empty(RIL.WORD) or item.Confidence(RIL.WORD) < _WORD_FLOOR:
            continue
        left, top, right, bottom = item.BoundingBox(RIL.WORD)
        yield Spotted(
            item.GetUTF8Text(RIL.WORD),
            (left / width, top / height, right / width, bottom / height),
            line=_number(item, RIL.TEXTLINE, width, height),
            paragraph=_number(item, RIL.PARA, width, height),
        )


def _number(item: Engine, level: int, width: int, height: int) -> tuple[float, float, float, float]:
    """The box of the line or paragraph a word is in, which tells it from others."""
    left, top, right, bottom = item.BoundingBox(level)
    return (left / width, top / height, right / width, bottom / height)


@dataclass(frozen=True, slots=True)
class _Data:
    """The folder of the language data and the codes of the languages in it."""

    folder: Path
    codes: tuple[str, ...]


def _codes() -> tuple[str, ...]:
    data = _data()
    return data.codes if data is not None else ()


@lru_cache(maxsize=1)
def _data() -> _Data | None:
    """Find the pack: the library, and a folder of data beside it."""
    if any(importlib.util.find_spec(name) is None for name in ("tesserocr", "PIL")):
        return None
    frozen = getattr(sys, "_MEIPASS", None)
    folders = ([Path(frozen, "tessdata")] if frozen else []) + [Path(sys.prefix, "share", "tessdata")]
    for folder in folders:
        found = {path.stem for path in folder.glob("*.traineddata")}
        if codes := sorted(found - _NO_LANGUAGES, key=lambda code: (code != "eng", code)):
            return _Data(folder, tuple(codes))
    return None


@lru_cache(maxsize=1)
def _engine(data: _Data) -> Engine:
    """The engine of this process."""
    from tesserocr import OEM, PSM, PyTessBaseAPI

    languages = "+".join(data.codes)
    engine = PyTessBaseAPI(path=str(data.folder), lang=languages, psm=PSM.AUTO, oem=OEM.LSTM_ONLY)
    engine.SetVariable("debug_file", os.devnull)
    return engine
