"""The file by which a download is compared with what was built."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def write_checksums(target: Path, files: Iterable[Path]) -> None:
    """Write SHA-256 sums in the form that `sha256sum --check` reads."""
    lines = []
    for path in files:
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    target.write_text("".join(lines), encoding="utf-8")
