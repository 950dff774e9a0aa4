"""Text from outside that is no Unicode, made storable."""


def valid_text(text: str) -> str:
    """Return the text with lone surrogates (half an emoji, bytes of a file name that are no text) as "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")
