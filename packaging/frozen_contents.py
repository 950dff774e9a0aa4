"""What of the collected files belongs into the frozen program. Read by carrel.spec."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

Entry = tuple[str, str, str]  # destination, source and kind, as PyInstaller lists them

# Never reached from Carrel: downloading (gguf), progress bars, other windows, and interpreters' tools.
EXCLUDED_MODULES = (
    "IPython",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "certifi",
    "doctest",
    "ensurepip",
    "idna",
    "lib2to3",
    "numpy.f2py",
    "numpy.testing",
    "pdb",
    "pydoc_data",
    "requests",
    "setuptools",
    "tkinter",
    "tqdm",
    "turtle",
    "unittest",
    "urllib3",
)
# The licence asks that a person can put another version in place, so they lie there as files.
AS_FILES = ("pebble", "chardet")

_QT_PLUGINS = re.compile(r"PySide6/(?:Qt/)?plugins/(?P<kind>[^/]+)/(?:lib)?(?P<name>q?[^/.]+)")
_QT_PLUGIN_KINDS = {
    "iconengines",
    "imageformats",
    "platforminputcontexts",
    "platforms",
    "platformthemes",
    "styles",
    "wayland-decoration-client",
    "wayland-graphics-integration-client",
    "wayland-shell-integration",
    "xcbglintegrations",
}
_NO_PLUGINS = {
    "qeglfs", "qlinuxfb", "qminimalegl", "qvkkhrdisplay", "qvnc",  # screens without a desktop
    "qgtk3",  # would need GTK; file dialogs come through the portal
    "qicns", "qpdf", "qtga", "qtiff", "qwbmp", "qwebp",  # the program reads pictures in its readers
    "qtvirtualkeyboardplugin",
    "dmabuf-server", "drm-egl-server", "shm-emulation-server", "vulkan-server",
    "fullscreen-shell-v1", "ivi-shell", "qt-shell", "wl-shell-plugin",
}  # fmt: skip
_NO_QT = re.compile(
    r"PySide6/.*(?:Qt6?(?:Qml|Quick|VirtualKeyboard|Pdf|EglF[Ss]|WlShell|OpenGLWidgets|Concurrent|Sql|Test|Designer|Help"
    r"|UiTools|WaylandCompositor|WaylandEglCompositor|PrintSupport|Labs|Lottie)|/translations/(?!qtbase_es\.qm)|/qml/|pyside6qml"
    r"|opengl32sw)"
)
_SOURCES = re.compile(r"\.(?:c|cpp|h|pxd|pxi|pyi|pyx)$")  # what some packages were compiled from
_SYSTEM = re.compile(r"/(?:usr/)?lib(?:64)?/")
_ALIAS = re.compile(r"^llama_cpp/lib/lib(?P<name>[\w-]+)\.(?:so(?P<version>[\d.]*)|dylib)$")


def wanted(entry: Entry, *, linux: bool) -> bool:
    """Whether a collected file is shipped.

    On Linux what lies in the system's library folders is left to the system: the package names it as needed.
    """
    target, source = PurePath(entry[0]).as_posix(), PurePath(entry[1]).as_posix()
    if linux and _SYSTEM.match(source):
        return False
    if plugin := _QT_PLUGINS.search(target):
        return plugin["kind"] in _QT_PLUGIN_KINDS and plugin["name"] not in _NO_PLUGINS
    return not (_NO_QT.search(target) or _SOURCES.search(target))


def llama_libraries(names: Iterable[str], *, linux: bool) -> list[str]:
    """Return which files of llama_cpp/lib are needed; the wheel has every Linux library under three names.

    Python opens libllama.so, that opens the others by their versioned names, and the backends that are
    chosen while running are looked for under the plain one.
    """
    if not linux:
        return sorted(name for name in names if not name.endswith((".lib", ".a", ".exp")))
    found = [(name, match) for name in names if (match := _ALIAS.match(f"llama_cpp/lib/{name}"))]
    chosen_while_running = any(match["name"].startswith("ggml-cpu-") for _, match in found)
    kept = []
    for name, match in found:
        plain = match["name"] == "llama" or (chosen_while_running and _is_backend(match["name"]))
        if match["version"] == ("" if plain else ".0"):
            kept.append(name)
    return sorted(kept)


def _is_backend(name: str) -> bool:
    return name.startswith("ggml-") and name != "ggml-base"
