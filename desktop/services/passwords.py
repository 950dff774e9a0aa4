"""Passwords people typed for locked documents: kept in memory until Carrel ends, never written down."""

import threading


class Passwords:
    """One password a document. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[int, str] = {}

    def put(self, document_id: int, password: str) -> None:
        """Remember the password of a document."""
        with self._lock:
            self._known[document_id] = password

    def get(self, document_id: int) -> str:
        """Return the password of a document; empty when none is known."""
        with self._lock:
            return self._known.get(document_id, "")
