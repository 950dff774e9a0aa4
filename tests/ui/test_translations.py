"""The window in Spanish and English: nothing is left out, and nothing stands in the wrong language."""

import ast
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from desktop.config.paths import resources_folder
from desktop.domain.answers import Answer, Sentence
from desktop.services.adding import DEFAULT_COLLECTION
from desktop.ui import said, wording
from desktop.ui.language import chosen_language, install_language

UI = Path(__file__).parents[2] / "desktop" / "ui"
HOLES = re.compile(r"\{\w*\}|%L?n|%\d")


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    install_language("es")
    yield
    install_language("en")


def messages(language: str) -> list[tuple[str, list[str]]]:
    root = ET.parse(resources_folder() / "translations" / f"carrel_{language}.ts").getroot()
    found = []
    for message in root.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
        found.append((message.findtext("source") or "", forms))
    return found


# the files


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_text_is_translated_with_the_same_holes(language: str) -> None:
    assert messages(language)
    for source, forms in messages(language):
        for form in forms:
            assert form.strip(), f"not translated: {source}"
            assert Counter(HOLES.findall(form)) == Counter(HOLES.findall(source)), source
            assert form.count("\n") == source.count("\n"), source


# the code

_SHOWN = {
    "setText", "setToolTip", "setStatusTip", "setWhatsThis", "setWindowTitle", "setPlaceholderText",
    "setTitle", "setAccessibleName", "setAccessibleDescription", "setInformativeText", "setNameFilter",
    "setSpecialValueText", "setSuffix", "setPrefix", "setTabText", "setHtml", "setPlainText", "addAction",
    "addMenu", "addItem", "addItems", "addTab", "addRow", "addButton", "add_button", "add_text",
    "show_text", "set_plain", "notify", "confirm", "ask_name", "QLabel", "QPushButton", "QCheckBox",
    "QRadioButton", "QGroupBox", "QAction", "QMenu", "QToolButton", "PlainLabel", "ElidedLabel", "Action",
    "Command", "News", "UserError", "PlainDialog", "StateLook",
}  # fmt: skip
_ALLOWED = {"Carrel", "English", "Español", "*.log\ndrafts/"}
# Codes among the arguments of those calls: icons, colours, shortcuts, kinds and keys.
_CODE = re.compile(r"[a-z-]+|[a-z]+ [a-z]+|(?:Ctrl|Alt|Shift)\+.*|F\d+|")


