"""The language of the window: which one it is, and the translators that speak it."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from desktop.config.paths import resources_folder
from desktop.ui import said

LANGUAGES = {"en": "English", "es": "Español"}
"""The languages there are, by the code in the settings, each in its own words."""

_FALLBACK = "en"
_installed: list[QTranslator] = []
_current = [_FALLBACK]  # the code of what is spoken


def chosen_language(setting: str, wanted: list[str] | None = None) -> str:
    """Return the language for a setting; "system" takes the first of the person's languages that there is."""
    if setting in LANGUAGES:
        return setting
    spoken = QLocale.system().uiLanguages() if wanted is None else wanted
    codes = (name.replace("_", "-").partition("-")[0].lower() for name in spoken)
    return next((code for code in codes if code in LANGUAGES), _FALLBACK)


def install_language(setting: str, folder: Path | None = None) -> str:
    """Speak a language in everything that is built from here on, dates and numbers too, and return its code.

    `folder` holds the .qm files; without it those that ship.
    """
    language = chosen_language(setting)
    _remove()
    system = QLocale.system()
    named = QLocale(language)
    QLocale.setDefault(system if system.language() == named.language() else named)
    translations = folder or resources_folder() / "translations"
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    for file in (qt / f"qtbase_{language}.qm", translations / f"carrel_{language}.qm"):
        translator = QTranslator()
        if translator.load(str(file)):
            QCoreApplication.installTranslator(translator)
            _installed.append(translator)
    said.forget()
    _current[0] = language
    return language


def current_language() -> str:
    """Return the code of the language that was installed last."""
    return _current[0]


def _remove() -> None:
    while _installed:
        QCoreApplication.removeTranslator(_installed.pop())
