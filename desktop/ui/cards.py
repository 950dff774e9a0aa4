"""A card of the side panes: one document with the passages that matter."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.domain.records import DocumentRef
from desktop.ui import plain, wording
from desktop.ui.draggable import DraggableButton
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import ElidedLabel
from desktop.ui.matching import excerpt
from desktop.ui.theme import Radius, Space, TextRole, Theme, set_kind, set_role, set_surface
from desktop.ui.why_fold import WhyFold


@dataclass(frozen=True, slots=True)
class CardPassage:
    """A passage on a card; `number` is that of its marker in the answer, `why` the reasons it is there."""

    text: str
    place: str
    start: int | None = None
    end: int | None = None
    number: int | None = None
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardContent:
    """What one card shows."""

    document: DocumentRef
    passages: tuple[CardPassage, ...] = ()
    can_ask: bool = False


class PassageRow(DraggableButton):
    """One passage on a card; opens the reader there."""

    def __init__(self, theme: Theme, document: DocumentRef, passage: CardPassage, question: str) -> None:
        super().__init__(document.path, passage.text)
        self._theme = theme
        self.passage = passage
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        where = ", ".join(part for part in (document.title, passage.place) if part)
        self.setAccessibleName(self.tr("Open {title}").format(title=where))
        self.setAccessibleDescription(passage.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, 6, Space.M, Space.S)
        column.setSpacing(Space.XS)
        if passage.place or passage.number is not None:
            column.addLayout(self._head(passage))
        text = FlowText(theme, TextRole.PASSAGE, scale=0.92, line_height=116)
        text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        text.set_plain(*excerpt(passage.text, question, length=220))
        column.addWidget(text)

    def _head(self, passage: CardPassage) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        if passage.number is not None:
            number = QLabel(str(passage.number))
            set_role(number, TextRole.LABEL, "accent")
            line.addWidget(number)
        place = ElidedLabel(passage.place)
        set_role(place, TextRole.CAPTION)
        line.addWidget(place, 1)
        return line

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground under the pointer and the focus ring."""
        del event
        if not (self.underMouse() or self.hasFocus()):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        if self.underMouse():
            painter.setBrush(self._theme.colour("hover"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 1, -5, -1), Radius.M, Radius.M)
        painter.end()


class DocumentCard(QFrame):
    """Title, place in the library and passages of one document. It can be dragged out as a file."""

    opened = Signal(DocumentRef, object, object)
    ask_requested = Signal(DocumentRef)

    def __init__(
        self, theme: Theme, content: CardContent, question: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content = content
        set_surface(self, "card")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, Space.S)
        column.setSpacing(0)
        column.addWidget(self._title_row())
        self.rows: list[PassageRow] = []
        for passage in content.passages:
            row = PassageRow(theme, content.document, passage, question)
            row.clicked.connect(lambda _checked=False, p=passage: self._open(p.start, p.end))
            self.rows.append(row)
            column.addWidget(row)
            if passage.why:
                column.addWidget(WhyFold(theme, content.document.title, passage.why))
        if content.can_ask:
            column.addWidget(self._ask_row())

    def _title_row(self) -> DraggableButton:
        document = self.content.document
        row = TitleRow(self._theme, document, focusable=not self.content.passages)
        row.clicked.connect(self._open_first)
        self.title_row = row
        return row

    def _ask_row(self) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(10, 0, 10, 0)
        button = QPushButton(self.tr("Ask about it"))
        set_kind(button, "link")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleName(self.tr("Ask about {title}").format(title=self.content.document.title))
        button.clicked.connect(lambda: self.ask_requested.emit(self.content.document))
        line.addWidget(button)
        line.addStretch(1)
        self.ask_button = button
        return row

    def _open_first(self) -> None:
        first = self.content.passages[0] if self.content.passages else None
        self._open(first.start if first else None, first.end if first else None)

    def _open(self, start: int | None, end: int | None) -> None:
        self.opened.emit(self.content.document, start, end)


class TitleRow(DraggableButton):
    """The head of a card; opens the document."""

    def __init__(self, theme: Theme, document: DocumentRef, *, focusable: bool) -> None:
        super().__init__(document.path, document.title)
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Open {title}").format(title=document.title))
        self.setToolTip(plain.tip(f"{document.title}\n{document.path}"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if focusable else Qt.FocusPolicy.NoFocus)
        icon = QLabel()
        icon.setPixmap(theme.pixmap("document", 18))
        icon.setFixedSize(QSize(18, 18))
        title = ElidedLabel(document.title)
        set_role(title, TextRole.STRONG)
        missing = self.tr("file missing") if document.offline else ""
        parts = (missing, wording.collection(document.collection), wording.date(document.date or ""))
        under = ElidedLabel(" · ".join(part for part in parts if part))
        set_role(under, TextRole.CAPTION)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(title)
        if under.text():
            words.addWidget(under)
        line = QHBoxLayout(self)
        line.setContentsMargins(Space.M, 12, Space.M, 6)
        line.setSpacing(10)
        line.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the focus ring."""
        del event
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 4, -5, 0), Radius.M, Radius.M)
            painter.end()


def grouped(
    documents: Sequence[DocumentRef], passages: Sequence[tuple[DocumentRef, CardPassage]], *, most: int = 3
) -> list[CardContent]:
    """Return a card for each document, in order, with up to `most` of its passages."""
    found: dict[int, list[CardPassage]] = {document.id: [] for document in documents}
    for document, passage in passages:
        if document.id in found and len(found[document.id]) < most:
            found[document.id].append(passage)
    return [CardContent(document, tuple(found[document.id])) for document in documents]
