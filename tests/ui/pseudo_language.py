"""A language in which every translated text is marked, and what of a window is shown without that mark."""

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from desktop.config.paths import resources_folder
from desktop.services.shipped import shipped_parts
from desktop.ui import said
from desktop.ui.help_pages import read_pages

BEGIN, END = "⟦", "⟧"
_MARKED = re.compile(f"{BEGIN}[^{BEGIN}{END}]*{END}")
_TAG = re.compile(r"</?(?:qt|b|br|p|span)\b[^>]*>")
_PATH = re.compile(r"[~\w.-]*/[^\s⟧]+")
_DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]{2} \d{4}\b")
_WORD = re.compile(r"[^\W\d_]{2,}")
# Names and signs that are the same in every language, and Qt's own texts, which its own translations speak.
SAME_EVERYWHERE = {
    "Carrel",
    "English",
    "Español",
    "Unicode",
    "UTF",
    "SQLite",
    "kB",
    "MB",
    "GB",
    "CPU",
    "PDF",
    "Qt",
    "HTML",
    "Markdown",
}


class PseudoTranslator(QTranslator):
    """Marks every text that is asked for, so that those which are not asked for stand out."""

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        del context, disambiguation, n
        return f"{BEGIN}{source}{END}"

    def install(self) -> None:
        """Mark what is built from here on."""
        QCoreApplication.installTranslator(self)
        said.forget()

    def remove(self) -> None:
        """Speak plainly again."""
        QCoreApplication.removeTranslator(self)
        said.forget()


def unmarked(text: str) -> str:
    """Return what of a text is not inside marks, paths and dates left out; empty when all is translated."""
    rest = html.unescape(_TAG.sub(" ", text)).replace("&", "")
    rest = _DATE.sub(" ", _PATH.sub(" ", rest))
    while (shorter := _MARKED.sub(" ", rest)) != rest:
        rest = shorter
    rest = re.sub(r"\s+", " ", rest).strip()
    words = [word for word in _WORD.findall(rest) if word not in SAME_EVERYWHERE]
    return rest if words else ""


def visible_texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Yield every text of a widget and all below it, hidden ones too, each with where it stands."""
    for one in [widget, *widget.findChildren(QWidget)]:
        place = type(one).__name__
        if one.isWindow():
            yield f"title of {place}", one.windowTitle()
        yield f"tip of {place}", one.toolTip()
        yield f"name of {place}", one.accessibleName()
        yield f"description of {place}", one.accessibleDescription()
        yield from ((place, text) for text in _own_texts(one))


def _own_texts(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    elif isinstance(widget, (QLineEdit, QPlainTextEdit, QTextEdit)):
        yield widget.placeholderText()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(number) for number in range(widget.count()))
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(number) for number in range(widget.count()))
    elif isinstance(widget, QMenu):
        yield from (text for action in widget.actions() for text in _action_texts(action))
    elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView) and widget.model():
        yield from _model_texts(widget.model())


def _action_texts(action: QAction) -> Iterator[str]:
    if not action.isSeparator():
        yield action.text()
        yield action.toolTip()


def _model_texts(model: QAbstractItemModel) -> Iterator[str]:
    roles = (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
    for row in range(min(model.rowCount(QModelIndex()), 40)):
        for role in roles:
            text = model.data(model.index(row, 0), role)
            if isinstance(text, str):
                yield text


@cache
def contents() -> tuple[str, ...]:
    """Return what is no text of the window: what stand-ins hold, titles of help pages, names of parts."""
    found: set[str] = set()
    for name in ("asking.py", "library_fakes.py", "gallery_world.py", "gallery_scenes.py"):
        for node in ast.walk(ast.parse((Path(__file__).parent / name).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
                found.update(re.sub(r"\s+", " ", part).strip() for part in _names(node.value))
    found.update(page.title for page in read_pages(resources_folder() / "help", "en"))
    for part in shipped_parts(resources_folder().parent):
        found |= {part.name, part.licence, f"{part.name} {part.version}"}
    return tuple(sorted(found, key=len, reverse=True))


def _names(text: str) -> set[str]:
    """Return a text, its sentences, and where it names a file the names a document of it may have."""
    names = {text, unmarked(text), text.rpartition(".")[0] or text, text.rpartition("/")[2] or text}
    return {name for name in (*names, *re.split(r"(?<=[.:?]) |\n", text)) if name.strip()}


def own_words(text: str) -> str:
    """Return what of an unmarked text is no content of a stand-in, but of the window itself."""
    rest = unmarked(text).removesuffix("✕").rstrip()
    if rest.endswith("…") and any(content.startswith(rest[:-1]) for content in contents()):
        return ""  # cut to the width there is
    for content in contents():
        if len(content) > 2 and content in rest:
            rest = re.sub(rf"(?<!\w){re.escape(content)}(?!\w)", " ", rest)
    return unmarked(rest)
