"""One window per library: a second start raises the first and hands it the files it was given."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

CONNECT_MS = 500


class SingleInstance(QObject):
    """Holds the name of a running Carrel.

    `raise_requested` comes when somebody starts another one, `files_given` when that one was given files.
    """

    raise_requested = Signal()
    files_given = Signal(list)  # of Path

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._callers: list[QLocalSocket] = []

    def acquire(self, name: str, files: Sequence[Path] = ()) -> bool:
        """Take `name` (such as the library path); False when another Carrel has it, which gets the files."""
        key = "carrel-" + hashlib.sha256(name.encode()).hexdigest()[:16]
        if _handed_over(key, files):
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
            self._callers.append(socket)
            socket.disconnected.connect(self._on_hung_up)
            self.raise_requested.emit()

    def _on_hung_up(self) -> None:
        """Read what those had to say who have hung up."""
        gone = QLocalSocket.LocalSocketState.UnconnectedState
        for socket in [one for one in self._callers if one.state() == gone]:
            self._callers.remove(socket)
            said = bytes(socket.readAll().data())
            socket.deleteLater()
            if files := [Path(file) for file in json.loads(said or b"[]")]:
                self.files_given.emit(files)


def _handed_over(key: str, files: Sequence[Path]) -> bool:
    """Ask the Carrel that holds `key`, if there is one, to raise its window and to add the files."""
    socket = QLocalSocket()
    socket.connectToServer(key)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(json.dumps([str(file.absolute()) for file in files]).encode())
    socket.waitForBytesWritten(CONNECT_MS)
    socket.disconnectFromServer()
    return True
