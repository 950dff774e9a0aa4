"""Scans that lie askew, made straight: beyond two degrees Tesseract silently loses most of a page."""

import math
from dataclasses import dataclass
from typing import Any

Picture = Any  # a PIL image

_MOST = 10.0  # degrees looked for to either side
_COARSE, _FINE = 0.5, 0.1  # degrees from one trial to the next
_LEAST = 0.25  # degrees that are worth turning the picture
_LONGER = 800  # pixels of the small copy that is looked at
_GAIN = 1.03  # by how much sharper the lines must stand for it


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn about the middle of a picture of this size, in degrees counterclockwise."""

    degrees: float = 0.0
    width: int = 1
    height: int = 1

    def over(self) -> "Turn":
        """Return this turn with half a turn more."""
        return Turn(self.degrees + 180, self.width, self.height)

    def back(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Return the box, in shares of width and height, as it lay before the turn."""
        if not self.degrees:
            return box
        cosine, sine = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        left, top, right, bottom = box
        corners = []
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
            across, down = (x - 0.5) * self.width, (y - 0.5) * self.height
            corners.append(
                (
                    (across * cosine - down * sine) / self.width + 0.5,
                    (across * sine + down * cosine) / self.height + 0.5,
                )
            )
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def straightened(picture: Picture) -> tuple[Picture, Turn]:
    """Return a picture in tones of grey with its lines level, and how it was turned."""
    from PIL import Image

    degrees = skew(picture)
    if abs(degrees) < _LEAST:
        return picture, Turn(0.0, *picture.size)
    turned = picture.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=255)
    return turned, Turn(degrees, *picture.size)


def skew(picture: Picture) -> float:
    """Return by how many degrees the lines fall to the right; 0 when that cannot be told.

    The ink of level lines lies in few rows: the angle at which the row sums differ most is that of the lines.
    """
    import numpy as np

    small = picture.copy()
    small.thumbnail((_LONGER, _LONGER))
    tones = np.asarray(small, dtype=np.uint8)
    dark = tones < min(int(tones.mean()) - 20, 160)
    rows, columns = np.nonzero(dark)
    if not 50 <= len(rows) <= 0.4 * dark.size:
        return 0.0
    if len(rows) > 60_000:
        step = len(rows) // 60_000 + 1
        rows, columns = rows[::step], columns[::step]

    def sharpness(degrees: float) -> float:
        levels = np.rint(rows - columns * math.tan(math.radians(degrees))).astype(np.int64)
        sums = np.bincount(levels - levels.min()).astype(np.float64)
        return float(np.square(sums).sum())

    def best(middle: float, reach: float, step: float) -> float:
        count = round(reach / step)
        return max((middle + n * step for n in range(-count, count + 1)), key=sharpness)

    degrees = best(best(0.0, _MOST, _COARSE), _COARSE, _FINE)
    return degrees if sharpness(degrees) > _GAIN * sharpness(0.0) else 0.0
