"""One request of the window process that waits for the model process."""

from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm.messages import (
    Broken,
    Done,
    EndReply,
    Generate,
    Piece,
    Refused,
    Request,
    Role,
    Started,
    Stopped,
    role_of,
)

_POLL = 0.05  # seconds until a cancelled token is noticed; callbacks of long-lived tokens would pile up


class Call:
    """Receives on one thread and is waited for on another. `give_up` is called once when the caller stops."""

    def __init__(self, request: Request, give_up: "Callable[[Call], None]") -> None:
        self.request = request
        self.role: Role = role_of(request)
        self.started = False
        self.text = ""  # of an answer, as far as the caller has it: it cannot be begun again silently
        self.abandoned = False
        self.attempts = 0
        self._give_up = give_up
        self._replies: SimpleQueue[Piece | EndReply | UserError | Cancelled] = SimpleQueue()

    def receive(self, reply: Started | Piece | EndReply) -> None:
        """Take a reply."""
        if isinstance(reply, Started):
            self.started = True
            return
        if isinstance(reply, Piece):
            self.text += reply.text
        self._replies.put(reply)

    def fail(self, error: UserError | Cancelled) -> None:
        """End the call with an error."""
        self._replies.put(error)

    def go_on(self) -> None:
        """Let the next process that is sent the request begin after the text that came already."""
        self.started = False
        if isinstance(self.request, Generate):
            self.request = replace(self.request, begun=self.text)

    def wait(self, token: CancelToken | None) -> Piece | Done:
        """Return the next piece or the end; raises UserError, Cancelled, or RuntimeError for a bug."""
        while True:
            if token is not None and token.cancelled:
                self.drop()
                raise Cancelled
            try:
                reply = self._replies.get(timeout=_POLL if token else None)
            except Empty:
                continue
            return _unpack(reply)

    def drop(self) -> None:
        """Stop waiting; the model process is told."""
        self._give_up(self)


def _unpack(reply: Piece | EndReply | UserError | Cancelled) -> Piece | Done:
    match reply:
        case Piece() | Done():
            return reply
        case Refused():
            raise UserError(reply.title, reply.detail, reply.advice)
        case Broken():
            raise RuntimeError(f"the model process met a bug\n{reply.trace}")
        case Stopped():
            raise Cancelled
        case error:
            raise error
