"""Which characters form words, which scripts write without blanks."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# Scripts cut into pairs of characters: Chinese, Japanese, Korean.
PAIRED = (
    r"\u1100-\u11ff\u3005-\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    r"\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7ff\uf900-\ufaff"
    r"\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# Scripts cut into threes: Thai, Lao, Myanmar, Khmer.
TRIPLED = (
    r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u17d7"
    r"\u17dc\u17dd"
)


def _marks() -> str:
    """Return a character class of the combining marks that continue a word (planes in daily use)."""
    codes = [code for code in range(0x300, 0x11FFF) if unicodedata.category(chr(code))[0] == "M"]
    return "".join(_ranges(codes))


def _ranges(codes: Iterable[int]) -> Iterable[str]:
    start = end = -2
    for code in [*codes, -1]:
        if code == end + 1:
            end = code
            continue
        if start >= 0:
            yield f"{chr(start)}-{chr(end)}"
        start = end = code


@lru_cache(maxsize=1)
def word_pattern() -> str:
    """Return the pattern of one word in a script that separates words; case and accents as they come."""
    return rf"(?:[^\W_{PAIRED}{TRIPLED}][{_marks()}]*)+"


ASCII_WORD = "[a-z0-9]+"
PAIRED_RUN = re.compile(f"[{PAIRED}]+")
TRIPLED_RUN = re.compile(f"[{TRIPLED}]+")
