"""How each kind of paragraph is set in the reader."""

from PySide6.QtGui import QFont, QFontDatabase, QTextBlockFormat, QTextCharFormat

from desktop.ui.paragraphs import Paragraph
from desktop.ui.theme import TextRole, Theme

_LINE_ENDS = dict.fromkeys(map(ord, "\r\n\v\f\x1c\x1d\x1e\x85\u2029\ufdd0\ufdd1\0"), " ")
_HEADING_SIZES = (1.5, 1.25, 1.1)


def shown(text: str) -> str:
    """Return `text` of the same length without anything that Qt takes for the end of a paragraph."""
    return text.translate(_LINE_ENDS)


class TextStyles:
    """Makes block and character formats from the theme."""

    def __init__(self, theme: Theme, scale: float = 1.0) -> None:
        """`scale` makes all of it larger or smaller than the size of text that is set."""
        self._theme = theme
        self._scale = scale
        self._characters = {
            "body": self._format(theme.font(TextRole.PASSAGE), "text"),
            "list": self._format(theme.font(TextRole.PASSAGE), "text"),
            "aside": self._format(theme.font(TextRole.CAPTION), "muted"),
            "fixed": self._format(self._fixed_font(), "text"),
        }
        self._headings = tuple(self._heading(size) for size in _HEADING_SIZES)

    def formats(self, paragraph: Paragraph, *, first: bool) -> tuple[QTextBlockFormat, QTextCharFormat]:
        """Return how to set this paragraph; the first of a document has no space above."""
        block = QTextBlockFormat()
        kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        if paragraph.style == "heading":
            block.setTopMargin(0 if first else 22)
            block.setBottomMargin(6)
            block.setHeadingLevel(min(6, max(1, paragraph.level)))
            return block, self._headings[min(max(paragraph.level, 1), len(self._headings)) - 1]
        if paragraph.style == "fixed":
            block.setLineHeight(112, kind)
            block.setIndent(1)  # on the side where the paragraph begins, whichever that is
            return block, self._characters["fixed"]
        block.setLineHeight(132, kind)
        block.setBottomMargin(9)
        if paragraph.style in {"list", "aside"}:
            block.setIndent(1)
        return block, self._characters.get(paragraph.style, self._characters["body"])

    def _heading(self, size: float) -> QTextCharFormat:
        font = self._theme.font(TextRole.PASSAGE, bold=True)
        font.setPointSizeF(self._theme.font(TextRole.BODY).pointSizeF() * size)
        return self._format(font, "text")

    def _fixed_font(self) -> QFont:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self._theme.font(TextRole.BODY).pointSizeF() * 0.96)
        return font

    def _format(self, font: QFont, ink: str) -> QTextCharFormat:
        form = QTextCharFormat()
        font.setPointSizeF(font.pointSizeF() * self._scale)
        form.setFont(font)
        form.setForeground(self._theme.colour(ink))
        return form
