"""Downloads one file over https into a partial file, going on where an earlier attempt stopped."""

import errno
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.request import build_opener

from desktop.domain.work import CancelToken
from desktop.llm.fetch_errors import SourceError, SourceSlowError
from desktop.llm.model_entry import SourceFile

PATIENCE = 5.0  # seconds for an answer, name look-up included
_ATTEMPTS = 5  # in a row without a single new byte
_BLOCK = 1 << 18
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
_BROKEN = (OSError, ValueError, HTTPException)  # URLError and TimeoutError are OSErrors


class Response(Protocol):
    """As much of an HTTP response as a download needs."""

    status: int

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes, none at the end."""
        ...

    def close(self) -> None:
        """End the connection."""
        ...


OpenAddress = Callable[[str, int], Response]  # address and first byte wanted -> response


def open_address(address: str, start: int) -> Response:
    """Ask for a file from byte `start` on; the answer to a byte past the end has the status 416."""
    if not address.startswith("https://"):
        raise SourceError("only https addresses are used")
    opener = build_opener()
    opener.addheaders = [("User-Agent", "Carrel"), ("Range", f"bytes={start}-")]
    response: Response = opener.open(address, timeout=PATIENCE)
    return response


def download(
    file: SourceFile,
    partial: Path,
    token: CancelToken,
    on_bytes: Callable[[int], None],
    opened: OpenAddress = open_address,
) -> None:
    """Bring `partial` to the full size of `file`; `on_bytes` gets the bytes there are so far.

    Raises SourceError when the source does not answer or gives up, Cancelled on `token`; what was received
    stays.
    """

    def received(done: int) -> None:
        token.check()
        on_bytes(done)

    failures, ever_received = 0, False
    while (start := _size(partial)) < file.size:
        try:
            _append(_open_in_time(file.place, start, token, opened), partial, start, file.size, received)
        except (*_BROKEN, SourceSlowError) as error:
            if isinstance(error, OSError) and error.errno in _DISK:
                raise  # not the source's fault: no other one would do better
            progress = _size(partial) > start
            ever_received |= progress
            failures = 0 if progress else failures + 1
            if not ever_received or failures >= _ATTEMPTS or isinstance(error, HTTPError):
                raise _given_up(error) from error
            token.wait(failures)
            token.check()


def _open_in_time(address: str, start: int, token: CancelToken, opened: OpenAddress) -> Response:
    """Open in a thread of its own, because looking up a name knows no time limit and no cancelling."""
    outcome: list[Response | Exception] = []

    def run() -> None:
        try:
            outcome.append(opened(address, start))
        except (*_BROKEN, SourceError) as error:  # raised again in the waiting thread
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True, name="open-address")
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not outcome:
        token.check()
        if time.monotonic() > deadline:
            raise SourceSlowError(f"no answer within {PATIENCE:.0f} seconds")
        thread.join(0.05)
    result = outcome[0]
    if isinstance(result, Exception):
        raise result
    return result


def _append(
    response: Response, partial: Path, start: int, size: int, received: Callable[[int], None]
) -> None:
    if response.status not in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
        raise SourceError(f"it answered with status {response.status}")
    whole = response.status == HTTPStatus.OK  # the server cannot resume: from the start again
    done = 0 if whole else start
    try:
        with partial.open("wb" if whole else "ab") as out:
            while block := response.read(_BLOCK):
                done += len(block)
                if done > size:
                    raise SourceError("it delivers another, longer file")
                out.write(block)
                received(done)
    finally:
        response.close()
    if done < size:
        raise TimeoutError("the file ended too early")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _given_up(error: Exception) -> SourceError:
    if isinstance(error, SourceError):
        return error
    if isinstance(error, HTTPError):
        return SourceError(f"it answered with status {error.code}")
    reason = error.reason if isinstance(error, URLError) else error
    return SourceError(f"it cannot be reached ({reason})")
