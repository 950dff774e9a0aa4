"""Stand-ins for the services behind the ask view, the panes and the reader, with a small library."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from desktop.domain.answers import (
    Answer,
    AnswerEvent,
    AskRequest,
    Confidence,
    EvidenceSelected,
    Retrieved,
    SearchHit,
    SearchModes,
    SearchRequest,
    SearchResult,
    Sentence,
    Source,
    StepStarted,
    TextStreamed,
    Tiers,
)
from desktop.domain.errors import UserError
from desktop.domain.records import (
    Chunk,
    Collection,
    Document,
    DocumentRef,
    DocumentState,
    OutlineEntry,
    PageImage,
    PageLetters,
    Part,
    Rect,
)
from desktop.domain.work import CancelToken
from desktop.services.changes import Changes
from desktop.services.views import Conversation, ConversationTurns, DocumentText

LEASE = DocumentRef(1, "Lease of the harbour house", "/library/lease.pdf", "Housing", "2023-03-01")
RULES = DocumentRef(2, "House rules", "/library/house-rules.md", "Housing", "2022-11-12")
DEPOSIT = DocumentRef(3, "Deposit receipt", "/library/deposit.txt", "Housing", "2023-03-02")
ARABIC = DocumentRef(4, "عقد الإيجار", "/library/ijar.txt", "Housing")

LEASE_QUOTE = (
    "Either party may end this agreement by giving three months' "
    "written notice to the end of a calendar month."
)
RULES_QUOTE = "Notice must be sent by registered letter; an e-mail alone does not count."
QUESTION = "How long is the notice period and how must notice be given?"


def source(n: int, document: DocumentRef, quote: str, start: int, **place: object) -> Source:
    """Make a source of a document."""
    return Source(n, document, 10 + n, quote, start, start + len(quote), **place)  # type: ignore[arg-type]


LEASE_SOURCE = source(1, LEASE, LEASE_QUOTE, 40, page=3, page_label="3", heading="§ 7 Term", place="page 3")
RULES_SOURCE = source(2, RULES, RULES_QUOTE, 23, heading="Moving out", place="Moving out, line 14")
DEPOSIT_SOURCE = source(3, DEPOSIT, "Deposit of 1,850 euros received with thanks.", 0, place="line 1")


def hit(rank: int, document: DocumentRef, text: str, **chunk: object) -> SearchHit:
    """Make a search hit."""
    made = Chunk(10 + rank, document.id, rank, text, **chunk)  # type: ignore[arg-type]
    return SearchHit(rank, document, made, 1 / rank, 0.9 - rank / 50)


HITS = (
    hit(
        1, LEASE, LEASE_QUOTE, page=3, place="page 3", heading="§ 7 Term", start=40, end=40 + len(LEASE_QUOTE)
    ),
    hit(2, RULES, RULES_QUOTE, place="Moving out, line 14", start=23, end=23 + len(RULES_QUOTE)),
    hit(
        3,
        DEPOSIT,
        "Deposit of 1,850 euros received with thanks. It is returned after the notice period.",
        end=80,
    ),
)
CONFIDENCE = Confidence(4.1, 0.2, 0.9, 0.88, answerable=True, band="strong")
RESULT = SearchResult(
    QUESTION, "hybrid", ("Housing",), HITS, CONFIDENCE, Tiers(related=(LEASE, RULES, DEPOSIT))
)

ANSWERED = Answer(
    QUESTION,
    QUESTION,
    "answered",
    "The notice period is three months to the end of a calendar month. [1] "
    "Notice must be sent by registered letter, not by e-mail alone. [2]",
    (
        Sentence("The notice period is three months to the end of a calendar month.", (1,), supported=True),
        Sentence("Notice must be sent by registered letter, not by e-mail alone.", (2,), supported=True),
    ),
    (LEASE_SOURCE, RULES_SOURCE),
    tiers=Tiers(cited=(LEASE, RULES), related=(DEPOSIT,)),
    confidence=CONFIDENCE,
    steps=("Looking through 27 documents", "Reading lease.pdf, page 3"),
    model="Qwen2.5 1.5B",
    conversation_id=1,
    message_id=1,
)
DOUBTFUL = replace(
    ANSWERED,
    text=ANSWERED.text + " The landlord usually agrees to a shorter period.",
    sentences=(*ANSWERED.sentences, Sentence("The landlord usually agrees to a shorter period.")),
    notices=("Two passages did not fit into the model's context and were left out.",),
)
QUOTED = replace(ANSWERED, outcome="quoted", text=f"“{LEASE_QUOTE}” [1]\n\n“{RULES_QUOTE}” [2]", sentences=())
CONCLUDED = replace(
    QUOTED,
    sentences=(
        Sentence("Yes, as far as these passages tell: they say so of both.", (1, 2), supported=True),
        Sentence(f"“{LEASE_QUOTE}”", (1,), supported=True),
        Sentence(f"“{RULES_QUOTE}”", (2,), supported=True),
    ),
)
DEFLECTED = Answer(
    "Who won the 1998 World Cup?",
    "Who won the 1998 World Cup?",
    "deflected",
    "Your documents do not seem to say who won the 1998 World Cup.",
    closest=(replace(DEPOSIT_SOURCE, n=0), replace(RULES_SOURCE, n=0)),
    tiers=Tiers(maybe_try=(RULES, DEPOSIT, LEASE)),
    confidence=Confidence(band="weak", reason="No passage is close enough."),
    conversation_id=1,
)

LEASE_TEXT = (
    "Lease of the harbour house\n§ 7 Term\n"
    + " " * 4
    + LEASE_QUOTE
    + "\nThe rent is due on the third working day.\n"
)


@dataclass
class FakeAsk:
    """Plays a script of events, then answers or fails; waits at `gate` before it ends when there is one."""

    answer: Answer = ANSWERED
    events: Sequence[AnswerEvent] = (
        Retrieved(RESULT),
        EvidenceSelected((LEASE_SOURCE, RULES_SOURCE)),
        StepStarted("Reading lease.pdf, page 3"),
        TextStreamed("The notice period is "),
        TextStreamed("three months"),
    )
    error: Exception | None = None
    gate: threading.Event | None = None
    requests: list[AskRequest] = field(default_factory=list)
    warmed: int = 0

    def warm_up(self, token: CancelToken) -> None:
        token.check()
        self.warmed += 1

    def ask(self, request: AskRequest, *, token: CancelToken, emit: Callable[[AnswerEvent], None]) -> Answer:
        self.requests.append(request)
        for event in self.events:
            token.check()
            emit(event)
        while self.gate is not None and not self.gate.wait(0.01):
            token.check()
        if self.error is not None:
            raise self.error
        return replace(self.answer, question=request.question, conversation_id=request.conversation_id or 1)


@dataclass
class FakeSearch:
    """Answers every search with the same hits, keeping what was asked."""

    result: SearchResult = RESULT
    questions: list[str] = field(default_factory=list)
    gate: threading.Event | None = None

    def search(self, request: SearchRequest, token: CancelToken) -> SearchResult:
        self.questions.append(request.question)
        while self.gate is not None and not self.gate.wait(0.01):
            token.check()
        hits = () if request.question == "nothing" else self.result.hits
        return replace(self.result, question=request.question, hits=hits)

    def related(self, document_id: int, token: CancelToken, *, limit: int = 8) -> list[SearchHit]:
        return [h for h in self.result.hits if h.document.id != document_id][:limit]


@dataclass
class FakeHistory:
    """Conversations in memory."""

    kept: dict[int, ConversationTurns] = field(default_factory=dict)
    removed: dict[int, ConversationTurns] = field(default_factory=dict)
    drafts: dict[int | None, str] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)

    def conversations(self) -> list[Conversation]:
        return [turns.conversation for turns in self.kept.values()]

    def find(self, *, text: str, token: CancelToken) -> list[Conversation]:
        return [c for c in self.conversations() if text.lower() in c.title.lower()]

    def open(self, conversation_id: int) -> ConversationTurns:
        if conversation_id not in self.kept:
            raise UserError("Conversation not found", "It was removed meanwhile.")
        return replace(self.kept[conversation_id], draft=self.drafts.get(conversation_id, ""))

    def create(self) -> int:
        number = max(self.kept, default=0) + 1
        self.kept[number] = ConversationTurns(Conversation(number, "", "2025-11-30T10:00:00", 0), ())
        return number

    def rename(self, *, conversation_id: int, title: str) -> Changes:
        old = self.kept[conversation_id]
        self.kept[conversation_id] = replace(old, conversation=replace(old.conversation, title=title))
        self.changes.append(f"rename {conversation_id} {title}")
        return Changes(conversations=True)

    def remove(self, *, conversation_id: int) -> Changes:
        self.removed[conversation_id] = self.kept.pop(conversation_id)
        self.changes.append(f"remove {conversation_id}")
        return Changes(conversations=True)

    def restore(self, *, conversation_id: int) -> Changes:
        self.kept[conversation_id] = self.removed.pop(conversation_id)
        self.changes.append(f"restore {conversation_id}")
        return Changes(conversations=True)

    def save_draft(self, *, conversation_id: int | None, text: str) -> None:
        self.drafts[conversation_id] = text

    def draft(self, conversation_id: int | None) -> str:
        return self.drafts.get(conversation_id, "")


@dataclass
class FakeLibrary:
    """Two documents: a PDF and a text."""

    texts: dict[int, DocumentText] = field(default_factory=dict)
    records: dict[int, Document] = field(default_factory=dict)
    names: tuple[str, ...] = ("Housing", "Travel", "Work")

    def document(self, document_id: int) -> Document:
        if document_id not in self.records:
            raise UserError("Document not found", "It is no longer in the library.")
        return self.records[document_id]

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        return self.texts[document_id]

    def collections(self) -> list[Collection]:
        return [Collection(i, name, documents=9 * i) for i, name in enumerate(self.names, 1)]

    def add_text(
        self, ref: DocumentRef, text: str, parts: Sequence[Part] = (), media: str = "text/plain"
    ) -> None:
        self.texts[ref.id] = DocumentText(text, 0, len(text), tuple(parts))
        self.records[ref.id] = Document(
            ref.id, ref.collection, ref.path, ref.title, DocumentState.READY, media_type=media, date=ref.date
        )


@dataclass
class FakePages:
    """Paints pages instead of rendering a PDF."""

    sizes: list[tuple[float, float]] = field(default_factory=lambda: [(595.0, 842.0)] * 9)
    rendered: list[tuple[int, int, int | None]] = field(default_factory=list)
    error: UserError | None = None
    late: threading.Event | None = None  # rendering waits for it and then fails

    def page_sizes(self, document_id: int, token: CancelToken) -> list[tuple[float, float]]:
        if self.error:
            raise self.error
        return self.sizes

    def outline(self, document_id: int, token: CancelToken) -> list[OutlineEntry]:
        return [OutlineEntry("Term", 1, page=3), OutlineEntry("Signatures", 2, page=9)]

    def letters(self, document_id: int, page: int, token: CancelToken) -> PageLetters:
        text = "The tenant keeps the rooms\nin order and pays on time"
        row, at, boxes = 0, 0, []
        for character in text:
            left, top = 0.1 + 0.02 * at, 0.1 + 0.1 * row
            boxes.append(None if character == "\n" else (left, top, left + 0.02, top + 0.05))
            row, at = (row + 1, 0) if character == "\n" else (row, at + 1)
        return PageLetters(text, tuple(boxes))

    def page(
        self,
        document_id: int,
        page: int,
        token: CancelToken,
        *,
        width: int,
        start: int | None = None,
        end: int | None = None,
    ) -> PageImage:
        self.rendered.append((page, width, start))
        if self.late is not None:
            self.late.wait(10)
            raise UserError("Not found", "The file was not found.")
        height = round(width * self.sizes[page - 1][1] / self.sizes[page - 1][0])
        scale = width / 595
        marks = ()
        if start is not None and page == 3:
            marks = (
                Rect(70 * scale, 300 * scale, 450 * scale, 14 * scale),
                Rect(70 * scale, 320 * scale, 300 * scale, 14 * scale),
            )
        return PageImage(page, str(page), width, height, _painted(page, width, height, scale), marks)


def _painted(page: int, width: int, height: int, scale: float) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.setPen(QColor("#222222"))
    painter.setFont(QFont("DejaVu Serif", 15))
    painter.drawText(QRectF(70, 60, 450, 30), f"§ {page + 4} Of the lease")
    painter.setFont(QFont("DejaVu Serif", 8))
    for line in range(30):
        painter.drawText(
            QRectF(70, 100 + 20 * line, 460, 18),
            "The tenant keeps the rooms in order and pays on time, says line " + str(line),
        )
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


@dataclass
class FakeExamples:
    """Three questions."""

    made: tuple[str, ...] = (
        "How long is the notice period in the lease?",
        "What do the house rules say about moving out?",
        "How much was the deposit?",
    )

    def questions(self, token: CancelToken, *, limit: int = 3) -> list[str]:
        return list(self.made[:limit])


@dataclass
class FakeModes:
    """Defaults of the optional steps in memory."""

    kept: SearchModes = SearchModes()  # noqa: RUF009 - it is frozen
    fails: UserError | None = None

    def defaults(self) -> SearchModes:
        return self.kept

    def set_defaults(self, modes: SearchModes) -> None:
        if self.fails is not None:
            raise self.fails
        self.kept = modes


@dataclass
class FakeServices:
    """What the ask view, the panes and the reader use of the services."""

    ask: FakeAsk = field(default_factory=FakeAsk)
    search: FakeSearch = field(default_factory=FakeSearch)
    history: FakeHistory = field(default_factory=FakeHistory)
    library: FakeLibrary = field(default_factory=FakeLibrary)
    pages: FakePages = field(default_factory=FakePages)
    examples: FakeExamples = field(default_factory=FakeExamples)
    modes: FakeModes = field(default_factory=FakeModes)


def small_library(folder: Path) -> FakeServices:
    """Return services over a PDF, a Markdown text and an Arabic text; the files exist in `folder`."""
    services = FakeServices()
    rules = "House rules\nMoving out\n" + RULES_QUOTE + "\nRooms are left swept.\n\n|Room|Key|\n|Attic|4|\n"
    parts = (
        Part(0, 12, "heading", "House rules"),
        Part(12, 23, "heading", "House rules › Moving out"),
        Part(23, rules.index("|"), "body", "House rules › Moving out", place="line 14"),
        Part(rules.index("|"), len(rules), "table", "House rules › Moving out", place="line 18"),
    )
    for ref, text, given, media in (
        (
            LEASE,
            LEASE_TEXT,
            (Part(0, len(LEASE_TEXT), page=3, page_label="3", place="page 3"),),
            "application/pdf",
        ),
        (RULES, rules, parts, "text/markdown"),
        (DEPOSIT, HITS[2].chunk.text, (), "text/plain"),
        (
            ARABIC,
            "مدة الإشعار ثلاثة أشهر.\nThe English text follows.\n通知期間は三か月です。\n",
            (),
            "text/plain",
        ),
    ):
        path = folder / Path(ref.path).name
        path.write_text(text, "utf-8")
        services.library.add_text(replace(ref, path=str(path)), text, given, media)
    return services
