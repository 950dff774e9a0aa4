"""Every state of the window, in a language in which each translated text is marked."""

import re
from collections.abc import Iterator

import pytest
from gallery_scenes import SCENES, Scene
from gallery_world import open_world
from library_fakes import make_document
from pseudo_language import PseudoTranslator, own_words, visible_texts
from PySide6.QtWidgets import QApplication

from desktop.config.paths import resources_folder
from desktop.domain.records import DocumentState
from desktop.services.shipped import ShippedPart
from desktop.ui.about_dialog import AboutDialog
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.dialogs import CrashDialog, NameDialog, PatternsDialog
from desktop.ui.help_pages import read_pages
from desktop.ui.help_window import HelpWindow
from desktop.ui.reread_dialogs import EncodingDialog, PasswordDialog
from desktop.ui.theme import Theme

NAMES = re.compile(r"Apache|\*\.log\sdrafts/|\((?:Windows|DOS|Macintosh|ISO|KOI8|Shift JIS|EUC|EBCDIC)\)")


@pytest.fixture
def marked(theme: Theme) -> Iterator[Theme]:
    """Speak the marked language; what of the theme is built before has no texts."""
    translator = PseudoTranslator()
    translator.install()
    yield theme
    translator.remove()


@pytest.mark.filterwarnings("ignore:Function. 'QDragEnterEvent:DeprecationWarning")
@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if scene.rows != "many"], ids=lambda scene: scene.name
)
def test_everything_shown_is_translated(scene: Scene, marked: Theme) -> None:
    world = open_world(marked, scene.rows, size=(1024, 600), welcome=scene.welcome)
    try:
        scene.reach(world)
        tops = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        shown = [world.window, *world.floating, *tops]
        texts = {(place, text) for widget in shown for place, text in visible_texts(widget)}
        assert len(texts) > 30
        escaped = {f"{place}: {text}" for place, text in texts if own_words(text)}
        assert not escaped
    finally:
        world.close()


def test_a_text_that_is_not_translated_would_be_seen() -> None:
    assert own_words("⟦Open ⟦Lease⟧⟧, Delete everything")
    assert not own_words("⟦Open ⟦Lease⟧⟧ 12 Mar 2026 /home/ada/x.pdf")


def test_every_dialog_is_translated(marked: Theme, qapp: QApplication) -> None:
    document = make_document(1, "Lease of the harbour house", "lease.pdf", DocumentState.LOCKED)
    own = ShippedPart("Carrel", "", "Apache")
    dialogs = [
        PasswordDialog(document),
        EncodingDialog(document),
        PatternsDialog("/home/ada", ()),
        NameDialog("⟦title⟧", "⟦label⟧", ""),
        CrashDialog(""),
        DetailsDialog(document),
        AboutDialog(own, (), lambda _part: ""),
        HelpWindow(read_pages(resources_folder() / "help", "en"), resources_folder(), [], marked),
    ]
    titles = {page.title for page in read_pages(resources_folder() / "help", "en")}
    for dialog in dialogs:
        texts = {text for _, text in visible_texts(dialog)} - titles
        assert len(texts) > 3
        assert {text for text in texts if own_words(NAMES.sub("", text))} == set(), type(dialog).__name__
        dialog.deleteLater()
