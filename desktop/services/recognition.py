"""Whether text in pictures and scans can be read on this machine."""

from desktop.ingest import ocr


def recognised_languages() -> tuple[str, ...]:
    """Return the names of the languages that are read in pictures; empty where the pack is not installed."""
    return ocr.languages()
