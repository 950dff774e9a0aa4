"""Sizes in words, as the command line and messages say them."""


def megabytes(size: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{max(1, round(size / 1e6))} MB"
