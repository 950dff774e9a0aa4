"""The help: a list of pages, a search over them, and the page. Nothing in it is ever fetched."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import (
    QKeySequence,
    QShortcut,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.help_pages import HelpPage, linked_page, pages_with, read_page, spans_of
from desktop.ui.key_table import as_markdown
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme

KEYBOARD = "10-keyboard.md"  # the page that shows the keys of the window
LINE_HEIGHT = 125  # per cent
_LIST_WIDTH = 230


class PageBrowser(QTextBrowser):
    """Shows Markdown. A link only tells which page it means; pictures and addresses are not loaded."""

    link_followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.anchorClicked.connect(lambda url: self.link_followed.emit(url.toString()))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing."""
        del kind, name
        return None


class HelpWindow(QDialog):
    """A window of its own beside the main one. Esc closes it; Alt+Left goes back to the page before."""

    def __init__(
        self,
        pages: Sequence[HelpPage],
        root: Path,
        keys: list[tuple[str, str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._pages = list(pages)
        self._root = root  # links to pages outside it are not followed
        self._keys = keys
        self._theme = theme
        self._before: list[HelpPage] = []
        self.page = self._pages[0]
        self.setWindowTitle(self.tr("Carrel help"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))
        self.contents = QListWidget()
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.setWordWrap(True)
        self.nothing = PlainLabel(self.tr("Nothing found"), TextRole.CAPTION)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(Space.S, Space.L, Space.S, Space.S)
        self.text = PageBrowser()
        self.text.setAccessibleName(self.tr("Help page"))
        self._lay_out()
        self.search.textChanged.connect(self._on_words)
        self.contents.currentRowChanged.connect(self._on_row)
        self.text.link_followed.connect(self.follow)
        theme.changed.connect(self._on_theme)
        back = QShortcut(QKeySequence("Alt+Left"), self)
        back.activated.connect(self.go_back)
        self._on_words("")
        self.resize(860, 560)

    @property
    def listed(self) -> list[str]:
        """The titles in the list."""
        return [self.contents.item(row).text() for row in range(self.contents.count())]

    def open_page(self, page: HelpPage) -> None:
        """Show a page and remember the one before."""
        if page.file != self.page.file:
            self._before.append(self.page)
        self._show(page)
        self._mark_row()

    def follow(self, link: str) -> None:
        """Open the page a link means; anything that is no page of the program does nothing."""
        target = linked_page(link, self.page.file, self._root)
        if target is not None:
            self.open_page(read_page(target))

    def go_back(self) -> None:
        """Show the page before."""
        if self._before:
            self._show(self._before.pop())
            self._mark_row()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(Space.S)
        left.addWidget(self.search)
        self._list = QStackedWidget()
        self._list.addWidget(self.contents)
        self._list.addWidget(self.nothing)
        left.addWidget(self._list, 1)
        for widget in (self.search, self._list):
            widget.setFixedWidth(_LIST_WIDTH)
        line = QHBoxLayout(self)
        line.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        line.setSpacing(Space.M)
        line.addLayout(left)
        line.addWidget(self.text, 1)

    def _on_words(self, words: str) -> None:
        found = pages_with(self._pages, words)
        with QSignalBlocker(self.contents):
            self.contents.clear()
            for page in found:
                item = QListWidgetItem(page.title)
                item.setData(Qt.ItemDataRole.UserRole, self._pages.index(page))
                self.contents.addItem(item)
        self._list.setCurrentWidget(self.contents if found else self.nothing)
        if not found:
            self.text.clear()
            self.text.setExtraSelections([])
        elif self.page not in found:
            self.open_page(found[0])
        else:
            self._show(self.page)
            self._mark_row()

    def _on_theme(self) -> None:
        if self.contents.count():
            self._show(self.page)

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.open_page(self._pages[self.contents.item(row).data(Qt.ItemDataRole.UserRole)])

    def _mark_row(self) -> None:
        with QSignalBlocker(self.contents):
            rows = [row for row, title in enumerate(self.listed) if title == self.page.title]
            self.contents.setCurrentRow(rows[0] if rows else -1)

    def _show(self, page: HelpPage) -> None:
        self.page = page
        text = page.text
        if page.file.name == KEYBOARD:
            text += "\n" + as_markdown(self._keys, self.tr("What"), self.tr("Keys"))
        self.text.setMarkdown(text)
        self._space_lines()
        self._mark_words()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        airy = QTextBlockFormat()
        airy.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(airy)

    def _mark_words(self) -> None:
        """Mark the words that are searched for."""
        marks: list[QTextEdit.ExtraSelection] = []
        look = QTextCharFormat()
        look.setBackground(self._theme.colour("accent_soft"))
        text = self.text.toPlainText()
        for word in self.search.text().split():
            for start, end in spans_of(text, word):
                cursor = QTextCursor(self.text.document())
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, look
                marks.append(mark)
        self.text.setExtraSelections(marks)
