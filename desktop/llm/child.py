"""One life of the model process, seen from the window process: its pipes, its reading thread, its end."""

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from typing import cast

from desktop.llm.call import Call
from desktop.llm.devices import DeviceState
from desktop.llm.host import run_host
from desktop.llm.messages import Cancel, HostOptions, Loaded, Piece, Quit, Reply, Request, Started

_FAREWELL = 1.0  # seconds between the wish to quit and the end by force


class Child:
    """A running process. `on_end` is called once when it has ended, on the reading thread."""

    def __init__(
        self,
        options: HostOptions,
        *,
        on_news: Callable[[Loaded | DeviceState], None],
        on_end: "Callable[[Child], None]",
    ) -> None:
        # Spawned, not forked: a fork of a program with threads and Qt may hang, and Windows has only this.
        context = multiprocessing.get_context("spawn")
        theirs, self._commands = context.Pipe(duplex=False)
        self._replies, answers = context.Pipe(duplex=False)
        self._process = context.Process(
            target=run_host, args=(theirs, answers, options), name="carrel-models", daemon=True
        )
        self._process.start()
        theirs.close()  # else the end of the process would not be seen here
        answers.close()
        self.was_told = False
        self.at_risk = ""  # the device that is used at the moment, see DeviceState
        self._on_news = on_news
        self._on_end = on_end
        # Re-entrant: the garbage collector may drop an answer, and so send a Cancel, inside any of these.
        self._sending = threading.RLock()
        self._lock = threading.RLock()
        self._calls: dict[int, Call] = {}
        self._reader = threading.Thread(target=self._read, name="model-replies", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    def adopt(self, call: Call) -> None:
        """Send a call's request; from now on its replies reach it, or `take_calls` finds it."""
        with self._lock:
            self._calls[call.request.id] = call
        self.send(call.request)

    def take_calls(self) -> list[Call]:
        """Return the open calls and forget them."""
        with self._lock:
            calls = list(self._calls.values())
            self._calls.clear()
        return calls

    def owns(self, call: Call) -> bool:
        """Whether the call is still open here."""
        with self._lock:
            return call.request.id in self._calls

    def send(self, message: Request | Cancel | Quit) -> None:
        """Send a message; a process that has just ended is left to the reading thread."""
        with contextlib.suppress(OSError), self._sending:
            self._commands.send(message)

    def kill(self) -> None:
        """End the process at once, on purpose."""
        self.was_told = True
        self._process.kill()

    def quit(self) -> None:
        """Ask the process to end, and end it by force when it does not."""
        self.was_told = True
        self.send(Quit())
        self._process.join(_FAREWELL)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(_FAREWELL)
        if threading.current_thread() is not self._reader:
            self._reader.join(_FAREWELL)

    def _read(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._deliver(cast("Reply", self._replies.recv()))
        self._process.join()
        self._on_end(self)
        with self._sending:
            self._commands.close()
        self._replies.close()

    def _deliver(self, reply: Reply) -> None:
        if isinstance(reply, Loaded | DeviceState):
            if isinstance(reply, DeviceState):
                self.at_risk = reply.at_risk
            self._on_news(reply)
            return
        with self._lock:
            ongoing = isinstance(reply, Started | Piece)
            call = self._calls.get(reply.id) if ongoing else self._calls.pop(reply.id, None)
        if call is not None:
            call.receive(reply)