def unwrapped(source: str) -> list[str]:
    """Return the texts in code that a widget is given without translation."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _SHOWN:
                named = [k.value for k in node.keywords if k.arg in {"text", "details", "title"}]
                for argument in [*node.args, *named]:
                    found += [f"line {node.lineno}: {text}" for text in _literals(argument)]
    return found


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the words an expression shows by itself, not those that go through a function."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if (
            node.value not in _ALLOWED
            and not _CODE.fullmatch(node.value)
            and re.search(r"[^\W\d_]{2}", node.value)
        ):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        words = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        if re.search(r"[^\W\d_]{2}", re.sub(r"</?\w+[^>]*>", "", words)):
            yield words
    elif isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from (*_literals(node.left), *_literals(node.right))
    elif isinstance(node, ast.BoolOp):
        yield from (text for value in node.values for text in _literals(value))
    elif isinstance(node, (ast.Tuple, ast.List)):
        yield from (text for value in node.elts for text in _literals(value))
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"format", "join"}
    ):
        yield from (*_literals(node.func.value), *(text for value in node.args for text in _literals(value)))


def test_no_text_reaches_a_widget_untranslated() -> None:
    found = {file.name: unwrapped(file.read_text("utf-8")) for file in sorted(UI.rglob("*.py"))}
    assert len(found) > 50
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_text_that_is_not_translated_would_be_found() -> None:
    code = (
        'x.setText("Open it")\nQLabel(f"{n} files")\n'
        'x.setToolTip(self.tr("Open"))\nx.setText("a" if b else "No, thanks")'
    )
    assert unwrapped(code) == ["line 1: Open it", "line 2:  files", "line 4: No, thanks"]


# the language


def test_the_first_language_of_the_person_that_there_is_is_spoken() -> None:
    assert chosen_language("system", ["de-DE", "es-MX", "en-GB"]) == "es"
    assert chosen_language("system", ["de_DE"]) == "en"
    assert chosen_language("es", ["en-GB"]) == "es"
    assert chosen_language("klingon", ["es"]) == "es"


def test_plurals_numbers_and_dates_are_those_of_the_language(spanish: None) -> None:
    assert (wording.documents(1), wording.documents(2)) == ("1 documento", "2 documentos")
    assert wording.documents(31_400) == "31.400 documentos"
    assert wording.date("2026-08-05") == "5 ago 2026"
    assert QLocale().language() is QLocale.Language.Spanish


def test_the_collection_that_the_program_named_is_named_in_the_language(spanish: None) -> None:
    assert wording.GIVEN_COLLECTION == DEFAULT_COLLECTION
    assert wording.collection(DEFAULT_COLLECTION) == "Mis documentos"
    assert wording.collection("Housing") == "Housing"


def test_english_plurals_are_right() -> None:
    assert (wording.pages(1), wording.pages(2)) == ("1 page", "2 pages")


def test_standard_buttons_speak_the_language(qapp: QApplication, spanish: None) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    assert box.buttons()[0].text().replace("&", "") == "Cerrar"
    box.deleteLater()


# what services say


@pytest.mark.parametrize(
    ("english", "spoken"),
    [
        ("Your documents do not say.", "Tus documentos no lo dicen."),
        ("lease.pdf is no longer at /home/ada.", "lease.pdf ya no está en /home/ada."),
        ("Pages 3, 5–9 are without readable text.", "Páginas 3, 5–9: sin texto legible."),
        ("3rd by meaning (cosine 0.812).", "3.º por significado (coseno 0.812)."),
        (
            "Counts 2% more because it is in the language of your question.",
            "Cuenta un 2% más porque está en el idioma de tu pregunta.",
        ),
        ("Reading Lease of 3 Mill Lane, page 3", "Leyendo Lease of 3 Mill Lane, página 3"),
        ("/a/b could not be written: Permission denied.", "No se ha podido escribir /a/b: permiso denegado."),
        (
            "Searched by words alone. The file of e5 is not on this machine.",
            "Se ha buscado solo por palabras. El archivo de e5 no está en este equipo.",
        ),
        ("The library has 31,400 documents.", "La biblioteca tiene 31.400 documentos."),
        (
            "Its date, 2024-03-04, adds 0.00100 to the score.",
            "Su fecha, 4 mar 2024, suma 0.00100 a la puntuación.",
        ),
        ("A sentence of nobody. Type a name.", "A sentence of nobody. Escribe un nombre."),
    ],
)
def test_what_a_service_says_is_spoken_in_spanish(spanish: None, english: str, spoken: str) -> None:
    assert said.said(english) == spoken


@pytest.mark.parametrize(
    "text",
    [
        "Your documents do not say.",
        "3rd by meaning (cosine 0.812).",
        "The library has 1 document.",
        "",
        "lease.pdf",
    ],
)
def test_in_english_it_stays_word_for_word(text: str) -> None:
    assert said.said(text) == text


def test_every_template_is_recognised_as_itself(spanish: None) -> None:
    listing = (resources_folder() / "translations" / "sentences.txt").read_text("utf-8").splitlines()
    for line in listing:
        if not HOLES.search(line):
            assert said.said(line) == QCoreApplication.translate("Sentences", line), line


def test_places_are_spoken_and_names_stay(spanish: None) -> None:
    assert said.place("page 3, scanned") == "página 3, escaneada"
    assert said.place("attachment lease.pdf, page 3") == "adjunto lease.pdf, página 3"
    assert said.place("Sheet1!A1:B3 (hidden sheet)") == "Sheet1!A1:B3 (hoja oculta)"
    assert said.place("Clause 4, Notice") == "Clause 4, Notice"


def test_an_answer_keeps_its_words_and_only_the_program_speaks(spanish: None) -> None:
    worded = Sentence("The library has a garden.", (1,), supported=True)
    other = Sentence("But Lease says: “The library has a gate.”", (2,), supported=True)
    text = f"{worded.text} [1] {other.text} [2]"
    shown = said.answer_text(Answer("?", "?", "answered", text, sentences=(worded, other)))
    assert shown == "The library has a garden. [1] Pero Lease dice: “The library has a gate.” [2]"
    refused = Answer("?", "?", "deflected", "Your documents do not say.")
    assert said.answer_text(refused) == "Tus documentos no lo dicen."
