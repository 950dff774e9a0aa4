"""The identity of a file's content."""

import hashlib
from pathlib import Path

_BLOCK = 1 << 20


def content_hash(path: Path) -> str:
    """Return the SHA-256 of the file as hex text; OSError when it cannot be read."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
