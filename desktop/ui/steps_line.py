"""What is being done for a question now, and afterwards what was done."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.ui import said, wording
from desktop.ui.labels import ElidedLabel, PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role


class StepsLine(QWidget):
    """One line with the present step and a stop button; when done, a button that unfolds all steps."""

    stop_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: list[str] = []
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(56)
        self.bar.setAccessibleName(self.tr("Working on the answer"))
        self.now = ElidedLabel()
        set_role(self.now, TextRole.BODY, "muted")
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setIcon(theme.icon("stop"))
        self.stop.setIconSize(QSize(14, 14))
        self.stop.setToolTip(self.tr("Stop (Esc)"))
        set_kind(self.stop, "quiet")
        self.stop.clicked.connect(self.stop_requested)
        self.fold = QPushButton()
        self.fold.setCheckable(True)
        self.fold.setIcon(theme.icon("chevron-right"))
        self.fold.setIconSize(QSize(12, 12))
        set_kind(self.fold, "link")
        self.fold.toggled.connect(self._on_fold)
        self._theme = theme
        self.list = PlainLabel("", TextRole.CAPTION)
        self._lay_out()
        self.hide()

    def start(self, text: str) -> None:
        """Show that work began."""
        for widget in (self.bar, self.now, self.stop):
            widget.show()
        self.fold.hide()
        self.list.hide()
        self._say(text)
        self.show()

    def add(self, text: str) -> None:
        """Show the next step."""
        self._steps.append(said.said(text))
        self._say(self._steps[-1])

    def finish(self, steps: Sequence[str]) -> None:
        """Fold the steps away; `steps` are the stored ones, else those seen are kept."""
        self._steps = [said.said(step) for step in steps] or self._steps
        for widget in (self.bar, self.now, self.stop):
            widget.hide()
        count = len(self._steps)
        self.fold.setText(wording.steps(count))
        self.fold.setAccessibleName(self.tr("Show the steps to this answer"))
        self.fold.setVisible(count > 0)
        self.list.setText("\n".join(self._steps))
        self.list.hide()
        self.setVisible(count > 0)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.now, 1)
        line.addWidget(self.stop)
        line.addWidget(self.fold)
        line.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addLayout(line)
        column.addWidget(self.list)

    def _say(self, text: str) -> None:
        self.now.setText(text)
        self.now.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self.now, QAccessible.Event.NameChanged))

    def _on_fold(self, unfolded: bool) -> None:
        self.fold.setIcon(self._theme.icon("chevron-down" if unfolded else "chevron-right"))
        self.list.setVisible(unfolded)
