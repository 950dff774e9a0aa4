"""The model files a person has, can get, and uses."""

from pathlib import Path

from desktop.domain.work import CancelToken, Report
from desktop.services.changes import Changes
from desktop.services.views import ModelView


class ModelService:
    """Lists, adds, fetches and chooses models."""

    def models(self) -> list[ModelView]:
        """Return all known models, the default ones first within each role."""
        raise NotImplementedError

    def add(self, *, file: Path, token: CancelToken, report: Report) -> ModelView:
        """Take a person's own GGUF file into the models folder; UserError saying what is wrong with it."""
        raise NotImplementedError

    def get(self, *, model_id: str, token: CancelToken, report: Report) -> ModelView:
        """Fetch a catalogue model from its sources; the one use of the network, only on request."""
        raise NotImplementedError

    def use(self, *, role: str, model_id: str) -> Changes:
        """Use a model for a role; a new embedder starts re-embedding, the old vectors serve until then."""
        raise NotImplementedError
