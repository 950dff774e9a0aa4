"""The window: puts the columns together and passes on what one part wants of another."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QIcon
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout, QWidget

from desktop.config.paths import resources_folder
from desktop.config.settings import SettingsFile
from desktop.domain.answers import Answer, Source
from desktop.domain.records import Document, DocumentRef
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.views import LibraryStatus
from desktop.ui import wording
from desktop.ui.add_summary import AddController
from desktop.ui.ask_view import AskView
from desktop.ui.care_controller import CareController
from desktop.ui.change_collector import ChangeCollector
from desktop.ui.columns import Columns
from desktop.ui.conversation_removals import ConversationRemovals
from desktop.ui.drop_target import DropTarget
from desktop.ui.first_start import FirstStart
from desktop.ui.focus_order import step_focus
from desktop.ui.help_controller import HelpController
from desktop.ui.indexing_controller import IndexingController
from desktop.ui.library_view import LibraryView
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea, Tone
from desktop.ui.panes import SidePanes
from desktop.ui.quick_search import QuickSearch
from desktop.ui.reader_view import ReaderView
from desktop.ui.settings_dialog import SettingsDialog
from desktop.ui.shortcuts import Command, add_commands
from desktop.ui.side_column import SideColumn
from desktop.ui.status_bar import StatusBar
from desktop.ui.summary_controller import SummaryController
from desktop.ui.theme import Theme, set_surface
from desktop.ui.unread_count import UnreadCount
from desktop.ui.watch_controller import WatchController
from desktop.ui.window_state import WindowState, first_size

if TYPE_CHECKING:
    from desktop.services.bundle import Services

STATUS_PAUSE_MS = 1000
ASK_PAUSE_MS = 4000  # scopes and example questions need not follow every document
FIRST_SIZES = (290, 560, 330)


class MainWindow(QMainWindow):
    """Everything it shows comes from the services, through the runner."""

    def __init__(self, services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme) -> None:
        super().__init__()
        self._services = services
        self._runner = runner
        self._settings = settings
        self._theme = theme
        self.setWindowTitle("Carrel")
        self.setWindowIcon(QIcon(str(resources_folder() / "icons" / "carrel.svg")))
        self.setMinimumSize(760, 480)
        self.resize(first_size(self.screen().availableSize()))
        self.notices = NoticeArea(theme)
        self.messages = Messages(self, self.notices)
        self.library = LibraryView(services, runner, theme, self.messages)
        self.ask = AskView(services, runner, theme)
        self.panes = SidePanes(theme)
        self.reader = ReaderView(services, runner, theme)
        self.splitter = Columns(FIRST_SIZES)
        self.side = SideColumn(self.panes, self.reader, self.splitter)
        self.status = StatusBar(theme)
        self.quick_search = QuickSearch(services, runner, theme, self)
        self.indexing = IndexingController(services, runner, self)
        self.summaries = SummaryController(services, runner, self)
        self.adding = AddController(services, runner, self.messages)
        self.watching = WatchController(services, runner, self.messages)
        self.care = CareController(services, runner, self.messages)
        self.guide = HelpController(self, runner, theme, self.messages)
        self.changes = ChangeCollector(self)
        self._ask_changes = ChangeCollector(self, pause_ms=ASK_PAUSE_MS)
        self.drops = DropTarget(self, theme)
        self.settings_dialog: SettingsDialog | None = None
        self._sources: tuple[Source, ...] = ()  # of the newest answer
        self.first_start: FirstStart | None = None
        self._status_timer = QTimer(self)
        self._status_timer.setSingleShot(True)
        self._status_timer.setInterval(STATUS_PAUSE_MS)
        self._status_timer.timeout.connect(self._load_status)
        self._lay_out()
        self._connect()
        self._add_commands()
        self.state = WindowState(self, {"columns": self.splitter}, settings, self.messages)
        self._begin()

    # building

    def _lay_out(self) -> None:
        ground = QWidget()
        set_surface(ground, "canvas")
        set_surface(self.ask, "page")
        for place, widget in enumerate((self.library, self.ask, self.side)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(place, int(widget is self.ask))
        self.library.setMinimumWidth(200)
        self.ask.setMinimumWidth(320)
        self.splitter.setCollapsible(1, False)
        self.splitter.setSizes(list(FIRST_SIZES))
        self._column = QVBoxLayout(ground)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.splitter, 1)
        self._column.addWidget(self.notices)
        self._column.addWidget(self.status)
        self.setCentralWidget(ground)

    def _connect(self) -> None:
        self.library.open_requested.connect(self._open_document)
        self.library.ask_requested.connect(self._ask_about)
        self.library.paths_chosen.connect(self.adding.add)
        self.library.paths_chosen.connect(self.ask.focus_question)
        self.library.watch_requested.connect(self.ask.focus_question)
        self.library.sample_requested.connect(self.add_sample)
        self.library.library_changed.connect(self.changes.add)
        self.library.reread_queued.connect(self.indexing.start)
        self.adding.added.connect(lambda _summary: self.indexing.start())
        self.adding.library_changed.connect(self.changes.add)
        self.adding.model_dropped.connect(self._add_model)
        self._connect_watching()
        self.indexing.status_changed.connect(self.status.show_indexing)
        self.indexing.status_changed.connect(self.summaries.follow)
        self.summaries.status_changed.connect(self.status.show_indexing)
        self.indexing.library_changed.connect(self.changes.add)
        self.unread = UnreadCount(self._services, self._runner, self.messages)
        self.indexing.library_changed.connect(self.unread.note)
        self.indexing.status_changed.connect(self.unread.follow)
        self.unread.show_requested.connect(self._show_unread)
        self.indexing.failed.connect(self.messages.show_error)
        self.status.pause_requested.connect(self.indexing.pause)
        self.status.resume_requested.connect(self.indexing.resume)
        self.status.cancel_requested.connect(self.indexing.cancel)
        self.status.cancel_requested.connect(self.summaries.cancel)
        self.status.settings_requested.connect(self.open_settings)
        self.drops.entered.connect(self._say_where_drops_go)
        self.drops.dropped.connect(lambda paths: self.adding.add(paths, self.library.collection))
        self._runner.crashed.connect(self.messages.show_crash)
        self.changes.collected.connect(self.apply_changes)
        self._ask_changes.collected.connect(self.ask.apply_changes)
        self._connect_asking()

    def _connect_watching(self) -> None:
        self.library.watch_requested.connect(self.watching.watch)
        self.library.watch_line.unwatch_requested.connect(self.watching.unwatch)
        self.library.watch_line.patterns_given.connect(self.watching.set_ignored)
        self.watching.folders_changed.connect(self.library.watch_line.set_folders)
        self.watching.library_changed.connect(self.changes.add)
        self.watching.queued.connect(self.indexing.start)
        self.care.library_changed.connect(self.changes.add)

    def _connect_asking(self) -> None:
        self.ask.citation_requested.connect(self.open_source)
        self.ask.document_requested.connect(self.open_document)
        self.ask.retrieved.connect(self.panes.show_result)
        self.ask.answer_shown.connect(self._on_answer)
        self.ask.unanswered.connect(self.panes.show_unanswered)
        self.ask.conversation_changed.connect(self.panes.clear)
        self.ask.add_requested.connect(self.library.choose_files)
        self.ask.folder_requested.connect(self.library.choose_folder)
        self.ask.failed.connect(self.messages.show_error)
        self.ask.exported.connect(self._on_exported)
        ConversationRemovals(self.ask.shelf, self.library.actions_on.removals, self.messages)
        self.panes.document_requested.connect(self.open_document)
        self.panes.question_requested.connect(self.ask.ask)
        self.reader.closed.connect(self.close_reader)
        self.reader.failed.connect(self.messages.show_error)
        self.reader.located.connect(self._on_located)
        unread, actions = self.reader.unread, self.library.actions_on
        unread.reread_requested.connect(lambda document: actions.reread((document,)))
        unread.password_requested.connect(actions.ask_password)
        unread.details_requested.connect(actions.show_details)
        self.quick_search.document_requested.connect(self.open_document)
        self.quick_search.question_requested.connect(self.ask.ask)

    def _add_commands(self) -> None:
        menu = QMenu(self)
        removals = self.library.actions_on.removals
        undo = self.tr("Undo the removal")
        actions = add_commands(
            self,
            menu,
            (
                Command(self.tr("New conversation"), "Ctrl+N", self.ask.new_conversation),
                Command(self.tr("Search passages"), "Ctrl+K", self.quick_search.open_search),
                Command(),
                Command(self.tr("Add files..."), "Ctrl+O", self.library.choose_files),
                Command(self.tr("Add a folder..."), "Ctrl+Shift+O", self.library.choose_folder),
                Command(self.tr("Watch a folder..."), "", self.library.choose_watched),
                Command(self.tr("New collection..."), "", self.library.collections.create_collection),
                Command(undo, "Ctrl+Z", removals.undo),
                Command(),
                Command(self.tr("Go to the question"), "Ctrl+L", self.ask.focus_question),
                Command(self.tr("Filter the library"), "Ctrl+Shift+F", self._focus_library),
                Command(self.tr("Show or hide the library"), "Ctrl+B", self.toggle_library),
                Command(self.tr("Show or hide the sources"), "Ctrl+Shift+B", self.toggle_side),
                Command(self.tr("Next column"), "F6", lambda: self.step_column(1)),
                Command(self.tr("Previous column"), "Shift+F6", lambda: self.step_column(-1)),
                Command(),
                Command(self.tr("Settings..."), "Ctrl+,", self.open_settings),
                Command(self.tr("Help"), "F1", self.guide.open_help),
                Command(self.tr("New versions..."), "", self.guide.open_releases),
                Command(self.tr("About Carrel"), "", self.guide.open_about),
                Command(self.tr("Quit"), "Ctrl+Q", self.close),
            ),
        )
        actions[undo].setEnabled(False)
        removals.changed.connect(actions[undo].setEnabled)
        self.library.set_main_menu(menu)

    def _begin(self) -> None:
        if not self.state.restore():
            self.splitter.setSizes(list(FIRST_SIZES))
        self.ask.use_model = self._settings.current.use_chat_model
        self.drops.watch_fields()
        self.library.start()
        self.indexing.start_if_pending()
        self.watching.start()
        self.care.start()
        self._load_status()
        if not self._settings.current.tour_offered:
            self._offer_first_start()

    # what the parts ask for

    def apply_changes(self, changes: Changes) -> None:
        """Tell every part what changed, so that each decides whether to look again."""
        self.library.apply_changes(changes)
        self.reader.apply_changes(changes)
        if changes.collections:
            self.watching.refresh_soon()
        self._ask_changes.add(changes)
        if not self._status_timer.isActive():
            self._status_timer.start()

    def open_source(self, source: Source) -> None:
        """Open the reader at a quotation; its previous and next are those of the same answer."""
        self.side.show_reader()
        context = self._sources if source in self._sources else (source,)
        self.reader.open(source.document.id, source.start, source.end, context)

    def open_document(self, document: DocumentRef, start: int | None = None, end: int | None = None) -> None:
        """Open a document in the reader, at a passage if one is given."""
        self.side.show_reader()
        self.reader.open(document.id, start, end)

    def close_reader(self) -> None:
        """Turn back to the panes."""
        self.side.show_panes()
        self.ask.focus_question()

    def open_settings(self) -> None:
        """Open the settings, or raise them."""
        if self.settings_dialog is None:
            dialog = SettingsDialog(self._services, self._runner, self._settings, self._theme, self)
            dialog.library_changed.connect(self._on_models_changed)
            dialog.settings_changed.connect(self._on_settings_changed)
            dialog.finished.connect(self._on_settings_closed)
            self.settings_dialog = dialog
        self.settings_dialog.open()

    def toggle_library(self) -> None:
        """Show or hide the left column."""
        self.splitter.toggle(self.library)

    def toggle_side(self) -> None:
        """Show or hide the right column."""
        self.splitter.toggle(self.side)

    def step_column(self, by: int) -> None:
        """Put the keyboard into the next or previous column, around the end."""
        if self.splitter.step(by) is self.ask:
            self.ask.focus_question()

    def add_sample(self) -> None:
        """Add the sample library to a collection of its own."""
        self.adding.add([resources_folder() / "sample-library"], self.tr("Sample library"))

    def raise_window(self) -> None:
        """Come to the front, as when Carrel is started a second time."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go as the window is read."""
        return step_focus(self, forward=forward, home=self.ask.composer.field)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save where everything is; unfinished work stays in the queue."""
        self.state.save()
        self.watching.stop()
        super().closeEvent(event)

    # small steps

    def _on_answer(self, answer: Answer) -> None:
        self._sources = answer.sources
        self.panes.show_answer(answer)
        self.reader.set_citations(answer)

    def _on_located(self, document: Document, path: Path) -> None:
        def done(changes: Changes) -> None:
            self.changes.add(changes)
            self.indexing.start()  # it may have other content
            self.reader.reopen()

        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._services.library.relocate_document(document_id=document.id, path=path)),
            done=done,
            failed=self.messages.show_error,
        )

    def _open_document(self, document: Document) -> None:
        self.open_document(document.ref)

    def _ask_about(self, documents: Sequence[Document]) -> None:
        self.ask.ask_about([document.ref for document in documents])

    def _add_model(self, file: Path) -> None:
        self.open_settings()
        if self.settings_dialog is not None:
            self.settings_dialog.models.add_file(file)

    def _say_where_drops_go(self) -> None:
        words = self.tr("Drop to add to the library")
        if name := self.library.collection:
            words = self.tr("Drop to add to “{0}”").format(wording.collection(name))
        self.drops.overlay.text.setText(words)

    def _focus_library(self) -> None:
        self.splitter.show_column(self.library)
        self.library.focus_filter()

    def _show_unread(self) -> None:
        self.splitter.show_column(self.library)
        self.library.show_unread()

    def _load_status(self) -> None:
        self._runner.submit(
            Lane.FREE,
            plain(self._services.library.status),
            done=self._on_status,
            failed=self.messages.show_error,
            replace=True,
            key="status",
        )

    def _on_status(self, status: LibraryStatus) -> None:
        self.status.show_library(status)
        if self.first_start is not None:
            self.first_start.follow(status)

    def _offer_first_start(self) -> None:
        note = FirstStart(self._services, self._runner, self._theme)
        note.sample_requested.connect(self.add_sample)
        note.models_requested.connect(self.open_settings)
        note.closed.connect(self._on_first_start_closed)
        holder = QVBoxLayout()
        holder.setContentsMargins(8, 8, 8, 0)
        holder.addWidget(note)
        self._column.insertLayout(0, holder)
        self.first_start = note

    def _on_first_start_closed(self) -> None:
        if self.first_start is not None:
            self.first_start.hide()
            self.first_start.deleteLater()
            self.first_start = None
            self._settings.change(tour_offered=True)

    def _on_exported(self, path: Path) -> None:
        self.messages.notify(self.tr("Saved {0}").format(path), tone=Tone.GOOD)

    def _on_models_changed(self, changes: Changes) -> None:
        self.changes.add(changes)
        self.indexing.start_if_pending()

    def _on_settings_changed(self) -> None:
        self.ask.use_model = self._settings.current.use_chat_model
        self.ask.load_modes()
        self.summaries.choice_changed()

    def _on_settings_closed(self) -> None:
        if self.settings_dialog is not None:
            self.settings_dialog.deleteLater()
            self.settings_dialog = None
