"""Why a source of a model was given up."""


class SourceError(Exception):
    """One source did not deliver; the next one is tried. The text says why, for people."""


class SourceSlowError(SourceError):
    """A source did not answer in time; it may be worth a more patient try when nothing else is left."""
