"""The settings: models, profile, appearance, performance, library, privacy. Every change counts at once."""

import os
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner
from desktop.services.recognition import recognised_languages
from desktop.ui import said
from desktop.ui.answers_page import AnswersPage
from desktop.ui.device_choice import DeviceChoice
from desktop.ui.elided_combo import name_choice
from desktop.ui.focus_order import step_focus
from desktop.ui.library_page import LibraryPage
from desktop.ui.messages import Messages
from desktop.ui.models_page import ModelsPage
from desktop.ui.notices import NoticeArea
from desktop.ui.profiles_page import ProfilesPage
from desktop.ui.reading_area import ReadingArea
from desktop.ui.search_page import SearchPage
from desktop.ui.theme import Space, TextRole, Theme, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services

TEXT_SIZES = (90, 100, 115, 130, 150)


class SettingsDialog(QDialog):
    """Opens on the models; errors appear inside the dialog."""

    library_changed = Signal(object)  # Changes
    settings_changed = Signal()

    def __init__(
        self,
        services: "Services",
        runner: JobRunner,
        settings: SettingsFile,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._settings = settings
        self._theme = theme
        self.setWindowTitle(self.tr("Settings"))
        area = NoticeArea(theme)
        self._messages = Messages(self, area)
        self.models = ModelsPage(services, runner, theme, self._messages)
        self.models.changed.connect(self.library_changed)
        self.profiles = ProfilesPage(services, runner, theme, self._messages)
        self.profiles.changed.connect(self.library_changed)
        self.search = SearchPage(services, runner, self._messages)
        self.search.changed.connect(self.settings_changed)
        self.answers = AnswersPage(services, runner, self._messages)
        self.answers.changed.connect(self.settings_changed)
        self.library = LibraryPage(services, runner, self._messages)
        self.library.library_changed.connect(self.library_changed)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Settings"))
        pages = (
            (self.tr("Models"), self.models),
            (self.tr("Profile"), self.profiles),
            (self.tr("Search"), self.search),
            (self.tr("Answers"), self.answers),
            (self.tr("Appearance"), self._appearance_page()),
            (self.tr("Performance"), self._performance_page()),
            (self.tr("Library"), self.library),
            (self.tr("Privacy"), self._privacy_page()),
        )
        for title, page in pages:
            self.tabs.addTab(_scrolled(page, title), title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(area)
        layout.addWidget(buttons)
        self.resize(720, 540)
        self.models.refresh()
        self.profiles.refresh()
        self.search.refresh()
        self.answers.refresh()
        self.library.refresh()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go as the page is read, also to what was fetched after it was shown."""
        return step_focus(self, forward=forward)

    def show_models(self) -> None:
        """Turn to the models."""
        self.tabs.setCurrentIndex(0)

    # pages

    def _appearance_page(self) -> QWidget:
        current = self._settings.current
        self.appearance = _choice(
            {"system": self.tr("As the system"), "light": self.tr("Light"), "dark": self.tr("Dark")},
            current.appearance,
        )
        self.appearance.currentIndexChanged.connect(self._on_appearance)
        self.contrast = QCheckBox(self.tr("High contrast"))
        self.contrast.setChecked(current.high_contrast)
        self.contrast.toggled.connect(self._on_contrast)
        self.text_size = _choice({size: f"{size} %" for size in TEXT_SIZES}, current.text_size)
        self.text_size.currentIndexChanged.connect(self._on_text_size)
        self.language = _choice(
            {"system": self.tr("As the system"), "en": "English", "es": "Español"}, current.language
        )
        self.language.currentIndexChanged.connect(self._on_language)
        return _form(
            (self.tr("Colours"), self.appearance, ""),
            (self.tr("Contrast"), self.contrast, self.tr("Also used when the system asks for it.")),
            (self.tr("Size of text"), self.text_size, ""),
            (self.tr("Language"), self.language, self.tr("Takes effect when Carrel starts again.")),
        )

    def _performance_page(self) -> QWidget:
        current = self._settings.current
        self.threads = QSpinBox()
        self.threads.setRange(0, os.cpu_count() or 64)
        self.threads.lineEdit().setTextMargins(10, 0, 0, 0)  # padding in a style sheet does not reach it
        self.threads.setSpecialValueText(self.tr("Automatic"))
        self.threads.setValue(current.threads)
        self.threads.valueChanged.connect(lambda value: self._change(threads=value))
        self.use_chat = QCheckBox(self.tr("Word answers with the chat model"))
        self.use_chat.setChecked(current.use_chat_model)
        self.use_chat.toggled.connect(lambda checked: self._change(use_chat_model=checked))
        self.recognise, languages = self._recognition()
        self.device = DeviceChoice(self._services, self._runner, self._messages)
        self.device.changed.connect(self.library_changed)
        return _form(
            (self.tr("Models run on"), self.device, ""),
            (self.tr("Processor threads"), self.threads, self.tr("Takes effect when Carrel starts again.")),
            (
                self.tr("Answers"),
                self.use_chat,
                self.tr("Without it answers are quotations only, which is quicker and needs less memory."),
            ),
            (self.tr("Documents"), self.recognise, languages),
        )

    def _recognition(self) -> tuple[QCheckBox, str]:
        """Return the switch for reading text in pictures, and what to know about it."""
        switch = QCheckBox(self.tr("Read text in pictures and scans"))
        languages = recognised_languages()
        switch.setEnabled(bool(languages))
        switch.setChecked(bool(languages) and self._settings.current.recognise_text)
        switch.toggled.connect(lambda checked: self._change(recognise_text=checked))
        if not languages:
            return switch, self.tr(
                "The pack for this is not installed; pages without text are named as such."
            )
        text = self.tr("In {0}, one or two seconds a page. For documents added before, choose “Read again”.")
        return switch, text.format(", ".join(map(said.place, languages)))

    def _privacy_page(self) -> QWidget:
        paragraphs = (
            self.tr(
                "Carrel works on this computer alone. Your documents, your questions and the answers are "
                "never sent anywhere: there is no account, no measuring of use and no look for updates."
            ),
            self.tr(
                "The one use of the network is fetching a model file, only when you press Get, from the "
                "address shown beside it."
            ),
            self.tr(
                "Your documents stay where they are. The library file keeps their text, so that answers can "
                "be found and quoted; whoever can read that file can read the text. Removing a document "
                "takes its text out of the library."
            ),
        )
        text = QLabel("\n\n".join(paragraphs))
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        set_role(text, TextRole.PASSAGE)
        return text

    # what they do

    def _on_appearance(self) -> None:
        chosen = self.appearance.currentData()
        self._change(appearance=chosen)
        self._theme.set_appearance(chosen)

    def _on_contrast(self, on: bool) -> None:
        self._change(high_contrast=on)
        self._theme.set_high_contrast(on)

    def _on_text_size(self) -> None:
        chosen = self.text_size.currentData()
        self._change(text_size=chosen)
        self._theme.set_text_size(chosen)

    def _on_language(self) -> None:
        self._change(language=self.language.currentData())

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 - the options differ in type
        try:
            self._settings.change(**changes)
        except UserError as error:
            self._messages.show_error(error)
        self.settings_changed.emit()


def _choice(options: dict[Any, str], current: object) -> QComboBox:
    box = QComboBox()
    for value, text in options.items():
        box.addItem(text, value)
    box.setCurrentIndex(max(0, box.findData(current)))
    return box


def _form(*rows: tuple[str, QWidget, str]) -> QWidget:
    """Return a page of labelled fields, each with a line of explanation if it needs one."""
    page = QWidget()
    form = QFormLayout(page)
    form.setContentsMargins(0, 0, 0, 0)
    form.setVerticalSpacing(Space.M)
    form.setHorizontalSpacing(Space.L)
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    for text, field, explanation in rows:
        field.setAccessibleName(text if not isinstance(field, QCheckBox) else field.text())
        if isinstance(field, QComboBox):
            name_choice(field, text)
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(field, 0, Qt.AlignmentFlag.AlignLeft)
        if explanation:
            note = QLabel(explanation)
            note.setWordWrap(True)
            set_role(note, TextRole.CAPTION)
            column.addWidget(note)
        form.addRow(text, cell)
    return page


def _scrolled(page: QWidget, name: str) -> ReadingArea:
    """Return the page in a scroll area, so that it can be reached on a small screen and with large text."""
    area = ReadingArea(name)
    ground = QWidget()
    layout = QVBoxLayout(ground)
    layout.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
    layout.addWidget(page)
    layout.addStretch(1)
    area.setWidget(ground)
    return area
