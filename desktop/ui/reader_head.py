"""The head of the reader: what is open, where in it one is, and what can be done."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui import wording
from desktop.ui.labels import ElidedLabel
from desktop.ui.outline_button import OutlineButton
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role

_PAGE_WIDTH = 64
_LONGEST_LABEL = 40


class ReaderHead(QWidget):
    """Title and place, with buttons for citations, zoom, search, near documents and the original."""

    back_requested = Signal()
    citation_step_requested = Signal(int)
    zoom_in_requested = Signal()
    zoom_out_requested = Signal()
    fit_requested = Signal()
    find_requested = Signal()
    see_also_toggled = Signal(bool)
    original_requested = Signal()
    page_requested = Signal(str)  # its printed label or its number, as typed

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.back = self._button("back", self.tr("Back to the conversation (Esc)"), self.tr("Back"))
        self.title = ElidedLabel()
        set_role(self.title, TextRole.STRONG)
        self.page = QLineEdit()
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setToolTip(self.tr("Go to a page, by its printed label or its number (Ctrl+G)"))
        self.page.setFixedWidth(_PAGE_WIDTH)
        self.page.setMaxLength(_LONGEST_LABEL)
        self.page.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.place = ElidedLabel()
        set_role(self.place, TextRole.CAPTION)
        self.previous = self._button("chevron-left", self.tr("Previous citation (Alt+Left)"))
        self.citation = QLabel()
        set_role(self.citation, TextRole.CAPTION)
        self.next = self._button("chevron-right", self.tr("Next citation (Alt+Right)"))
        self.zoom_out = self._button("zoom-out", self.tr("Smaller (Ctrl+-)"))
        self.fit = self._button("", self.tr("Fit the width (Ctrl+0)"), "100 %")
        self.zoom_in = self._button("zoom-in", self.tr("Larger (Ctrl++)"))
        self.find_button = self._button("search", self.tr("Find in this document (Ctrl+F)"))
        self.outline = OutlineButton(theme)
        self.see_also = self._button("related", self.tr("See also: documents near to this one"))
        self.see_also.setCheckable(True)
        self.original = self._button("open", self.tr("Open the original file in its program"))
        self._lay_out()
        self._connect()

    def set_place(self, text: str) -> None:
        """Say where in the document one is."""
        self.place.setText(text)

    def set_page(self, label: str, page: int, total: int) -> None:
        """Say which page one is on: as printed, and how many from the first."""
        if not self.page.hasFocus() or self.page.text() != label:
            self.page.setText(label)
        of = self.tr("of {total}").format(total=wording.count(total))
        counted = self.tr("({page} of {total})").format(page=wording.count(page), total=wording.count(total))
        self.place.setText(of if label == str(page) else counted)

    def ask_for_page(self) -> None:
        """Put the keyboard into the field of the page."""
        if self.page.isVisible():
            self.page.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.page.selectAll()

    def set_zoom(self, zoom: float) -> None:
        """Show the size of the pages in percent."""
        self.fit.setText(f"{round(zoom * 100)} %")

    def show_paging(self, visible: bool) -> None:
        """Show what is there for pages, hide it for text."""
        for button in (self.page, self.zoom_in, self.zoom_out, self.fit):
            button.setVisible(visible)

    def set_citation(self, index: int, count: int) -> None:
        """Say which of the citations is shown, from 0; hidden when there are fewer than two."""
        for widget in (self.previous, self.citation, self.next):
            widget.setVisible(count > 1)
        self.citation.setText(self.tr("{n} of {total}").format(n=index + 1, total=count))
        self.citation.setAccessibleName(self.tr("Citation {n} of {total}").format(n=index + 1, total=count))

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(2)
        first.addWidget(self.back)
        first.addSpacing(Space.XS)
        first.addWidget(self.title, 1)
        for widget in (self.outline, self.find_button, self.see_also, self.original):
            first.addWidget(widget)
        second = QHBoxLayout()
        second.setSpacing(2)
        second.addSpacing(Space.S)
        second.addWidget(self.page)
        second.addSpacing(Space.XS)
        second.addWidget(self.place, 1)
        second.addWidget(self.previous)
        second.addWidget(self.citation)
        second.addWidget(self.next)
        second.addSpacing(Space.XS)
        for widget in (self.zoom_out, self.fit, self.zoom_in):
            second.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, Space.S, Space.S, Space.XS)
        column.setSpacing(0)
        column.addLayout(first)
        column.addLayout(second)
        self.set_citation(0, 0)
        self.show_paging(visible=False)

    def _connect(self) -> None:
        self.back.clicked.connect(self.back_requested)
        self.previous.clicked.connect(lambda: self.citation_step_requested.emit(-1))
        self.next.clicked.connect(lambda: self.citation_step_requested.emit(1))
        self.zoom_in.clicked.connect(self.zoom_in_requested)
        self.zoom_out.clicked.connect(self.zoom_out_requested)
        self.fit.clicked.connect(self.fit_requested)
        self.find_button.clicked.connect(self.find_requested)
        self.page.returnPressed.connect(lambda: self.page_requested.emit(self.page.text()))
        self.see_also.toggled.connect(self.see_also_toggled)
        self.original.clicked.connect(self.original_requested)

    def _button(self, icon: str, name: str, text: str = "") -> QPushButton:
        button = QPushButton(text)
        if icon:
            button.setIcon(self._theme.icon(icon))
            button.setIconSize(QSize(18, 18))
        button.setAccessibleName(name)
        button.setToolTip(name)
        set_kind(button, "quiet" if text and icon else "icon")
        return button
