"""A combo box that cuts a long choice with an ellipsis instead of in mid-letter."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter


def name_choice(box: QComboBox, name: str) -> None:
    """Tell screen readers what is chosen here: on Linux Qt gives them the choice in place of the name."""
    box.setAccessibleName(name)
    box.setAccessibleDescription(name)


class ElidedComboBox(QComboBox):
    """May become narrow; its list and tool tip show names whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.view().setTextElideMode(Qt.TextElideMode.ElideRight)

    def showPopup(self) -> None:
        """Open the list with every entry whole: Qt forgets the padding of the style sheet."""
        view = self.view()
        rows = min(self.count(), self.maxVisibleItems())
        height = sum(view.sizeHintForRow(row) for row in range(rows)) + 2 * view.frameWidth()
        view.setMinimumHeight(min(height, self.screen().availableGeometry().height() // 2))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as usual, with as much of the text as fits."""
        del event
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width() - 4
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
