"""Models that follow rules instead of weights, and a desk: a real library with everything around it."""

import hashlib
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from desktop.config.paths import AppPaths
from desktop.config.settings import SettingsFile
from desktop.domain.answers import Answer, AnswerEvent, AskRequest, SearchHit, SearchRequest, SearchResult
from desktop.domain.errors import UserError
from desktop.domain.records import Document
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.llm.catalog import Catalog
from desktop.llm.devices import DeviceState
from desktop.llm.interfaces import ChatMessage, EmbedderInfo, GeneratorInfo, RerankerInfo, Vectors
from desktop.services.ask import AskService
from desktop.services.changes import Changes
from desktop.services.history import HistoryService
from desktop.services.indexing import IndexingService
from desktop.services.library import LibraryService
from desktop.services.notices import Notices
from desktop.services.passwords import Passwords
from desktop.services.scorers import START_UP
from desktop.services.search import SearchService
from desktop.services.summary_writing import SummaryWriter
from desktop.services.views import AddSummary
from desktop.store.library_file import LibraryFile

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
_WORD = re.compile(r"\w+")
_FUNCTION_WORDS = frozenset(
    _WORD.findall("a an and are at by do does for from in is it of on or the to what when which who")
)
_FLOORS = """
[[embedder]]
model = "word-embedder"
answer_floor = 0.35
lexical_support_floor = 0.25
support_floor = 0.3
"""


class WordEmbedder:
    """Each word is a fixed direction, a text the sum of its words: shared words are closeness."""

    def __init__(self, model_id: str = "word-embedder", dimension: int = 256) -> None:
        self.info = EmbedderInfo(model_id, "Word embedder", dimension, 512)
        self.queries: list[str] = []
        self.passages: list[str] = []
        self.on_passages: Callable[[], None] = lambda: None

    def embed_queries(self, texts: Sequence[str], token: CancelToken) -> Vectors:
        token.check()
        self.queries.extend(texts)
        return self._vectors(texts)

    def embed_passages(self, texts: Sequence[str], token: CancelToken, *, urgent: bool = False) -> Vectors:
        self.on_passages()
        token.check()
        if not urgent:
            self.passages.extend(texts)
        return self._vectors(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vectors:
        words = [word for word in _WORD.findall(text.lower()) if word not in _FUNCTION_WORDS]
        total = sum((self._direction(word) for word in words), np.zeros(self.info.dimension, np.float32))
        length = float(np.linalg.norm(total))
        return total / np.float32(length) if length else self._direction("")

    def _direction(self, word: str) -> Vectors:
        return _direction(word, self.info.dimension)


@cache
def _direction(word: str, dimension: int) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(word.encode("utf-8", "replace")).digest()[:8])
    vector = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def start_up(fitting: Any, other: Any) -> dict[str, Any]:
    """Return what a prompt over a start-up pair begets, by a piece of the prompt."""
    return {f"{text}\n</text>\n\nQuestion: {question}": fitting for question, text, _ in START_UP} | {
        f"{text}\n</text>": other for _, _, text in START_UP
    }


