"""Loads one model beside those in use and gives it a small task, to see whether it is fit for its role."""

import time

from desktop.domain.work import CancelToken
from desktop.llm.catalog import ModelEntry
from desktop.llm.interfaces import ChatMessage, Embedder, Generator, Reranker
from desktop.services.model_host import ModelHost
from desktop.services.scorers import START_UP
from desktop.services.views import ModelTrial

_TASK = "Answer with one word: what colour is the sky on a clear day?"
_LONGEST = 24  # tokens of the answer
_PASSAGES = 16  # embedded or scored to take the time


class TrialHost(ModelHost):
    """A model process of its own that runs one model only."""

    def __init__(self, host: ModelHost, entry: ModelEntry) -> None:
        super().__init__(host.catalog, host.settings, lambda _notice: None)
        self._entry = entry

    def chosen(self, role: str) -> ModelEntry | None:
        """Return the model to be tried for its role, and none for the others."""
        return self._entry if role == self._entry.role else None


def try_out(host: ModelHost, model_id: str, token: CancelToken) -> ModelTrial:
    """Return what a model on disk does; UserError when it is missing, damaged or cannot be loaded."""
    entry = host.catalog.entry(model_id)
    trial = TrialHost(host, entry)
    try:
        if entry.role == "chat":
            return _chat(trial.generator(), token)
        if entry.role == "reranker":
            return _reranker(trial.reranker(), token)
        return _embedder(trial.embedder(), token)
    finally:
        trial.close()


def _chat(generator: Generator, token: CancelToken) -> ModelTrial:
    messages = [ChatMessage("user", _TASK)]
    start = time.monotonic()
    "".join(generator.stream(messages, token, max_tokens=1))
    loaded = time.monotonic()
    pieces = list(generator.stream(messages, token, max_tokens=_LONGEST))
    took = max(time.monotonic() - loaded, 1e-3)
    text = "".join(pieces).strip()
    return ModelTrial("chat", bool(text), loaded - start, len(pieces) / took, text)


def _embedder(embedder: Embedder, token: CancelToken) -> ModelTrial:
    asked, fitting, other = START_UP[0]
    start = time.monotonic()
    question = embedder.embed_queries([asked], token)[0]
    loaded = time.monotonic()
    vectors = embedder.embed_passages([fitting, other] * (_PASSAGES // 2), token, urgent=True)
    took = max(time.monotonic() - loaded, 1e-3)
    near, far = (float(value) for value in vectors[:2] @ question)
    return ModelTrial("embedder", near > far, loaded - start, _PASSAGES / took, near=near, far=far)


def _reranker(reranker: Reranker, token: CancelToken) -> ModelTrial:
    asked, fitting, other = START_UP[0]
    start = time.monotonic()
    near, far = reranker.scores(asked, [fitting, other], token)
    loaded = time.monotonic()
    reranker.scores(asked, [fitting, other] * (_PASSAGES // 2), token)
    took = max(time.monotonic() - loaded, 1e-3)
    return ModelTrial("reranker", near > far, loaded - start, _PASSAGES / took, near=near, far=far)
