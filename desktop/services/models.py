"""The model files a person has, can get, and uses."""

from pathlib import Path

from desktop.config.paths import AppPaths
from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Report
from desktop.llm.catalog import ModelEntry
from desktop.services.changes import Changes
from desktop.services.model_host import ModelHost
from desktop.services.model_trial import try_out
from desktop.services.views import ModelTrial, ModelView

_ROLES = ("embedder", "chat", "reranker")
_RUN_MEMORY_FACTOR = 1.25  # file plus context and work buffers, seen with the default models


class ModelService:
    """Lists, adds, fetches and chooses models."""

    def __init__(self, host: ModelHost, settings: SettingsFile, paths: AppPaths) -> None:
        self._host = host
        self._settings = settings
        self._paths = paths

    def models(self) -> list[ModelView]:
        """Return all known models, the default ones first within each role."""
        entries = sorted(
            self._host.catalog.entries, key=lambda e: (_ROLES.index(e.role), not e.default, e.name)
        )
        return [self._view(entry) for entry in entries]

    def add(self, *, file: Path, token: CancelToken, report: Report) -> ModelView:
        """Take a person's own GGUF file into the models folder; UserError saying what is wrong with it."""
        return self._view(self._host.catalog.add_file(file, token, report))

    def get(self, *, model_id: str, token: CancelToken, report: Report) -> ModelView:
        """Fetch a catalogue model from its sources; the one use of the network, only on request."""
        from desktop.llm import fetch  # brings the parts for networks, which a start does without

        entry = self._host.catalog.entry(model_id)
        fetch.fetch(entry, self._paths.models, token, report)
        return self._view(entry)

    def try_out(self, *, model_id: str, token: CancelToken) -> ModelTrial:
        """Load a model beside those in use and return what it did with a small task.

        UserError when its file is missing or damaged, or llama.cpp cannot load it.
        """
        return try_out(self._host, model_id, token)

    def use(self, *, role: str, model_id: str) -> Changes:
        """Use a model for a role; a new embedder starts re-embedding, the old vectors serve until then."""
        if role not in _ROLES:
            raise UserError(
                "Unknown role", f"{role} is not one of {', '.join(_ROLES)}.", "Name one of these."
            )
        entry = self._host.catalog.entry(model_id)
        if entry.role != role:
            raise UserError(
                "Wrong kind of model", f"{entry.name} is a model for {entry.role}.", "Choose another."
            )
        if self._host.catalog.path(entry.id) is None:
            raise UserError("Model missing", f"{entry.name} is not on this machine.", "Get it first.")
        self._settings.change(**{role: entry.id})
        self._host.restart()
        return Changes(models=True)

    def _view(self, entry: ModelEntry) -> ModelView:
        chosen = self._host.chosen(entry.role)
        present = self._host.catalog.path(entry.id) is not None
        return ModelView(
            id=entry.id,
            role=entry.role,
            name=entry.name,
            description=entry.languages,
            licence=entry.licence,
            size=entry.size,
            state="ready" if present else "missing",
            in_use=chosen is not None and chosen.id == entry.id,
            source=entry.source_in_words,
            memory=int(entry.size * _RUN_MEMORY_FACTOR),
            recommended=entry.default,
            for_tests=entry.for_tests,
        )
