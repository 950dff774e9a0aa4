"""Zip packages opened with a guard: real bytes are counted, claimed sizes are not believed."""

import zipfile
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop.domain.records import Refusal
from desktop.ingest import options
from desktop.ingest.refusals import (
    DAMAGED,
    DAMAGED_PACKAGE,
    LOCKED,
    TOO_LARGE,
    UNKNOWN_CIPHER,
    WRONG_PASSWORD,
    RefusedError,
)

MAX_ENTRY = 64 << 20  # bytes of one unpacked entry
MAX_TOTAL = 256 << 20  # bytes of all entries read from one package
MAX_ENTRIES = 5000
_BLOCK = 1 << 20
_ENCRYPTED_FLAG = 0x1
_UTF8_FLAG = 0x800


class SafeZip:
    """A zip package whose entries are read within limits. Not for use from several threads."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, ValueError, EOFError) as error:
            raise RefusedError(DAMAGED) from error
        self._read = 0
        if len(self._zip.infolist()) > MAX_ENTRIES:
            self._zip.close()
            raise RefusedError(TOO_LARGE)
        self.names = frozenset(self._zip.namelist())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def read(self, name: str) -> bytes:
        """Return one entry unpacked; KeyError when the package has none of that name."""
        info = self._zip.getinfo(name)
        password = options.current().password
        if info.flag_bits & _ENCRYPTED_FLAG and not password:
            raise RefusedError(LOCKED)
        if info.file_size > MAX_ENTRY:
            raise RefusedError(TOO_LARGE)
        blocks: list[bytes] = []
        size = 0
        try:
            with self._zip.open(info, pwd=password.encode() or None) as entry:
                while block := entry.read(_BLOCK):
                    size += len(block)
                    self._read += len(block)
                    if size > MAX_ENTRY or self._read > MAX_TOTAL:
                        raise RefusedError(TOO_LARGE)
                    blocks.append(block)
        except zipfile.BadZipFile as error:
            # Packing never makes data this much longer: a claimed size far below the packed one is a lie.
            lying = info.compress_size > info.file_size * 1.1 + 1024
            raise RefusedError(TOO_LARGE if lying else DAMAGED_PACKAGE) from error
        except (zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise RefusedError(_why(error, info)) from error
        return b"".join(blocks)

    def find(self, name: str) -> bytes | None:
        """Return one entry unpacked, or None when the package has none of that name."""
        return self.read(name) if name in self.names else None

    def members(self) -> list[tuple[str, str]]:
        """Return the entry of every file, in the order of the archive, and its path as people know it."""
        return [(info.filename, _shown(info)) for info in self._zip.infolist() if not info.is_dir()]


def _why(error: Exception, info: zipfile.ZipInfo) -> Refusal:
    """The reason why an entry cannot be unpacked."""
    if not info.flag_bits & _ENCRYPTED_FLAG:
        return DAMAGED_PACKAGE
    # zipfile knows only the old cipher, and tells a wrong password by its RuntimeError.
    return UNKNOWN_CIPHER if isinstance(error, NotImplementedError) else WRONG_PASSWORD


def _shown(info: zipfile.ZipInfo) -> str:
    """The path of an entry; one that does not say its encoding is mostly UTF-8 all the same."""
    if info.flag_bits & _UTF8_FLAG:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename
