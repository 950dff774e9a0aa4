"""Stand-ins for the services that the library column, the status bar and the settings talk to."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from watch_fakes import FakeWatching

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import Collection, Document, DocumentState
from desktop.domain.work import CancelToken, Progress, Report
from desktop.services.changes import Changes
from desktop.services.summary_writing import SummaryChoice, SummaryStatus
from desktop.services.tuning import Tuning
from desktop.services.views import (
    AddSummary,
    BackupMade,
    CheckedLibrary,
    DeviceChoice,
    DeviceView,
    DocumentText,
    LeftOut,
    LibraryStatus,
    ModelTrial,
    ModelView,
    Restored,
)

if TYPE_CHECKING:
    from desktop.services.bundle import Services

LONG = (
    "Minutes of the extraordinary general meeting of the harbour users' association of the northern quays "
    * 2
)
ROWS: tuple[tuple[str, str, DocumentState, str], ...] = (
    ("Annual report 2025", "annual-report-2025.pdf", DocumentState.READY, ""),
    ("Council minutes, 12 March 2026", "council-minutes-2026-03-12.docx", DocumentState.READY, ""),
    ("Ferry fares 2026", "ferry-fares-2026.md", DocumentState.TEXT_READY, ""),
    (
        "Handbook for members",
        "members-handbook.pdf",
        DocumentState.PARTLY_READ,
        "Pages 14-16 hold only pictures.",
    ),
    ("Harbour guide for yachts", "harbour-guide.md", DocumentState.READING, ""),
    ("Lease of the boathouse", "lease.pdf", DocumentState.LOCKED, "The file needs its password."),
    (LONG.strip(), "minutes-extraordinary.docx", DocumentState.READY, ""),
    ("Old scan", "scan-0001.pdf", DocumentState.REFUSED, "The file is damaged and could not be read."),
    ("دليل المكتبة العامة للزوار", "dalil-al-maktaba.pdf", DocumentState.READY, ""),
    ("図書館利用案内と開館時間のお知らせ", "annai.html", DocumentState.WAITING, ""),
    ("Guía de la biblioteca", "guia-biblioteca.md", DocumentState.READY, ""),
    ("Network runbook", "network-runbook.md", DocumentState.READY, ""),
)


def make_document(number: int, title: str, file: str, state: DocumentState, reason: str = "") -> Document:
    """Make a document with plausible particulars."""
    return Document(
        id=number,
        collection="Harbour library",
        path=f"/home/ada/Documents/harbour/{file}",
        title=title,
        state=state,
        reason=reason,
        media_type="application/pdf" if file.endswith("pdf") else "text/plain",
        size=14_000 * number,
        date=f"2026-0{1 + number % 9}-1{number % 9}",
        pages=number * 3 if file.endswith("pdf") else None,
        chunks=number * 4,
    )


class FakeLibrary:
    """A library in memory. `calls` keeps what was asked; `fail` is raised by the next call when set."""

    def __init__(self, rows: Sequence[tuple[str, str, DocumentState, str]] = ROWS) -> None:
        self.rows = [make_document(n, *row) for n, row in enumerate(rows, 1)]
        self.groups = [
            Collection(1, "Harbour library", documents=len(rows)),
            Collection(2, "Work", documents=0),
        ]
        self.calls: list[tuple[str, Any]] = []
        self.fail: Exception | None = None
        self.threads: set[str] = set()
        self.pending = 0
        self.removed: dict[tuple[int, ...], list[Document]] = {}

    def _note(self, call: str, value: Any = None) -> None:
        self.threads.add(threading.current_thread().name)
        self.calls.append((call, value))
        if self.fail is not None:
            error, self.fail = self.fail, None
            raise error

    def add_documents(
        self, *, paths: Sequence[Path], token: CancelToken, report: Report, collection: str | None = None
    ) -> AddSummary:
        self._note("add", (tuple(paths), collection))
        added: list[int] = []
        left_out: list[LeftOut] = []
        for path in paths:
            token.check()
            report(Progress("adding", len(added), None, path.name))
            if path.suffix in {".tmp", ".lnk"}:
                left_out.append(LeftOut(str(path), "A temporary file of another program."))
                continue
            number = max((d.id for d in self.rows), default=0) + 1
            made = make_document(number, path.stem, path.name, DocumentState.WAITING)
            self.rows.append(replace(made, path=str(path), collection=collection or "Harbour library"))
            added.append(number)
        self.pending += len(added)
        return AddSummary(added=tuple(added), left_out=tuple(left_out))

    def _matching(self, collection: str | None, states: Sequence[DocumentState], text: str) -> list[Document]:
        return [
            d
            for d in self.rows
            if (collection is None or d.collection == collection)
            and (not states or d.state in states)
            and text.lower() in (d.title + d.path).lower()
        ]

    def documents(
        self,
        *,
        collection: str | None = None,
        states: Sequence[DocumentState] = (),
        text: str = "",
        order: str = "title",
        descending: bool = False,
        offset: int = 0,
        limit: int = 200,
    ) -> list[Document]:
        self._note("documents", (offset, limit, text, order))
        keys: dict[str, Callable[[Document], Any]] = {
            "title": lambda d: d.title.lower(),
            "state": lambda d: d.state,
            "date": lambda d: d.date or "",
            "size": lambda d: d.size,
        }
        found = sorted(self._matching(collection, states, text), key=keys.get(order, lambda d: d.path))
        return (found[::-1] if descending else found)[offset : offset + limit]

    def count_documents(
        self, *, collection: str | None = None, states: Sequence[DocumentState] = (), text: str = ""
    ) -> int:
        self._note("count")
        return len(self._matching(collection, states, text))

    def document(self, document_id: int) -> Document:
        self._note("document", document_id)
        for row in self.rows:
            if row.id == document_id:
                return row
        raise UserError("Document not found", "It is no longer in the library.")

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        self._note("text", document_id)
        return DocumentText("Text of the document.", 0, 21, ())

    def remove_documents(self, *, document_ids: Sequence[int]) -> Changes:
        self._note("remove", tuple(document_ids))
        self.removed[tuple(document_ids)] = [d for d in self.rows if d.id in document_ids]
        self.rows = [d for d in self.rows if d.id not in document_ids]
        return Changes(documents=True, collections=True, document_ids=tuple(document_ids))

    def restore_documents(self, *, document_ids: Sequence[int]) -> Changes:
        self._note("restore", tuple(document_ids))
        self.rows += self.removed.pop(tuple(document_ids))
        return Changes(documents=True, collections=True, document_ids=tuple(document_ids))

    def move_documents(self, *, document_ids: Sequence[int], collection: str) -> Changes:
        self._note("move", (tuple(document_ids), collection))
        self.rows = [replace(d, collection=collection) if d.id in document_ids else d for d in self.rows]
        return Changes(documents=True, collections=True, document_ids=tuple(document_ids))

    def reread_documents(self, *, document_ids: Sequence[int]) -> Changes:
        self._note("reread", tuple(document_ids))
        self.rows = [
            replace(d, state=DocumentState.WAITING, reason="") if d.id in document_ids else d
            for d in self.rows
        ]
        self.pending += len(document_ids)
        return Changes(documents=True, document_ids=tuple(document_ids))

    def reread(
        self, *, document_id: int, encoding: str | None = None, password: str | None = None
    ) -> Changes:
        self._note("reread with", (document_id, encoding, password))
        return self.reread_documents(document_ids=[document_id])

    def cancel_waiting(self) -> Changes:
        self._note("cancel_waiting")
        self.rows = [d for d in self.rows if d.state is not DocumentState.WAITING]
        self.pending = 0
        return Changes(documents=True)

    def collections(self) -> list[Collection]:
        self._note("collections")
        count = {g.name: sum(d.collection == g.name for d in self.rows) for g in self.groups}
        return sorted((replace(g, documents=count[g.name]) for g in self.groups), key=lambda g: g.name)

    def create_collection(self, *, name: str) -> Changes:
        self._note("create", name)
        if any(g.name == name for g in self.groups):
            raise UserError(
                "Name taken", f"There is a collection called {name} already.", "Choose another name."
            )
        self.groups.append(Collection(max(g.id for g in self.groups) + 1, name))
        return Changes(collections=True)

    def rename_collection(self, *, collection_id: int, name: str) -> Changes:
        self._note("rename", (collection_id, name))
        old = next(g.name for g in self.groups if g.id == collection_id)
        self.groups = [replace(g, name=name) if g.id == collection_id else g for g in self.groups]
        self.rows = [replace(d, collection=name) if d.collection == old else d for d in self.rows]
        return Changes(documents=True, collections=True)

    def remove_collection(self, *, collection_id: int) -> Changes:
        self._note("remove_collection", collection_id)
        gone = next(g.name for g in self.groups if g.id == collection_id)
        self.groups = [g for g in self.groups if g.id != collection_id]
        self.rows = [d for d in self.rows if d.collection != gone]
        return Changes(documents=True, collections=True)

    def status(self) -> LibraryStatus:
        self._note("status")
        return LibraryStatus(
            library="/home/ada/.local/share/Carrel/library.carrel",
            size_bytes=48_300_000,
            documents=len(self.rows),
            chunks=420,
            vectors=400,
            pending=self.pending,
            failed=2,
            embedder="multilingual-e5-small",
            chat="Qwen3 1.7B",
        )


class FakeIndexing:
    """Reads what waits in a FakeLibrary, one document for each permit of `steps`."""

    def __init__(self, library: FakeLibrary) -> None:
        self.library = library
        self.steps = threading.Semaphore(0)
        self.runs = 0
        self.damaged: set[str] = set()  # names of files that cannot be read

    def work(self, *, token: CancelToken, report: Report, changed: Callable[[Changes], None]) -> None:
        self.runs += 1
        done = 0
        while waiting := [d for d in self.library.rows if d.state is DocumentState.WAITING]:
            document = waiting[0]
            report(Progress("reading", done, done + len(waiting), Path(document.path).name))
            while not self.steps.acquire(timeout=0.02):
                token.check()
            token.check()
            damaged = Path(document.path).name in self.damaged
            state = DocumentState.REFUSED if damaged else DocumentState.READY
            self.library.rows = [
                replace(d, state=state) if d.id == document.id else d for d in self.library.rows
            ]
            self.library.pending = max(0, self.library.pending - 1)
            done += 1
            changed(Changes(documents=True, document_ids=(document.id,)))


class FakeModels:
    """Models in every state; `get` waits for `go` and then has the file."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.calls: list[tuple[str, Any]] = []
        self.views = [
            ModelView(
                "e5", "embedder", "multilingual-e5-small", "Finds passages by meaning in 94 languages.",
                "MIT", 127_000_000, "ready", True, "a public model site", 300_000_000,
            ),
            ModelView(
                "minilm", "embedder", "all-MiniLM-L6-v2", "Smaller and faster, English only.", "Apache-2.0",
                46_000_000, "missing", False, "a public model site", 120_000_000,
            ),
            ModelView(
                "qwen", "chat", "Qwen3 1.7B", "Words the answers.", "Apache-2.0",
                1_830_000_000, "broken", True, "a public model site", 2_400_000_000,
            ),
        ]  # fmt: skip

    def models(self) -> list[ModelView]:
        return list(self.views)

    def add(self, *, file: Path, token: CancelToken, report: Report) -> ModelView:
        self.calls.append(("add", file))
        if file.suffix != ".gguf":
            raise UserError(
                "Not a model", f"{file.name} is not a GGUF file.", "Choose a file ending in .gguf."
            )
        made = ModelView(
            file.stem, "chat", file.stem, "Your own file.", "", 10, "ready", False, "this computer", 20
        )
        self.views.append(made)
        return made

    def get(self, *, model_id: str, token: CancelToken, report: Report) -> ModelView:
        self.calls.append(("get", model_id))
        report(Progress("fetching", 10, 100, model_id))
        while not self.go.wait(0.02):
            token.check()
        self.views = [replace(v, state="ready") if v.id == model_id else v for v in self.views]
        return next(v for v in self.views if v.id == model_id)

    def try_out(self, *, model_id: str, token: CancelToken) -> ModelTrial:
        self.calls.append(("try", model_id))
        raise UserError("Not loaded", "The file holds no model.")

    def use(self, *, role: str, model_id: str) -> Changes:
        self.calls.append(("use", (role, model_id)))
        self.views = [replace(v, in_use=v.id == model_id) if v.role == role else v for v in self.views]
        return Changes(models=True)


class FakeDevices:
    """A machine with one graphics processor."""

    def __init__(self) -> None:
        self.chosen = ""
        self.fail: UserError | None = None

    def choice(self, *, token: CancelToken) -> DeviceChoice:
        device = DeviceView("Iris", "Iris, 8.0 GB shared with the processor")
        reason = "The processor is used, as you chose." if self.chosen == "processor" else "Used: Iris."
        return DeviceChoice(self.chosen, (device,), "" if self.chosen == "processor" else "Iris", reason)

    def use(self, *, device: str, token: CancelToken) -> Changes:
        if self.fail is not None:
            raise self.fail
        self.chosen = device
        return Changes(models=True)


class FakeExamples:
    """Three questions once there is something to ask about."""

    def __init__(self, library: FakeLibrary) -> None:
        self.library = library

    def questions(self, token: CancelToken, *, limit: int = 3) -> list[str]:
        asked = [
            "What does a return ferry ticket cost?",
            "Who may use the workshop bench?",
            "When do fines apply?",
        ]
        return asked[:limit] if self.library.rows else []


class FakeHistory:
    """No conversation yet."""

    def find(self, *, text: str, token: CancelToken) -> list[Any]:
        return []

    def create(self) -> int:
        return 1

    def draft(self, conversation_id: int | None) -> str:
        return ""

    def save_draft(self, *, conversation_id: int | None, text: str) -> None:
        """Forget it."""


class FakeTuning:
    """A steering text in memory."""

    def __init__(self) -> None:
        self.text = "Be brief."
        self.kept: list[str] = []

    def current(self) -> Tuning:
        return Tuning(self.text)

    def change(self, *, text: str) -> Changes:
        self.text = text
        self.kept.append(text)
        return Changes()


class FakeCare:
    """A library that is well."""

    def __init__(self) -> None:
        self.advice = ""
        self.was_left_open = False
        self.repairs = 0
        self.notice = ""
        self.calls: list[tuple[str, object]] = []
        self.checked = CheckedLibrary()

    def repair_text_index(self) -> str:
        self.repairs += 1
        return self.notice

    def backup(self, *, target: Path, token: CancelToken, report: Report) -> BackupMade:
        self.calls.append(("backup", target))
        return BackupMade(str(target), 12_000_000)

    def restore(self, *, source: Path, token: CancelToken, report: Report) -> Restored:
        self.calls.append(("restore", source))
        return Restored(3, f"{source}.kept")

    def check(self, *, repair: bool, token: CancelToken, report: Report) -> CheckedLibrary:
        self.calls.append(("check", repair))
        return replace(self.checked, repaired=("all",), kept="kept") if repair else self.checked

    def compact(self, *, token: CancelToken, report: Report) -> tuple[int, int]:
        self.calls.append(("compact", None))
        return 48_000_000, 3_000_000


