"""Every state of the window, in a language in which each translated text is marked."""

from collections.abc import Iterator

import pytest
from gallery_scenes import SCENES, Scene
from gallery_world import open_world
from pseudo_language import PseudoTranslator, own_words, visible_texts
from PySide6.QtWidgets import QApplication

from desktop.ui.theme import Theme


@pytest.fixture
def marked(theme: Theme) -> Iterator[Theme]:
    """Speak the marked language; what of the theme is built before has no texts."""
    translator = PseudoTranslator()
    translator.install()
    yield theme
    translator.remove()


@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if scene.rows != "many"], ids=lambda scene: scene.name
)
def test_everything_shown_is_translated(scene: Scene, marked: Theme) -> None:
    world = open_world(marked, scene.rows, size=(1024, 600), welcome=scene.welcome)
    try:
        scene.reach(world)
        shown = [world.window, *world.floating, *QApplication.topLevelWidgets()]
        texts = {(place, text) for widget in shown for place, text in visible_texts(widget)}
        assert len(texts) > 30
        escaped = {f"{place}: {text}" for place, text in texts if own_words(text)}
        assert not escaped
    finally:
        world.close()


def test_a_text_that_is_not_translated_would_be_seen() -> None:
    assert own_words("⟦Open ⟦Lease⟧⟧, Delete everything")
    assert not own_words("⟦Open ⟦Lease⟧⟧ 12 Mar 2026 /home/ada/x.pdf")
