"""The design in numbers: colours for light and dark, spacing, type sizes, corners."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum


class Space(IntEnum):
    """Distances in pixels, on an 8-pixel grid with a half step."""

    XS = 4
    S = 8
    M = 16
    L = 24
    XL = 32
    XXL = 48


class Radius(IntEnum):
    """Corner radii in pixels."""

    S = 5
    M = 8
    L = 12
    PILL = 999


class TextRole(StrEnum):
    """What a text is for; the theme knows size, weight and colour."""

    CAPTION = "caption"
    LABEL = "label"  # small, spaced heading over a group
    BODY = "body"
    STRONG = "strong"
    SUBTITLE = "subtitle"
    TITLE = "title"
    DISPLAY = "display"
    PASSAGE = "passage"  # text to be read: the serif


SCALE = {
    TextRole.CAPTION: 0.88,
    TextRole.LABEL: 0.84,
    TextRole.BODY: 1.0,
    TextRole.STRONG: 1.0,
    TextRole.SUBTITLE: 1.2,
    TextRole.TITLE: 1.5,
    TextRole.DISPLAY: 2.0,
    TextRole.PASSAGE: 1.1,
}
"""Sizes as multiples of the system's font size."""


@dataclass(frozen=True, slots=True)
class Colours:
    """One set of colours, each as #RRGGBB. `*_soft` are backgrounds for text in the colour of that name."""

    canvas: str  # the window
    surface: str  # cards, lists, fields
    raised: str  # menus, dialogs, what floats
    sunken: str  # wells, tracks
    hover: str
    border: str
    border_strong: str
    text: str
    muted: str  # second rank text, still 4.5:1
    faint: str  # placeholders and hairline icons, 3:1
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    mark: str  # behind matching words
    on_mark: str
    good: str
    good_soft: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str


PAPER = Colours(
    canvas="#F5F1E9",
    surface="#FCFAF5",
    raised="#FFFEFB",
    sunken="#ECE6DA",
    hover="#EFEADF",
    border="#E2DACB",
    border_strong="#C9BEAA",
    text="#29251F",
    muted="#655D50",
    faint="#8C8272",
    accent="#1C5A63",
    accent_hover="#14464E",
    accent_soft="#DCE9E7",
    on_accent="#FFFFFF",
    mark="#F8E5A6",
    on_mark="#29251F",
    good="#2C6544",
    good_soft="#E1EDE2",
    warning="#80540A",
    warning_soft="#F7EACB",
    danger="#98302B",
    danger_soft="#F6DFDA",
)
"""Light: warm paper and ink."""

LAMP = Colours(
    canvas="#1A1917",
    surface="#22211E",
    raised="#2B2926",
    sunken="#141312",
    hover="#2C2A26",
    border="#363330",
    border_strong="#504B44",
    text="#EBE6DB",
    muted="#B0A899",
    faint="#847C70",
    accent="#7CC0BD",
    accent_hover="#98D2CF",
    accent_soft="#21393A",
    on_accent="#0D2122",
    mark="#5E4C14",
    on_mark="#FBF1D2",
    good="#8AC79D",
    good_soft="#21332A",
    warning="#E2B566",
    warning_soft="#3A2F19",
    danger="#EE958B",
    danger_soft="#412520",
)
"""Dark: a desk under a lamp."""

PAPER_SHARP = replace(
    PAPER,
    canvas="#FFFFFF",
    surface="#FFFFFF",
    raised="#FFFFFF",
    sunken="#E8E8E8",
    hover="#E8E8E8",
    border="#767676",
    border_strong="#000000",
    text="#000000",
    muted="#2B2B2B",
    faint="#595959",
    accent="#003B4A",
    accent_hover="#00222B",
    accent_soft="#D6ECF2",
    mark="#FFE36B",
    on_mark="#000000",
    good="#0B3D20",
    warning="#5A3800",
    danger="#7A0C08",
)
"""Light with high contrast: black on white."""

LAMP_SHARP = replace(
    LAMP,
    canvas="#000000",
    surface="#000000",
    raised="#101010",
    sunken="#202020",
    hover="#262626",
    border="#8C8C8C",
    border_strong="#FFFFFF",
    text="#FFFFFF",
    muted="#E0E0E0",
    faint="#B4B4B4",
    accent="#8FE3E0",
    accent_hover="#C4F3F1",
    accent_soft="#123133",
    on_accent="#000000",
    mark="#FFE36B",
    on_mark="#000000",
    good="#A6EBBB",
    good_soft="#10291A",
    warning="#FFD387",
    warning_soft="#33270D",
    danger="#FFB3AB",
    danger_soft="#3A1310",
)
"""Dark with high contrast: white on black."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
