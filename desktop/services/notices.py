"""Things the person should know, said once to whoever listens."""

import threading
from collections.abc import Callable

Listener = Callable[[str], None]


class Notices:
    """Passes each notice to all listeners on the thread that gave it. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []

    def publish(self, text: str) -> None:
        """Tell every listener."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(text)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; call the returned function to remove it."""
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe
