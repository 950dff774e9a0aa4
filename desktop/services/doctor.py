"""Check that this installation works, part by part."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from desktop.config.paths import AppPaths
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import Refusal
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest.reader_pool import ReaderPool
from desktop.llm.interfaces import ChatMessage
from desktop.services.devices import device_words, reason_words
from desktop.services.model_host import ModelHost
from desktop.services.recognition import recognised_languages
from desktop.services.scorers import START_UP, is_able
from desktop.services.views import Check
from desktop.store import diagnostics, engine
from desktop.store.library_file import LibraryFile


class DoctorService:
    """Runs real checks: SQLite, FTS5, vectors, models with a real embedding and answer, folders, reader."""

    def __init__(self, library: LibraryFile, host: ModelHost, readers: ReaderPool, paths: AppPaths) -> None:
        self._library = library
        self._host = host
        self._readers = readers
        self._paths = paths

    def run(self, *, token: CancelToken, report: Report) -> list[Check]:
        """Return one check per part; a failing part never stops the others."""
        parts: list[tuple[str, Callable[[CancelToken], str]]] = [
            ("SQLite", lambda _: engine.sqlite_version()),
            ("Text index", lambda _: diagnostics.try_text_index()),
            ("Vector index", lambda _: diagnostics.try_vector_index()),
            ("Library", lambda _: self._check_library()),
            ("Data folder", lambda _: self._check_folder()),
            ("Reader", self._check_reader),
            ("Text in pictures", lambda _: self._check_recognition()),
            ("Embedding model", self._check_embedding),
            ("Chat model", self._check_answer),
            *([("Reranker", self._check_reranker)] if self._host.has("reranker") else []),
            ("Device", self._check_device),
        ]
        checks: list[Check] = []
        for number, (name, part) in enumerate(parts):
            token.check()
            report(Progress("checking", number, len(parts), name))
            checks.append(_checked(name, part, token))
        return checks

    def _check_library(self) -> str:
        with self._library.read() as c:
            diagnostics.check_file(c)
        return f"{self._library.path} is sound"

    def _check_folder(self) -> str:
        with tempfile.NamedTemporaryFile(dir=self._paths.data) as file:
            file.write(b"carrel")
        return f"{self._paths.data} can be written"

    def _check_reader(self, token: CancelToken) -> str:
        with tempfile.TemporaryDirectory(dir=self._paths.data) as folder:
            file = Path(folder, "check.txt")
            file.write_text("Carrel reads this line.", "utf-8")
            outcome = self._readers.read(file, token)
        if isinstance(outcome, Refusal):
            raise UserError("Reader", outcome.reason)
        return "a reader process read a file"

    def _check_recognition(self) -> str:
        if not recognised_languages():
            return "not installed; pages without text are named as such"
        return f"a picture was read; languages: {self._readers.check_recognition()}"

    def _check_embedding(self, token: CancelToken) -> str:
        embedder = self._host.embedder()
        asked, fitting, other = START_UP[0]
        question = embedder.embed_queries([asked], token)[0]
        near, far = embedder.embed_passages([fitting, other], token) @ question
        if near <= far:
            raise UserError("Embedding model", f"{embedder.info.name} ranks an unrelated text first.")
        return f"{embedder.info.name}: {near:.2f} for a related text, {far:.2f} for an unrelated one"

    def _check_answer(self, token: CancelToken) -> str:
        generator = self._host.generator()
        prompt = [ChatMessage("user", "Answer with one word: what colour is the sky on a clear day?")]
        text = "".join(generator.stream(prompt, token, max_tokens=8)).strip()
        if not text:
            raise UserError("Chat model", f"{generator.info.name} wrote nothing.")
        return f"{generator.info.name} answers: {text}"

    def _check_device(self, token: CancelToken) -> str:
        state = self._host.device_state()
        if not state.reason:
            state = self._host.find_devices(token)
        parts = [self._host.device, f"llama.cpp for {state.variant}" if state.variant else ""]
        others = [device_words(device) for device in state.devices if device.id != state.used]
        parts += [reason_words(state), f"Not used: {'; '.join(others)}." if others else ""]
        return ". ".join(part.rstrip(".") for part in parts if part)

    def _check_reranker(self, token: CancelToken) -> str:
        reranker = self._host.reranker()
        if not is_able(reranker, token):
            raise UserError("Reranker", f"{reranker.info.name} cannot tell a fitting text from another.")
        near, far = reranker.scores(START_UP[0][0], START_UP[0][1:], token)
        return f"{reranker.info.name}: {near:.2f} for a fitting text, {far:.2f} for another"


def _checked(name: str, part: Callable[[CancelToken], str], token: CancelToken) -> Check:
    try:
        return Check(name, ok=True, detail=part(token))
    except Cancelled:
        raise
    except UserError as error:
        return Check(name, ok=False, detail=f"{error.detail} {error.advice}".strip())
    except Exception as error:  # noqa: BLE001 - the doctor reports whatever is broken
        return Check(name, ok=False, detail=f"{type(error).__name__}: {error}")
