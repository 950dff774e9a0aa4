"""The profile page of the settings: which retrieval profile the library and each collection have."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.views import ProfileChoices, ProfileView
from desktop.ui import plain as plain_text
from desktop.ui import said
from desktop.ui.elided_combo import ElidedComboBox, name_choice
from desktop.ui.labels import ElidedLabel
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, Theme, set_role, set_surface

if TYPE_CHECKING:
    from desktop.services.bundle import Services

_LIBRARY = "default"  # what services take for "as the library"


class ProfileBox(ElidedComboBox):
    """Lets a person choose a profile; the wheel scrolls the page instead of changing the choice."""

    chosen = Signal(str)  # the name of a profile

    def __init__(self, accessible_name: str) -> None:
        super().__init__()
        name_choice(self, accessible_name)
        self.setMinimumContentsLength(22)
        self.activated.connect(lambda _place: self.chosen.emit(self.currentData()))

    def fill(self, profiles: tuple[ProfileView, ...], current: str, library: str | None = None) -> None:
        """List the profiles; `library` is the library's, which a collection may follow."""
        self.clear()
        if library is not None:
            self.addItem(self.tr("As the library ({0})").format(library), _LIBRARY)
        for profile in profiles:
            name = self.tr("{0} (has an error)").format(profile.name) if profile.error else profile.name
            self.addItem(name, profile.name)
            self.setItemData(
                self.count() - 1,
                plain_text.tip(said.said(profile.error or profile.description)),
                Qt.ItemDataRole.ToolTipRole,
            )
            if profile.error:
                self._disable(self.count() - 1)
        if self.findData(current) < 0:
            self.addItem(self.tr("{0} (is gone)").format(current), current)
            self._disable(self.count() - 1)
        self.setCurrentIndex(self.findData(current))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def _disable(self, place: int) -> None:
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.item(place).setEnabled(False)


