"""One window per library: a second start raises the first."""

import hashlib

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

CONNECT_MS = 500
_RAISE = b"raise\n"


class SingleInstance(QObject):
    """Holds the name of a running Carrel. `raise_requested` comes when somebody starts another one."""

    raise_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None

    def acquire(self, name: str) -> bool:
        """Take `name` (such as the library path); False when another Carrel has it, which is raised."""
        key = "carrel-" + hashlib.sha256(name.encode()).hexdigest()[:16]
        if _ask_to_raise(key):
            return False
        QLocalServer.removeServer(key)  # left behind by a Carrel that was killed
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._on_connection)
        self._server = server
        server.listen(key)  # without a place for sockets the program still starts, only not alone
        return True

    def release(self) -> None:
        """Give the name back."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _on_connection(self) -> None:
        if self._server is None:
            return
        socket = self._server.nextPendingConnection()
        if socket is not None:
            socket.disconnected.connect(socket.deleteLater)
            self.raise_requested.emit()


def _ask_to_raise(key: str) -> bool:
    """Ask the Carrel that holds `key`, if there is one, to raise its window."""
    socket = QLocalSocket()
    socket.connectToServer(key)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(_RAISE)
    socket.waitForBytesWritten(CONNECT_MS)
    socket.disconnectFromServer()
    return True
