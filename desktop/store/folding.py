"""Case and accents folded for sorting and filtering lists."""

import unicodedata


def folded(text: str) -> str:
    """Return the text without case, accents and repeated blanks."""
    signs = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return " ".join(bare.casefold().split())