class ScriptedGenerator:
    """Judges by a table (a piece of the prompt: log-odds) and answers from one (a piece: the answer).

    An answer may be an exception, which is raised after its first word was written.
    """

    def __init__(
        self,
        verdicts: Mapping[str, float] | None = None,
        answers: Mapping[str, str | Exception] | None = None,
        *,
        context: int = 2048,
    ) -> None:
        self.info = GeneratorInfo("scripted", "Scripted model", context)
        self.verdicts = dict(verdicts or {})
        self.answers: dict[str, str | Exception] = dict(answers or {})
        self.prompts: list[str] = []
        self.asked: list[str] = []  # the last message of each prompt
        self.judged: list[str] = []
        self.on_word: Callable[[], None] = lambda: None

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        return sum(len(message.content.split()) for message in messages)

    def yes_no(self, messages: Sequence[ChatMessage], token: CancelToken) -> float:
        token.check()
        prompt = self._seen(messages)
        self.judged.append(prompt)
        return next((value for piece, value in self.verdicts.items() if piece in prompt), 5.0)

    def stream(
        self,
        messages: Sequence[ChatMessage],
        token: CancelToken,
        *,
        max_tokens: int = 256,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Iterator[str]:
        prompt = self._seen(messages)
        answer = next((text for piece, text in self.answers.items() if piece in prompt), "")
        for word in ["Well"] if isinstance(answer, Exception) else answer.split(" "):
            token.check()
            yield word + " "
            self.on_word()
        token.check()
        if isinstance(answer, Exception):
            raise answer

    def _seen(self, messages: Sequence[ChatMessage]) -> str:
        prompt = "\n".join(message.content for message in messages)
        assert self.count_tokens(messages) <= self.info.context
        self.prompts.append(prompt)
        self.asked.append(messages[-1].content)
        return prompt


class ScriptedReranker:
    """Scores by a table (a piece of the passage: score); a passage without one gets nought.

    A score may be an exception. The start-up pairs are told apart unless the table says otherwise.
    """

    def __init__(self, scores: Mapping[str, float | Exception] | None = None) -> None:
        self.info = RerankerInfo("scripted-reranker", "Scripted reranker")
        self.table = dict(scores or {})
        self.read: list[str] = []

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        token.check()
        self.read.extend(passages)
        return [self._score(question, passage) for passage in passages]

    def _score(self, question: str, passage: str) -> float:
        score = next((score for piece, score in self.table.items() if piece in passage), None)
        if isinstance(score, Exception):
            raise score
        if score is None:
            return 9.0 if (question, passage) in {pair[:2] for pair in START_UP} else 0.0
        return score


class FakeHost:
    """Stands where the model process stands; a model that is None is missing from the disk."""

    def __init__(
        self,
        embedder: WordEmbedder | None = None,
        generator: ScriptedGenerator | None = None,
        reranker: ScriptedReranker | None = None,
    ) -> None:
        self.the_embedder = embedder
        self.the_generator = generator
        self.the_reranker = reranker
        self.catalog = Catalog(RESOURCES / "models.toml", Path("no-models"))
        self.device = "CPU, 1 thread"
        self.reads_on = False
        self.judges = True
        self.devices = DeviceState(reason="none", variant="haswell")

    def embedder(self) -> WordEmbedder:
        if self.the_embedder is None:
            raise UserError("Model missing", "The file of Word embedder is not on this machine.", "Get it.")
        return self.the_embedder

    def generator(self) -> ScriptedGenerator:
        if self.the_generator is None:
            raise UserError("Model missing", "The file of Scripted model is not on this machine.", "Get it.")
        return self.the_generator

    def background_generator(self) -> ScriptedGenerator:
        return self.generator()

    def reranker(self) -> ScriptedReranker:
        if self.the_reranker is None:
            raise UserError("Model missing", "There is no reranker on this machine.", "Add one.")
        return self.the_reranker

    def device_state(self) -> DeviceState:
        return self.devices

    def find_devices(self, _token: CancelToken) -> DeviceState:
        return self.devices

    @property
    def embedder_id(self) -> str:
        return self.the_embedder.info.id if self.the_embedder is not None else ""

    def chosen(self, role: str) -> None:
        return None

    def has(self, role: str) -> bool:
        return bool(self.name(role))

    def name(self, role: str) -> str:
        models = {
            "embedder": self.the_embedder,
            "chat": self.the_generator,
            "reranker": self.the_reranker,
        }
        model = models.get(role)
        return model.info.name if model is not None else ""

    def restart(self) -> None:
        pass

    def close(self) -> None:
        pass


def word_resources(folder: Path) -> Path:
    """Return a folder of resources in which the floors of WordEmbedder are known."""
    shutil.copytree(RESOURCES / "profiles", folder / "profiles")
    shutil.copytree(RESOURCES / "prompts", folder / "prompts")
    shutil.copy(RESOURCES / "models.toml", folder)
    (folder / "calibration.toml").write_text(_FLOORS, "utf-8")
    return folder


class Desk:
    """A real library with services on it, files to drop, and stand-ins for the models."""

    def __init__(self, folder: Path, readers: Any, host: FakeHost) -> None:
        self.folder = folder / "files"
        self.folder.mkdir()
        self.paths = AppPaths(folder / "desk", folder / "models", word_resources(folder / "resources"))
        self.paths.data.mkdir()
        self.host = host
        self.readers = readers
        self.settings = SettingsFile(self.paths.settings)
        self.notices = Notices()
        self.file = LibraryFile(self.paths.library)
        self.passwords = Passwords()
        self.library = LibraryService(self.file, host, self.passwords)
        self.indexing = IndexingService(self.file, readers, host.embedder, self.passwords)
        self.search_service = SearchService(self.file, host, self.paths)
        self.history = HistoryService(self.file)
        self.summaries = SummaryWriter(
            self.file, host, self.paths, lambda: self.settings.current.use_chat_model
        )
        self.asking = AskService(self.file, self.search_service, host, self.notices, self.paths)
        self.events: list[AnswerEvent] = []
        self.progress: list[Progress] = []
        self.changes: list[Changes] = []

    def close(self) -> None:
        self.file.close()

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def drop(self, *paths: Path, collection: str | None = None) -> AddSummary:
        return self.library.add_documents(
            paths=paths or (self.folder,), collection=collection, token=CancelToken(), report=no_report
        )

    def work(self, token: CancelToken | None = None) -> None:
        self.indexing.work(
            token=token or CancelToken(), report=self.progress.append, changed=self.changes.append
        )

    def add(self, texts: Mapping[str, str], collection: str | None = None) -> dict[str, Document]:
        """Write, drop and index files; return their documents by file name."""
        paths = {name: self.write(name, text) for name, text in texts.items()}
        self.drop(*paths.values(), collection=collection)
        self.work()
        return {name: self.document(path) for name, path in paths.items()}

    def document(self, path: Path) -> Document:
        return next(d for d in self.library.documents(limit=10_000) if d.path == str(path))

    def search(self, question: str, **options: Any) -> SearchResult:
        return self.search_service.search(SearchRequest(question, **options), CancelToken())

    def hits(self, question: str, **options: Any) -> tuple[SearchHit, ...]:
        return self.search(question, **options).hits

    def found(self, question: str, **options: Any) -> list[str]:
        """Return the file names of the hits, best first."""
        return [Path(hit.document.path).name for hit in self.hits(question, **options)]

    def ask(self, question: str, token: CancelToken | None = None, **options: Any) -> Answer:
        request = AskRequest(question, **options)
        return self.asking.ask(request, token=token or CancelToken(), emit=self.events.append)
