"""Writes pictures of the window in its states: light and dark, small and large, English and Spanish.

    python tests/gallery.py FOLDER [--look LOOK] [--only NAME] [--language es]

Without --look every look is made, each in a process of its own, because Qt takes its scale only at the start.
Services are stand-ins, so no library and no model is needed.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE / "ui")]


@dataclass(frozen=True, slots=True)
class Look:
    """How the window is dressed, and which scenes are shown so; none means all."""

    appearance: str = "light"
    size: tuple[int, int] = (1240, 800)  # in units of the scale
    scale: float = 1.0
    text_size: int = 100
    contrast: bool = False
    language: str = "en"
    scenes: tuple[str, ...] = ()


_SMALL = ("first-start", "states", "drop-summary", "answered", "long-answer", "reader-pages", "settings-1")
LOOKS = {
    "light": Look(),
    "dark": Look(
        "dark",
        scenes=(
            "empty", "states", "drop-hover", "streaming", "answered", "declined", "concluded", "palette",
            "conversations", "reader-pages", "reader-text", "settings-1", "notices", "document-menu",
        ),
    ),
    "small": Look(size=(1024, 600), scenes=_SMALL),
    "small-dark": Look("dark", size=(1024, 600), scenes=("declined", "conflict")),
    "scaled": Look(size=(1280, 800), scale=1.5, scenes=("states", "answered", "reader-pages", "settings-5")),
    "large-text": Look(size=(1024, 600), text_size=150, scenes=("empty", "answered", "settings-2")),
    "contrast": Look(contrast=True, scenes=("states", "answered", "reader-text", "settings-5")),
    "contrast-dark": Look("dark", contrast=True, scenes=("answered", "declined")),
    "spanish": Look(language="es", scenes=("first-start", "states", "concluded", "declined", "settings-7")),
}  # fmt: skip


def show(look: Look, folder: Path, only: str) -> None:
    """Write the pictures of one look."""
    from gallery_scenes import SCENES
    from gallery_world import open_world
    from PySide6.QtWidgets import QApplication

    from desktop.ui.language import install_language
    from desktop.ui.theme import Theme

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Carrel")
    install_language(look.language)
    theme = Theme(application, look.appearance, look.text_size)
    theme.set_high_contrast(look.contrast)
    for scene in SCENES:
        if (look.scenes and scene.name not in look.scenes) or only not in scene.name:
            continue
        world = open_world(theme, scene.rows, size=look.size, welcome=scene.welcome)
        try:
            scene.reach(world)
            world.picture().save(str(folder / f"{scene.name}.png"))
        finally:
            world.close()


def main() -> int:
    """Make the gallery."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", choices=tuple(LOOKS))
    parser.add_argument("--only", default="", help="part of the name of a scene")
    arguments = parser.parse_args()
    if arguments.look:
        folder = arguments.folder / arguments.look
        folder.mkdir(parents=True, exist_ok=True)
        show(LOOKS[arguments.look], folder, arguments.only)
        return 0
    for name, look in LOOKS.items():
        environment = {**os.environ, "QT_SCALE_FACTOR": str(look.scale)}
        command = [sys.executable, __file__, str(arguments.folder), "--look", name, "--only", arguments.only]
        subprocess.run(command, env=environment, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
