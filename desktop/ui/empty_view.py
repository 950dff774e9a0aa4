"""What the ask view shows before the first question: an invitation and questions to begin with."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.ui import plain
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_surface


class QuestionButton(QPushButton):
    """A button that shows as much of a question as it has room for."""

    def __init__(self, question: str) -> None:
        super().__init__(plain.label(plain.one_line(question, 90)))
        self._question = plain.one_line(question, 90)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Allow the button to become narrow."""
        return QSize(80, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Ask for room for the whole question."""
        width = self.fontMetrics().horizontalAdvance(self._question) + 64
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the question where the room ends."""
        super().resizeEvent(event)
        mode = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self._question, mode, event.size().width() - 60)
        self.setText(plain.label(shown))


class EmptyView(QScrollArea):
    """Invites to drop documents; once there are some, offers questions they can answer."""

    question_chosen = Signal(str)
    add_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        self._column = QVBoxLayout(ground)
        self._column.setContentsMargins(Space.L, Space.XL, Space.L, Space.XL)
        self._column.setSpacing(Space.M)
        self._column.addStretch(2)
        self._title = self._centred(PlainLabel("", TextRole.DISPLAY))
        self._subtitle = self._centred(PlainLabel("", TextRole.BODY, "muted"))
        self._column.addSpacing(Space.M)
        self.invitation = self._make_invitation()
        line = QHBoxLayout()  # an alignment would give the wrapped text the height of one line
        line.addStretch(1)
        line.addWidget(self.invitation, 2)
        line.addStretch(1)
        self._column.addLayout(line)
        self._heading = self._centred(PlainLabel(self.tr("You could ask"), TextRole.LABEL))
        self._questions = QVBoxLayout()
        self._questions.setSpacing(Space.S)
        self._column.addLayout(self._questions)
        self._column.addStretch(3)
        self.setWidget(ground)
        self.buttons: list[QPushButton] = []
        self.set_questions(())

    def set_questions(self, questions: Sequence[str]) -> None:
        """Offer these questions; none means that the library has nothing to ask about yet."""
        for button in self.buttons:
            self._questions.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._question_button(question) for question in questions]
        some = bool(questions)
        self._title.setText(
            self.tr("What would you like to know?") if some else self.tr("A quiet place to read")
        )
        self._subtitle.setText(
            self.tr("Carrel answers from your documents and shows where each sentence comes from.")
            if some
            else self.tr("Add documents, then ask about them. Everything stays on this computer.")
        )
        self.invitation.setVisible(not some)
        self._heading.setVisible(some)

    def _centred(self, label: PlainLabel) -> PlainLabel:
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._column.addWidget(label)
        return label

    def _make_invitation(self) -> QFrame:
        frame = QFrame()
        set_surface(frame, "invitation")
        frame.setMinimumWidth(240)
        frame.setMaximumWidth(420)
        column = QVBoxLayout(frame)
        column.setContentsMargins(Space.M, Space.XL, Space.M, Space.L)
        column.setSpacing(12)
        icon = QLabel()
        icon.setPixmap(self._theme.pixmap("drop", 40, "accent"))
        column.addWidget(icon, 0, Qt.AlignmentFlag.AlignHCenter)
        text = PlainLabel(self.tr("Drop files or folders here"), TextRole.SUBTITLE)
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(text)
        for words, kind, wish in (
            (self.tr("Choose files…"), "primary", self.add_requested),
            (self.tr("Choose a folder…"), "link", self.folder_requested),
        ):
            button = QPushButton(words)
            set_kind(button, kind)
            button.clicked.connect(wish)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        return frame

    def _question_button(self, question: str) -> QPushButton:
        button = QuestionButton(question)
        button.setIcon(self._theme.icon("ask", "accent"))
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(self.tr("Ask: {question}").format(question=question))
        button.setToolTip(plain.tip(question))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self.question_chosen.emit(question))
        self._questions.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        return button