class FakeSummaries:
    """Summaries of which `waiting` are to be written, one for each step that is released."""

    def __init__(self, waiting: int = 0) -> None:
        self.waiting = waiting
        self.written = 0
        self.choice: SummaryChoice = "auto"
        self.steps = threading.Semaphore(0)
        self.runs = 0

    def status(self) -> SummaryStatus:
        return SummaryStatus(self.choice, self.written, self.waiting, 90.0 * self.waiting)

    def choose(self, choice: SummaryChoice) -> None:
        self.choice = choice

    def work(self, *, token: CancelToken, report: Report) -> int:
        self.runs += 1
        total = self.waiting
        while self.waiting:
            report(Progress("summarising", total - self.waiting, total, "lease.pdf"))
            while not self.steps.acquire(timeout=0.01):
                token.check()
            token.check()
            self.waiting, self.written = self.waiting - 1, self.written + 1
        return total


class Cancels:
    """A service whose every call ends quietly."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            raise Cancelled

        return call


def fake_services(library: FakeLibrary, indexing: FakeIndexing, models: FakeModels) -> "Services":
    """Put the stand-ins together; what is not the library column's business ends quietly."""
    made = SimpleNamespace(
        library=library, indexing=indexing, models=models, examples=FakeExamples(library),
        history=FakeHistory(), search=Cancels(), ask=Cancels(), pages=Cancels(), doctor=Cancels(),
        devices=FakeDevices(), profiles=Cancels(), modes=Cancels(), tuning=FakeTuning(),
        watching=FakeWatching(), care=FakeCare(), summaries=FakeSummaries(),
    )  # fmt: skip
    return cast("Services", made)
