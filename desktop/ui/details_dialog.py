"""Everything Carrel knows of a document: how it was read, what was left out, and where its file is."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QLocale, QMimeDatabase, Qt
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QWidget

from desktop.domain.records import Document
from desktop.ui import said, wording
from desktop.ui.dialogs import PlainDialog
from desktop.ui.labels import PlainLabel
from desktop.ui.reading_area import ReadingArea
from desktop.ui.theme import Space, TextRole

_WIDTH, _HEIGHT = 520, 460


def _tr(text: str) -> str:
    return QCoreApplication.translate("Details", text)


def facts(document: Document) -> Iterator[tuple[str, str]]:
    """Yield name and value of everything that is known of a document, in words."""
    look = wording.look(document)
    yield _tr("State"), look.word if document.reason else f"{look.word}. {look.explanation}"
    rows = (
        (_tr("Reason"), said.said(document.reason)),
        (_tr("Not read"), said.lines(document.parts_not_read)),
        (_tr("Pages"), _pages(document)),
        (_tr("Encoding"), said.place(document.encoding)),
        (_tr("Language"), _language(document.language)),
        (_tr("Passages"), _passages(document)),
        (_tr("Copy"), wording.same_content() if document.same_as is not None else ""),
        (_tr("Date"), _date(document)),
        (_tr("Author"), document.author),
        (_tr("Kind"), _kind(document.media_type)),
        (_tr("Size"), wording.size(document.size)),
        (_tr("Read on"), wording.date(document.indexed_at) if document.indexed_at else ""),
        (_tr("Collection"), wording.collection(document.collection)),
        (_tr("File"), document.path),
    )
    yield from ((name, value) for name, value in rows if value)


def _pages(document: Document) -> str:
    if not document.pages:
        return ""
    if not document.pages_without_text:
        return _tr("{0}, all of them read").format(wording.count(document.pages))
    return _tr("{0}, of which {1} are without readable text").format(
        wording.count(document.pages), wording.count(document.pages_without_text)
    )


def _passages(document: Document) -> str:
    if not document.chunks:
        return ""
    if document.vectors >= document.chunks:
        return wording.count(document.chunks)
    return _tr("{0}, of which {1} can be found by meaning so far").format(
        wording.count(document.chunks), wording.count(document.vectors)
    )


def _language(code: str | None) -> str:
    if not code:
        return ""
    language = QLocale.codeToLanguage(code)
    return (
        said.place(QLocale.languageToString(language)) if language != QLocale.Language.AnyLanguage else code
    )


def _date(document: Document) -> str:
    sources = {
        "front matter": _tr("stated at the top of the document"),
        "metadata": _tr("stated in the file"),
        "text": _tr("found in the text"),
        "file name": _tr("found in the name of the file"),
        "file time": _tr("the time of the file"),
    }
    if not document.date:
        return ""
    day, source = wording.date(document.date), sources.get(document.date_source)
    return f"{day}, {source}" if source else day


def _kind(media_type: str) -> str:
    return (QMimeDatabase().mimeTypeForName(media_type).comment() or media_type) if media_type else ""


class DetailsDialog(PlainDialog):
    """Shows the facts of one document; every text can be selected."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Details"), parent)
        self.facts = dict(facts(document))
        self.add_text(document.title or document.path)
        form = QFormLayout()
        form.setContentsMargins(0, 0, Space.S, 0)
        form.setHorizontalSpacing(Space.M)
        form.setVerticalSpacing(Space.S)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, value in self.facts.items():
            label = PlainLabel(value)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setAccessibleName(f"{name}: {value}")
            form.addRow(PlainLabel(name, TextRole.CAPTION), label)
        page = QWidget()
        page.setLayout(form)
        self.area = ReadingArea(self.tr("Details of the document"))
        self.area.setWidget(page)
        self.column.addWidget(self.area)
        close = self.add_button(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole, "primary")
        close.setDefault(True)
        self.resize(_WIDTH, _HEIGHT)
