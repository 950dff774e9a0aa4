"""The encodings behind the numbers that Windows gives to its code pages."""

import codecs


def code_page(number: int) -> str:
    """Return the encoding of a Windows code page that Python knows, else that of Western Europe."""
    name = "utf-8" if number == 65001 else "mac_roman" if number == 10000 else f"cp{number}"
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name
