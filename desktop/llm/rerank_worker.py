"""The worker thread of the model process that owns the cross-encoder."""

from collections.abc import Callable

import numpy as np

from desktop.llm.backend import LoadedReranker
from desktop.llm.messages import Done, Loaded, Rank, Role
from desktop.llm.turns import Turns
from desktop.llm.workers import Job, Outbox, Worker


class RerankWorker(Worker):
    """One pair per step, so that a cancellation is heard between two; the index waits meanwhile."""

    role: Role = "reranker"

    def __init__(self, outbox: Outbox, turns: Turns, load: Callable[[], LoadedReranker]) -> None:
        super().__init__(outbox, turns)
        self._load = load
        self.model: LoadedReranker | None = None

    def _loaded(self) -> LoadedReranker:
        if self.model is None:
            model = self._load()
            self._outbox.send(Loaded("reranker", 0, model.max_tokens))
            self.model = model
        return self.model

    def _is_urgent(self, job: Job) -> bool:
        del job
        return True

    def _later_may_go(self) -> bool:
        return True

    def _step(self, job: Job) -> None:
        request = job.request
        if not isinstance(request, Rank):
            raise TypeError(f"no request for a reranker: {request!r}")
        self._turns.chat_began()
        try:
            model = self._loaded()
            job.check()
            if request.passages:
                job.computing = True
                passage = request.passages[len(job.scores)]
                job.scores.append(model.score(request.question, passage))
                job.computing = False
                job.check()
        finally:
            job.computing = False
            self._turns.chat_ended(linger=True)
        if len(job.scores) < len(request.passages):
            self._again(job)
            return
        self._outbox.finish(job, Done(request.id, np.asarray(job.scores, dtype=np.float32)))
