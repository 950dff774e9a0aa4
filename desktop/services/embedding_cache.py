"""Vectors of texts that were embedded before, kept on disk: the same text is never embedded twice."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Embedder, EmbedderInfo, Vectors

_KEY = 16  # bytes of the hash of a text
_AT_ONCE = 32  # texts embedded between two writes: about two seconds of work


class RememberingEmbedder:
    """An embedder that keeps what it embedded in a file of `folder`, one for each model.

    The file is a row of records: the hash of the text, its vector. Only whole records count, so a kill costs
    at most one write. Several processes may use one folder.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._record = np.dtype([("key", f"V{_KEY}"), ("vector", np.float32, (embedder.info.dimension,))])
        self._file = folder / f"{_digest(embedder.info.id).hex()}.vectors"
        self._vectors: dict[bytes, Vectors] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(str(self._file) + ".lock")
            with self._lock:
                self._read()
        except OSError as error:
            raise _unusable(self._file, error) from error

    @property
    def info(self) -> EmbedderInfo:
        """The model in use."""
        return self._embedder.info

    def embed_queries(self, texts: Sequence[str], token: CancelToken) -> Vectors:
        """Embed questions, or return what is known of them."""
        return self._embed("query", texts, token, lambda new: self._embedder.embed_queries(new, token))

    def embed_passages(self, texts: Sequence[str], token: CancelToken, *, urgent: bool = False) -> Vectors:
        """Embed passages, or return what is known of them."""
        return self._embed(
            "passage", texts, token, lambda new: self._embedder.embed_passages(new, token, urgent=urgent)
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text."""
        return self._embedder.count_tokens(texts)

    def _embed(
        self, kind: str, texts: Sequence[str], token: CancelToken, embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        token.check()
        if not texts:
            return np.empty((0, self.info.dimension), np.float32)
        keys = [_digest(f"{kind}\n{text}") for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        waiting = list(new.items())
        for first in range(0, len(waiting), _AT_ONCE):
            part = waiting[first : first + _AT_ONCE]
            vectors = embed([text for _, text in part])
            self._keep([key for key, _ in part], vectors)
        return np.stack([self._vectors[key] for key in keys])

    def _keep(self, keys: Sequence[bytes], vectors: Vectors) -> None:
        records = np.empty(len(keys), self._record)
        records["key"] = np.array([np.void(key) for key in keys])
        records["vector"] = vectors
        try:
            with self._lock, self._file.open("ab") as file:
                file.write(records.tobytes())
        except OSError as error:
            raise _unusable(self._file, error) from error
        self._vectors.update(zip(keys, np.asarray(vectors, np.float32), strict=True))

    def _read(self) -> None:
        data = self._file.read_bytes() if self._file.exists() else b""
        whole = len(data) - len(data) % self._record.itemsize
        if whole < len(data):
            with self._file.open("r+b") as file:
                file.truncate(whole)
        records: NDArray[np.void] = np.frombuffer(data[:whole], self._record)
        keys = (bytes(key) for key in records["key"])
        self._vectors = dict(zip(keys, records["vector"], strict=True))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY).digest()


def _unusable(file: Path, error: OSError) -> UserError:
    return UserError(
        "Cache cannot be used",
        f"{file} could not be read or written: {error.strerror}.",
        "Check the free space and that you may write there.",
    )
