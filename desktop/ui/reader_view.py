"""Reads a document in the window: its pages or its text, with the passage marked."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFileDialog, QFrame, QStackedWidget, QVBoxLayout, QWidget

from desktop.domain.answers import Answer, Source
from desktop.domain.errors import UserError
from desktop.domain.records import Document, DocumentRef, OutlineEntry, Rect
from desktop.jobs.runner import JobRunner, Lane
from desktop.services.changes import Changes
from desktop.ui import said
from desktop.ui.find_bar import FindBar
from desktop.ui.labels import PlainLabel
from desktop.ui.page_loader import PageLoader
from desktop.ui.page_view import PageView
from desktop.ui.paragraphs import Paragraph
from desktop.ui.reader_head import ReaderHead
from desktop.ui.reader_loading import OpenDocument, load
from desktop.ui.reader_notice import ReaderNotice
from desktop.ui.see_also import SeeAlso
from desktop.ui.text_view import TextView
from desktop.ui.theme import Theme, set_surface
from desktop.ui.unread_page import UnreadPage

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window

Range = tuple[int, int]
OpenFile = Callable[[Path], bool]
ChooseFile = Callable[[QWidget, str], Path | None]


class ReaderView(QWidget):
    """Opens documents at a passage. `open` may be called again at any time; the newest wins."""

    closed = Signal()
    document_opened = Signal(DocumentRef)
    located = Signal(Document, Path)  # the file of a document was found in another place
    failed = Signal(UserError)

    def __init__(
        self,
        services: "Services",
        runner: JobRunner,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        open_file: OpenFile | None = None,
        choose_file: ChooseFile | None = None,
    ) -> None:
        """`open_file` and `choose_file` stand for the system's program starter and file dialog in tests."""
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._open_file = open_file or open_in_its_program
        self._choose_file = choose_file or ask_for_file
        self._open: OpenDocument | None = None
        self._citations: tuple[Source, ...] = ()
        self._context: tuple[Source, ...] = ()
        self._index = 0
        self._takes_focus = True
        self._request = 0  # counts what was asked to open, so that late results can be told
        self._passage: Range | None = None
        self._find: Range | None = None
        self.head = ReaderHead(theme)
        self.find_bar = FindBar(runner, theme)
        self.notice = ReaderNotice(theme)
        self.text = TextView(theme)
        self.pages = PageView(theme)
        self.unread = UnreadPage(theme)
        self.see_also = SeeAlso(services, runner, theme)
        self.waiting = PlainLabel(self.tr("Opening…"), tone="muted")
        self._loader = PageLoader(services, runner, self)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._add_shortcuts()

    @property
    def document(self) -> DocumentRef | None:
        """The document that is open."""
        return self._open.document.ref if self._open else None

    def open(
        self,
        document_id: int,
        start: int | None = None,
        end: int | None = None,
        context: Sequence[Source] = (),
    ) -> None:
        """Open a document, at the passage from `start` to `end` of its text when given.

        `context` are the citations that previous and next go through; without it those of the last answer,
        when the passage is one of them.
        """
        self._context = tuple(context) or self._citations_with(document_id, start)
        self._index = self._index_in_context(document_id, start)
        self.head.set_citation(self._index, len(self._context))
        passage = (start, end) if start is not None and end is not None and end > start else None
        if self._open is not None and self._open.document.id == document_id:
            self._show_passage(passage)
            return
        self._stack.setCurrentWidget(self.waiting)
        self._takes_focus = True
        self._request += 1
        request = self._request
        self._runner.submit(
            Lane.FREE,
            lambda token, _report: (request, load(self._services, document_id, token), passage),
            done=self._on_loaded,
            failed=self._on_failed,
            replace=True,
            key="reader",
        )

    def reopen(self) -> None:
        """Load the open document again at the same passage, because its file is another one."""
        if self._open is not None:
            number, (start, end) = self._open.document.id, self._passage or (None, None)
            self._open = None
            self.open(number, start, end, self._context)

    def apply_changes(self, changes: Changes) -> None:
        """Look again at a document that could not be shown, when something became of it."""
        opened = self._open
        if opened is not None and opened.unread and opened.document.id in changes.document_ids:
            holder = QApplication.focusWidget()
            self.reopen()
            self._takes_focus = holder is not None and self.isAncestorOf(holder)

    def set_citations(self, answer: Answer) -> None:
        """Let previous and next go through the sources of this answer when one of them is opened."""
        self._citations = answer.sources or answer.closest

    def close_reader(self) -> None:
        """Leave the document."""
        self._open = None
        self._request += 1
        self._loader.set_document(None, ())
        self.find_bar.close_search()
        self.head.see_also.setChecked(False)
        self.closed.emit()

    def open_find(self) -> None:
        """Open the search in the document."""
        if self._open is not None:
            self.find_bar.open_search(self._passage[0] if self._passage else 0)

    def step_citation(self, by: int) -> None:
        """Go to the next or previous citation, around the end."""
        if len(self._context) > 1:
            source = self._context[(self._index + by) % len(self._context)]
            self.open(source.document.id, source.start, source.end, self._context)

    # building

    def _lay_out(self) -> None:
        line = QFrame()
        line.setFixedHeight(1)
        set_surface(line, "line")
        set_surface(self._stack, "page")
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for widget in (self.waiting, self.text, self.pages, self.unread):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.find_bar)
        column.addWidget(line)
        column.addWidget(self.notice)
        column.addWidget(self._stack, 1)
        column.addWidget(self.see_also)

    def _connect(self) -> None:
        self.head.back_requested.connect(self.close_reader)
        self.head.citation_step_requested.connect(self.step_citation)
        self.head.zoom_in_requested.connect(self.pages.zoom_in)
        self.head.zoom_out_requested.connect(self.pages.zoom_out)
        self.head.fit_requested.connect(self.pages.fit_width)
        self.head.find_requested.connect(self.open_find)
        self.head.page_requested.connect(self._go_to_page)
        self.head.outline.entry_chosen.connect(self._go_to_entry)
        self.head.see_also_toggled.connect(self._on_see_also)
        self.head.original_requested.connect(self._open_original)
        self.unread.original_requested.connect(self._open_original)
        self.find_bar.finds_changed.connect(self._on_finds)
        self.find_bar.closed.connect(self._focus_content)
        self.notice.locate_requested.connect(self._locate)
        self.text.place_changed.connect(self._on_text_place)
        self.pages.page_changed.connect(self._on_page)
        self.pages.zoom_changed.connect(self.head.set_zoom)
        self.pages.pages_needed.connect(self._loader.request)
        self._loader.loaded.connect(self._on_picture)
        self.pages.selection.letters_needed.connect(self._loader.request_letters)
        self._loader.letters_loaded.connect(self.pages.set_letters)
        self._loader.failed.connect(self._on_page_failed)
        self.see_also.document_requested.connect(self.open)

    def _add_shortcuts(self) -> None:
        for keys, slot in (
            (QKeySequence.StandardKey.Find, self.open_find),
            (QKeySequence(Qt.Key.Key_Escape), self._escape),
            (QKeySequence("Alt+Left"), lambda: self.step_citation(-1)),
            (QKeySequence("Alt+Right"), lambda: self.step_citation(1)),
            (QKeySequence.StandardKey.ZoomIn, lambda: self._zoom(1)),
            (QKeySequence.StandardKey.ZoomOut, lambda: self._zoom(-1)),
            (QKeySequence("Ctrl+0"), lambda: self._zoom(0)),
            (QKeySequence("Ctrl+G"), self.head.ask_for_page),
            (QKeySequence("Ctrl+J"), self.head.outline.open_list),
            (QKeySequence("F3"), lambda: self.find_bar.step(1)),
            (QKeySequence("Shift+F3"), lambda: self.find_bar.step(-1)),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    # opening

    def _on_loaded(self, loaded: tuple[int, OpenDocument, Range | None]) -> None:
        request, opened, passage = loaded
        if request != self._request:
            return  # another document was asked for meanwhile
        self._open = opened
        self._passage = self._find = None
        self.head.title.setText(opened.document.title)
        self.head.original.setEnabled(not opened.missing)
        self.head.set_place("")
        self.find_bar.set_text(opened.text)
        self.notice.show_for(opened)
        paged = bool(opened.sizes)
        self.head.show_paging(paged)
        self.head.outline.set_entries(opened.outline)
        if opened.unread:
            self.unread.show_document(opened.document, missing=opened.missing)
        self._stack.setCurrentWidget(self._content(opened))
        self._loader.set_document(opened.document.id if paged else None, opened.sizes)
        if paged:
            self._loader.set_passage(passage)
            self.pages.set_pages(opened.sizes)
            self.head.set_zoom(self.pages.zoom)
            self._on_page(self.pages.page)
        else:
            self.text.show_text(opened.text, opened.paragraphs, passage)
            self._passage = passage
        if paged:
            self._show_passage(passage)
        if self._takes_focus:
            self._focus_content()
        if self.head.see_also.isChecked():
            self.see_also.show_for(opened.document.ref)
        self.document_opened.emit(opened.document.ref)

    def _on_failed(self, error: UserError) -> None:
        self.failed.emit(error)
        self.close_reader()

    def _show_passage(self, passage: Range | None) -> None:
        self._passage = passage
        if self._open is None:
            return
        if not self._open.sizes:
            self.text.show_passage(passage)
        elif passage is not None:
            self._show_on_page(passage)

    def _show_on_page(self, place: Range) -> None:
        page = self._open.page_at(place[0]) if self._open is not None else None
        self._loader.set_passage(place)
        self.pages.forget_pictures()
        if page is not None:
            self.pages.go_to(page, to_mark=True)

    def _citations_with(self, document_id: int, start: int | None) -> tuple[Source, ...]:
        places = {(source.document.id, source.start) for source in self._citations}
        return self._citations if (document_id, start) in places else ()

    def _index_in_context(self, document_id: int, start: int | None) -> int:
        for index, source in enumerate(self._context):
            if source.document.id == document_id and source.start == start:
                return index
        return 0

    # reading

    def _on_picture(self, page: int, picture: QImage, marks: tuple[Rect, ...]) -> None:
        self.pages.set_picture(page, picture, marks)

    def _on_page_failed(self, error: UserError) -> None:
        self.notice.show_text(said.said(error.detail))

    def _on_page(self, page: int) -> None:
        if self._open is None:
            return
        self.head.set_page(self._open.label_of(page), page, len(self._open.sizes))
        self.head.outline.set_place(page=page)
        self.pages.setAccessibleDescription(self._open.text_of(page))

    def _zoom(self, by: int) -> None:
        if self._open is None or not self._open.sizes:
            self.text.zoom(by)
        else:
            {1: self.pages.zoom_in, -1: self.pages.zoom_out, 0: self.pages.fit_width}[by]()

    def _go_to_page(self, name: str) -> None:
        page = self._open.page_called(name) if self._open is not None else None
        if page is None:
            self.head.page.selectAll()
            self.notice.show_text(self.tr("There is no page {name}.").format(name=name))
        else:
            self.pages.go_to(page)
            self.pages.setFocus()

    def _go_to_entry(self, entry: OutlineEntry) -> None:
        if self._open is None:
            return
        if not self._open.sizes:
            self.text.go_to(entry.start or 0)
        elif page := entry.page or self._open.page_at(entry.start or 0):
            self.pages.go_to(page)
        self._focus_content()

    def _on_text_place(self, paragraph: Paragraph) -> None:
        self.head.outline.set_place(start=paragraph.start)
        parts = (paragraph.heading, said.place(paragraph.place))
        self.head.set_place(" · ".join(dict.fromkeys(part for part in parts if part)))

    def _on_finds(self, finds: Sequence[Range], current: Range | None) -> None:
        if self._open is None:
            return
        if not self._open.sizes:
            self.text.show_finds(finds, current)
        elif current is not None:
            self._show_on_page(current)
        elif self._find is not None and self._passage is not None:
            self._show_on_page(self._passage)
        self._find = current

    def _on_see_also(self, wanted: bool) -> None:
        if wanted and self._open is not None:
            self.see_also.show_for(self._open.document.ref)
        else:
            self.see_also.hide()

    def _open_original(self) -> None:
        if self._open is None:
            return
        path = Path(self._open.document.path)
        if not self._open_file(path):
            detail = self.tr("No program could be started for {name}.").format(name=path.name)
            self.failed.emit(UserError(self.tr("Not opened"), detail))

    def _locate(self) -> None:
        if self._open is not None:
            path = self._choose_file(self, Path(self._open.document.path).name)
            if path is not None:
                self.located.emit(self._open.document, path)

    def _escape(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_search()
        else:
            self.close_reader()

    def _focus_content(self) -> None:
        if self._open is None:
            return
        if self._open.unread:
            self.unread.focus_button()
        else:
            self._content(self._open).setFocus()

    def _content(self, opened: OpenDocument) -> QWidget:
        if opened.unread:
            return self.unread
        return self.pages if opened.sizes else self.text


def open_in_its_program(path: Path) -> bool:
    """Open a file with the program the system has for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def ask_for_file(parent: QWidget, name: str) -> Path | None:
    """Ask where a file is now."""
    chosen, _ = QFileDialog.getOpenFileName(parent, name, "", f"*{Path(name).suffix}")
    return Path(chosen) if chosen else None
