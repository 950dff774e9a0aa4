"""The models of an evaluation: those in use, or another embedder, that embed no text twice."""

import threading
from collections.abc import Callable
from pathlib import Path

from desktop.config.settings import SettingsFile
from desktop.llm.catalog import Catalog, ModelEntry
from desktop.llm.interfaces import Embedder
from desktop.services.embedding_cache import RememberingEmbedder
from desktop.services.model_host import ModelHost


class EvaluationHost(ModelHost):
    """A model process of its own whose embedder remembers.

    `embedder_id` and `chat_id` name models, empty for the chosen ones.
    """

    def __init__(
        self,
        catalog: Catalog,
        settings: SettingsFile,
        on_notice: Callable[[str], None],
        *,
        cache: Path,
        embedder_id: str = "",
        chat_id: str = "",
    ) -> None:
        super().__init__(catalog, settings, on_notice)
        self._cache = cache
        self._wanted = {"embedder": embedder_id, "chat": chat_id}
        self._remember_lock = threading.Lock()
        self._remembering: RememberingEmbedder | None = None

    def chosen(self, role: str) -> ModelEntry | None:
        """Return the model asked for, or what the person chose; UserError for an unknown id."""
        wanted = self._wanted.get(role, "")
        return self.catalog.entry(wanted) if wanted else super().chosen(role)

    def embedder(self) -> Embedder:
        """Return the embedder; what it embeds is kept on disk."""
        with self._remember_lock:
            if self._remembering is None:
                self._remembering = RememberingEmbedder(super().embedder(), self._cache)
            return self._remembering
