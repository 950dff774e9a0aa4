"""The documents of the library as an item model that fetches pages when they are looked at."""

from collections import OrderedDict
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from desktop.domain.records import Document, DocumentState
from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane
from desktop.ui import plain, wording

if TYPE_CHECKING:
    from desktop.services.bundle import Services
    from desktop.services.library import Order

PAGE = 100
KEPT_PAGES = 40
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Role(IntEnum):
    """Data beyond what is shown."""

    DOCUMENT = Qt.ItemDataRole.UserRole + 1  # the Document, or None while its page is fetched


@dataclass(frozen=True, slots=True)
class Query:
    """What the list shows and in which order."""

    collection: str | None = None
    states: tuple[DocumentState, ...] = ()
    text: str = ""
    order: "Order" = "title"
    descending: bool = False

    @property
    def filters(self) -> bool:
        """Whether something other than the collection narrows the list."""
        return bool(self.states or self.text)


class DocumentModel(QAbstractListModel):
    """Rows are fetched on a lane, in pages; a row that is not there yet is empty and asks for its page."""

    counted = Signal(int)  # how many documents match, after each fetch
    page_loaded = Signal(int, int)  # first and last row
    failed = Signal(object)  # UserError

    def __init__(self, services: "Services", runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = services.library
        self._runner = runner
        self._query = Query()
        self._count = 0
        self._generation = 0
        self._pages: OrderedDict[int, list[Document]] = OrderedDict()
        self._fresh: set[int] = set()
        self._wanted: dict[int, None] = {}
        self._fetching: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fetch_wanted)

    @property
    def query(self) -> Query:
        """What the list shows now."""
        return self._query

    def set_query(self, query: Query) -> None:
        """Show other documents, or the same ones in another order, from the top."""
        self._query = query
        self._start(reset=True)

    def refresh(self) -> None:
        """Look again at what is shown; rows stay until the new ones are there."""
        self._start(reset=False)

    def document(self, index: Index) -> Document | None:
        """Return the document of a row, if it is there yet."""
        document = self.data(index, Role.DOCUMENT)
        return document if isinstance(document, Document) else None

    def loaded(self, first: int, last: int) -> list[Document]:
        """Return the documents of these rows that are there; asks for nothing."""
        found: list[Document] = []
        for number in sorted(self._pages):
            start = number * PAGE
            found += self._pages[number][max(0, first - start) : max(0, last + 1 - start)]
        return found

    def loaded_ranges(self) -> list[tuple[int, int]]:
        """Return first and last rows of the pages that are there."""
        pages = ((n * PAGE, min(n * PAGE + len(rows), self._count) - 1) for n, rows in self._pages.items())
        return sorted((first, last) for first, last in pages if last >= first)

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: D102 - Qt
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401, D102 - Qt
        if not index.isValid() or role not in _SHOWN:
            return None
        document = self._at(index.row())
        if role == Role.DOCUMENT or document is None:
            return document if role == Role.DOCUMENT else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return document.title or document.path
        look = wording.look(document)
        why = wording.reason(document)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (document.title, look.word, why) if part)
        return plain.tip(
            "\n".join([document.title, f"{look.word}. {why or look.explanation}", document.path])
        )

    def _at(self, row: int) -> Document | None:
        number, within = divmod(row, PAGE)
        page = self._pages.get(number)
        if number not in self._fresh:
            self._want(number)
        if page is None or within >= len(page):
            return None
        return page[within]

    def _want(self, number: int) -> None:
        if number in self._fetching:
            return
        self._wanted.pop(number, None)
        self._wanted[number] = None  # the newest wish last
        if not self._timer.isActive():
            self._timer.start(15)

    def _fetch_wanted(self) -> None:
        """Fetch the pages wished for last: a fast scroll passes many that nobody waits for any more."""
        newest = list(self._wanted)[-3:]
        self._wanted.clear()
        for number in reversed(newest):
            self._fetch(number)

    def _fetch(self, number: int) -> None:
        generation, query = self._generation, self._query
        self._fetching.add(number)

        def work(token: CancelToken, report: Report) -> list[Document]:
            del report
            token.check()
            return self._library.documents(
                collection=query.collection,
                states=query.states,
                text=query.text,
                order=query.order,
                descending=query.descending,
                offset=number * PAGE,
                limit=PAGE,
            )

        self._runner.submit(
            Lane.FREE,
            work,
            done=partial(self._on_page, generation, number),
            failed=self.failed.emit,
            ended=partial(self._on_fetch_ended, generation, number),
            key="documents",
        )

    def _on_fetch_ended(self, generation: int, number: int) -> None:
        if generation == self._generation:
            self._fetching.discard(number)

    def _on_page(self, generation: int, number: int, rows: list[Document]) -> None:
        if generation != self._generation:
            return
        self._pages[number] = rows
        self._pages.move_to_end(number)
        self._fresh.add(number)
        while len(self._pages) > KEPT_PAGES:
            oldest, _ = self._pages.popitem(last=False)
            self._fresh.discard(oldest)
        first, last = number * PAGE, min(number * PAGE + len(rows), self._count) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first), self.index(last))
            self.page_loaded.emit(first, last)

    def _start(self, *, reset: bool) -> None:
        self._generation += 1
        self._fetching.clear()
        self._wanted.clear()
        self._fresh.clear()
        generation, query = self._generation, self._query

        def work(token: CancelToken, report: Report) -> tuple[int, list[Document]]:
            del report
            token.check()
            number = self._library.count_documents(
                collection=query.collection, states=query.states, text=query.text
            )
            rows = self._library.documents(
                collection=query.collection,
                states=query.states,
                text=query.text,
                order=query.order,
                descending=query.descending,
                offset=0,
                limit=PAGE,
            )
            return number, rows

        self._runner.submit(
            Lane.FREE,
            work,
            done=partial(self._on_started, generation, reset=reset),
            failed=self.failed.emit,
            replace=True,
            key="documents",
        )

    def _on_started(self, generation: int, found: tuple[int, list[Document]], *, reset: bool) -> None:
        if generation != self._generation:
            return
        number, rows = found
        if reset:
            self.beginResetModel()
            self._pages.clear()
            self._count = number
            self._pages[0] = rows
            self._fresh.add(0)
            self.endResetModel()
        else:
            self._resize(number)
            self._on_page(generation, 0, rows)
            self._touch_other_pages()
        self.counted.emit(number)

    def _resize(self, number: int) -> None:
        if number > self._count:
            self.beginInsertRows(QModelIndex(), self._count, number - 1)
            self._count = number
            self.endInsertRows()
        elif number < self._count:
            self.beginRemoveRows(QModelIndex(), number, self._count - 1)
            self._count = number
            self.endRemoveRows()

    def _touch_other_pages(self) -> None:
        """Let the view ask for the rows it shows again, so that stale ones are fetched."""
        for number in [n for n in self._pages if n != 0]:
            first, last = number * PAGE, min((number + 1) * PAGE, self._count) - 1
            if first > last:
                del self._pages[number]
            else:
                self.dataChanged.emit(self.index(first), self.index(last))


_SHOWN = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Role.DOCUMENT,
    }
)
