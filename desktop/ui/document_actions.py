"""What can be done with documents of the list, as a menu and as calls."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.domain.errors import UserError
from desktop.domain.records import Collection, Document, DocumentState
from desktop.jobs.runner import JobRunner, Lane
from desktop.jobs.runner import plain as plain_work
from desktop.services.changes import Changes
from desktop.ui import plain, wording
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.dialogs import PlainDialog
from desktop.ui.messages import Messages
from desktop.ui.notices import Action
from desktop.ui.removals import Removals
from desktop.ui.reread_dialogs import EncodingDialog, PasswordDialog, is_text
from desktop.ui.reveal import reveal
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


MOST_UNDONE = 1000
"""Documents whose removal is not asked about: to bring back more could take hours of reading."""
_Shown = TypeVar("_Shown", bound=PlainDialog)


class DocumentActions(QObject):
    """Opens, reveals, reads again, moves and removes documents."""

    open_requested = Signal(object)  # Document
    ask_requested = Signal(object)  # tuple[Document, ...]
    library_changed = Signal(object)  # Changes
    reread_queued = Signal()

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, messages: Messages, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._widget = parent
        self._library = services.library
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self.collections: tuple[Collection, ...] = ()  # to move documents to
        self.removals = Removals(self)

    def open_menu(self, documents: tuple[Document, ...], at: QPoint) -> QMenu:
        """Show the context menu of the selected documents at a place on the screen."""
        menu = self.menu(documents)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
        return menu

    def menu(self, documents: tuple[Document, ...]) -> QMenu:
        """Return the context menu of the selected documents."""
        menu = QMenu(self._widget)
        menu.setAccessibleName(self.tr("Actions on documents"))
        one = documents[0] if len(documents) == 1 else None
        if one is not None:
            self._entry(
                menu, "book", self.tr("Open in reader"), lambda: self.open_requested.emit(one), "Return"
            )
            self._entry(menu, "open", self.tr("Open original"), lambda: self.open_original(one))
            self._entry(menu, "folder", self.tr("Reveal in folder"), lambda: self.reveal(one))
            self._entry(menu, "info", self.tr("Details..."), lambda: self.show_details(one))
            menu.addSeparator()
        ask = self.tr("Ask about this") if one else self.tr("Ask about these")
        self._entry(menu, "ask", ask, lambda: self.ask_requested.emit(documents))
        self._entry(menu, "refresh", self.tr("Read again"), lambda: self.reread(documents))
        if one is not None and one.state is DocumentState.LOCKED:
            self._entry(menu, "lock", self.tr("Enter password..."), lambda: self.ask_password(one))
        if one is not None and is_text(one):
            text = self.tr("Read with another encoding...")
            self._entry(menu, "text", text, lambda: self.choose_encoding(one))
        self._add_targets(menu, documents)
        menu.addSeparator()
        self._entry(menu, "trash", self.tr("Remove from library"), lambda: self.remove(documents), "Delete")
        return menu

    def _add_targets(self, menu: QMenu, documents: tuple[Document, ...]) -> None:
        """Offer the collections that these documents can be moved to."""
        theirs = {document.collection for document in documents}
        offered = [c for c in self.collections if not c.folder and theirs != {c.name}]
        watched = {c.name for c in self.collections if c.folder}
        if not offered or theirs & watched:
            return
        targets = menu.addMenu(self._theme.icon("collection"), self.tr("Move to collection"))
        ids = tuple(document.id for document in documents)
        for group in offered:
            action = targets.addAction(plain.label(plain.one_line(group.name, 60)))
            action.triggered.connect(lambda _checked=False, name=group.name: self.move(ids, name))

    def _entry(
        self, menu: QMenu, icon: str, text: str, run: Callable[[], object], shortcut: str = ""
    ) -> QAction:
        action = menu.addAction(self._theme.icon(icon), text)
        action.triggered.connect(lambda _checked=False: run())
        if shortcut:  # shown only: the list handles the keys itself
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        return action

    def open_original(self, document: Document) -> None:
        """Open the file with the program the person uses for it."""
        if not self._missing(document) and not QDesktopServices.openUrl(QUrl.fromLocalFile(document.path)):
            self._messages.show_error(
                UserError(
                    self.tr("No program opens this file"),
                    document.path,
                    self.tr("Reveal it in its folder and open it from there."),
                )
            )

    def reveal(self, document: Document) -> None:
        """Show the file in the system's file manager."""
        if not self._missing(document):
            reveal(Path(document.path))

    def _missing(self, document: Document) -> bool:
        """Say so when the file is no longer where it was."""
        if Path(document.path).exists():
            return False
        self._messages.show_error(
            UserError(
                self.tr("The file has moved"),
                self.tr("{0} is not there any more.").format(document.path),
                self.tr("Its text can still be read and searched here."),
            )
        )
        return True

    def show_details(self, document: Document) -> DetailsDialog:
        """Show how a document was read and what was left out."""
        return self._shown(DetailsDialog(document, self._widget.window()))

    def reread(self, documents: tuple[Document, ...]) -> None:
        """Queue documents to be read again."""
        ids = tuple(document.id for document in documents)
        self._change(lambda: self._library.reread_documents(document_ids=ids), self.reread_queued.emit)

    def ask_password(self, document: Document) -> PasswordDialog:
        """Ask for the password of a locked document and read it again with that."""
        dialog = PasswordDialog(document, self._widget.window())
        dialog.password_given.connect(
            lambda password: self._change(
                lambda: self._library.reread(document_id=document.id, password=password),
                self.reread_queued.emit,
            )
        )
        return self._shown(dialog)

    def choose_encoding(self, document: Document) -> EncodingDialog:
        """Let the person choose how a text is written and read it again so."""
        dialog = EncodingDialog(document, self._widget.window())
        dialog.encoding_chosen.connect(
            lambda encoding: self._change(
                lambda: self._library.reread(document_id=document.id, encoding=encoding),
                self.reread_queued.emit,
            )
        )
        return self._shown(dialog)

    @staticmethod
    def _shown(dialog: _Shown) -> _Shown:
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def remove(self, documents: tuple[Document, ...]) -> None:
        """Remove documents from the library, with a way back; very many only after a question."""
        ids = tuple(document.id for document in documents)
        what = f"“{documents[0].title}”" if len(ids) == 1 else wording.documents(len(ids))

        def then() -> None:
            key = f"removed {ids[0]}"
            undo = Action(self.tr("Undo"), lambda: self._restore(ids))
            self.removals.add(key, lambda: self._restore(ids))
            words = self.tr("Removed {0} from the library. The files on disk stay.").format(what)
            self._messages.notify(words, actions=(undo,), key=key)

        def work() -> Changes:
            return self._library.remove_documents(document_ids=ids)

        if len(ids) <= MOST_UNDONE:
            self._change(work, then)
            return
        self._messages.confirm(
            self.tr("Remove from the library?"),
            self.tr("{0} will no longer be found or cited. The files on disk stay.").format(what),
            self.tr("Remove"),
            lambda: self._change(work),
        )

    def _restore(self, ids: tuple[int, ...]) -> None:
        self.removals.forget(f"removed {ids[0]}")
        self._messages.dismiss(f"removed {ids[0]}")
        self._change(lambda: self._library.restore_documents(document_ids=ids), self.reread_queued.emit)

    def move(self, ids: tuple[int, ...], collection: str) -> None:
        """Put documents into another collection, with a way back."""

        def work() -> tuple[Changes, dict[str, list[int]]]:
            before: dict[str, list[int]] = {}
            for number in ids:
                before.setdefault(self._library.document(number).collection, []).append(number)
            return self._library.move_documents(document_ids=ids, collection=collection), before

        def done(result: tuple[Changes, dict[str, list[int]]]) -> None:
            changes, before = result
            self.library_changed.emit(changes)
            self.reread_queued.emit()  # a copy may have to get a text of its own
            if not changes.document_ids:
                self._messages.notify(self.tr("“{0}” has these files already.").format(collection))
                return
            undo = Action(self.tr("Undo"), lambda: self._move_back(changes.document_ids, before))
            words = self.tr("Moved {0} to “{1}”.").format(
                wording.documents(len(changes.document_ids)), plain.one_line(collection, 60)
            )
            self._messages.notify(words, actions=(undo,), key="moved")

        self._runner.submit(Lane.LIBRARY, plain_work(work), done=done, failed=self._messages.show_error)

    def _move_back(self, moved: tuple[int, ...], before: dict[str, list[int]]) -> None:
        self._messages.dismiss("moved")

        def work() -> Changes:
            changes = Changes()
            for name, ids in before.items():
                back = [number for number in ids if number in moved]
                changes |= self._library.move_documents(document_ids=back, collection=name)
            return changes

        self._change(work, self.reread_queued.emit)

    def _change(self, work: Callable[[], Changes], then: Callable[[], object] | None = None) -> None:
        def done(changes: Changes) -> None:
            self.library_changed.emit(changes)
            if then is not None:
                then()

        self._runner.submit(Lane.LIBRARY, plain_work(work), done=done, failed=self._messages.show_error)
