"""Answer a question from the library, evidence first."""

from collections.abc import Callable

from desktop.domain.answers import Answer, AnswerEvent, AskRequest
from desktop.domain.work import CancelToken


class AskService:
    """Runs the flow of one question: retrieve, gate, evidence, wording, check, store."""

    def ask(self, request: AskRequest, *, token: CancelToken, emit: Callable[[AnswerEvent], None]) -> Answer:
        """Answer, telling `emit` what happens on the way (on this thread).

        Events in order: Retrieved, then on an answerable question EvidenceSelected, then StepStarted and
        TextStreamed. TextStreamed text is provisional; the returned Answer replaces it. Cancelled leaves the
        turn stored as interrupted.
        """
        raise NotImplementedError