class ProfilesPage(QWidget):
    """Chooses profiles and shows what each is for, and what is wrong with a person's own."""

    changed = Signal(object)  # Changes

    def __init__(self, services: "Services", runner: JobRunner, theme: Theme, messages: Messages) -> None:
        super().__init__()
        self._profiles = services.profiles
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self.library = ProfileBox(self.tr("Profile of the library"))
        self.library.chosen.connect(self.use)
        self.says = _line(TextRole.CAPTION)
        self.boxes: dict[str, ProfileBox] = {}
        self.cards: dict[str, QFrame] = {}
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(Space.L)
        self._rows.setVerticalSpacing(Space.S)
        self._rows.setColumnStretch(0, 1)
        self._list = QVBoxLayout()
        self._list.setSpacing(Space.S)
        self.open_folder = QPushButton(self.tr("Open profiles folder"))
        self.open_folder.clicked.connect(self._open_folder)
        self.look_again = QPushButton(self.tr("Look again"))
        self.look_again.clicked.connect(self.refresh)
        self._lay_out()
        theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read profiles and choices again."""
        self._runner.submit(
            Lane.FREE,
            plain(self._profiles.choices),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="profiles",
        )

    def use(self, name: str, collection: str | None = None) -> None:
        """Search the library, or a collection, with a profile."""
        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._profiles.use(name=name, collection=collection)),
            done=self.changed.emit,
            failed=self._messages.show_error,
            ended=self.refresh,
        )

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.M)
        intro = _line(TextRole.CAPTION)
        intro.setText(
            self.tr(
                "A profile tells Carrel what is special about a field: words that mean the same, passages "
                "that belong together. It counts from the next question on; nothing has to be read anew."
            )
        )
        whole = QHBoxLayout()
        whole.setSpacing(Space.L)
        whole.addWidget(self.says, 1)
        whole.addWidget(self.library)
        self.heading_of_rows = _heading(self.tr("Each collection"))
        layout.addWidget(intro)
        layout.addLayout(_section(_heading(self.tr("The library")), whole))
        layout.addLayout(_section(self.heading_of_rows, self._rows))
        layout.addLayout(_section(_heading(self.tr("The profiles")), self._list))
        note = _line(TextRole.CAPTION)
        note.setText(
            self.tr(
                "You can write your own: a text file in the profiles folder. The guide README.md there "
                "explains every entry with examples."
            )
        )
        layout.addWidget(note)
        buttons = QHBoxLayout()
        buttons.setSpacing(Space.S)
        buttons.addWidget(self.open_folder)
        buttons.addWidget(self.look_again)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def _show(self, choices: ProfileChoices) -> None:
        self.library.fill(choices.profiles, choices.library)
        current = next((p for p in choices.profiles if p.name == choices.library), None)
        self.says.setText(said.said(current.error or current.description) if current is not None else "")
        self._show_collections(choices)
        _clear(self._list)
        in_use = {choices.library, *(choices.of(group) for group in choices.collections)}
        self.cards = {
            profile.path: self._card(profile, in_use=profile.name in in_use) for profile in choices.profiles
        }
        for card in self.cards.values():
            self._list.addWidget(card)

    def _show_collections(self, choices: ProfileChoices) -> None:
        """List the collections; boxes stay while the collections do, so that the focus stays in them."""
        names = [group.name for group in choices.collections]
        if names != list(self.boxes):
            self._make_boxes(names)
        for group in choices.collections:
            self.boxes[group.name].fill(choices.profiles, group.profile or _LIBRARY, choices.library)
        self.heading_of_rows.setVisible(bool(choices.collections))

    def _make_boxes(self, names: list[str]) -> None:
        _clear(self._rows)
        self.boxes = {}
        for row, name in enumerate(names):
            box = ProfileBox(self.tr("Profile of {0}").format(name))
            box.chosen.connect(lambda profile, collection=name: self.use(profile, collection))
            self._rows.addWidget(ElidedLabel(name), row, 0)
            self._rows.addWidget(box, row, 1)
            self.boxes[name] = box

    def _card(self, profile: ProfileView, *, in_use: bool) -> QFrame:
        card = QFrame(self)
        set_surface(card, "card")
        name = QLabel(profile.name)
        name.setTextFormat(Qt.TextFormat.PlainText)
        set_role(name, TextRole.STRONG)
        state = QLabel(self._state_words(profile, in_use=in_use))
        tone = "danger" if profile.error else "good" if in_use else "muted"
        set_role(state, TextRole.CAPTION, tone)
        picture = QLabel()
        icon = "error" if profile.error else "ready" if in_use else "search"
        picture.setPixmap(self._theme.pixmap(icon, 18, tone))
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(picture)
        head.addWidget(name)
        head.addWidget(state, 1)
        text = _line(TextRole.BODY)
        text.setText(said.said(profile.error or profile.description))
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        layout.addWidget(text)
        return card

    def _state_words(self, profile: ProfileView, *, in_use: bool) -> str:
        whose = self.tr("your own") if profile.own else ""
        state = self.tr("cannot be used") if profile.error else self.tr("in use") if in_use else ""
        return "  ·  ".join(part for part in (state, whose) if part)

    def _open_folder(self) -> None:
        self._runner.submit(
            Lane.FREE,
            plain(self._profiles.own_folder),
            done=_open,
            failed=self._messages.show_error,
            key="profiles folder",
        )


def _open(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _heading(text: str) -> QLabel:
    heading = QLabel(text)
    set_role(heading, TextRole.LABEL)
    return heading


def _section(heading: QLabel, content: QLayout) -> QVBoxLayout:
    section = QVBoxLayout()
    section.setSpacing(Space.S)
    section.addWidget(heading)
    section.addLayout(content)
    return section


def _line(role: TextRole) -> QLabel:
    """Return a label for sentences, which never makes the page wider."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    set_role(label, role)
    return label


def _clear(layout: QGridLayout | QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.deleteLater()
