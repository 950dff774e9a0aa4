"""Stand-ins for the reader and the quick search while they are being built."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget


class ReaderView(QLabel):
    """Says which document would be read."""

    closed = Signal()

    def __init__(self, *_parts: object) -> None:
        super().__init__()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Reader")

    def open(self, document_id: int, start: int | None = None, end: int | None = None) -> None:
        """Name the document."""
        self.setText(f"{document_id} {start} {end}")


class QuickSearch(QWidget):
    """Nothing yet."""

    document_requested = Signal(object, object, object)
    question_requested = Signal(str)

    def __init__(self, *parts: object) -> None:
        super().__init__(parts[-1] if isinstance(parts[-1], QWidget) else None)
        self.hide()

    def open_search(self) -> None:
        """Show the search."""
        self.show()
