"""Lists of words written as running text."""


def words(text: str) -> frozenset[str]:
    """Return the blank-separated words of `text`."""
    return frozenset(text.split())
