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
    """A model process of its own whose embedder remembers; `embedder_id` names one, empty for the chosen."""

    def __init__(
        self,
        catalog: Catalog,
        settings: SettingsFile,
        on_notice: Callable[[str], None],
        *,
        cache: Path,
        embedder_id: str = "",
    ) -> None:
        super().__init__(catalog, settings, on_notice)
        self._cache = cache
        self._embedder_id = embedder_id
        self._remember_lock = threading.Lock()
        self._remembering: RememberingEmbedder | None = None

    def chosen(self, role: str) -> ModelEntry | None:
        """Return the embedder asked for, or what the person chose; UserError for an unknown id."""
        if role == "embedder" and self._embedder_id:
            return self.catalog.entry(self._embedder_id)
        return super().chosen(role)

    def embedder(self) -> Embedder:
        """Return the embedder; what it embeds is kept on disk."""
        with self._remember_lock:
            if self._remembering is None:
                self._remembering = RememberingEmbedder(super().embedder(), self._cache)
            return self._remembering
