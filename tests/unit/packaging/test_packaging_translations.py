"""Translations are found in the code, kept in .ts files and compiled; none may lag behind."""

import ast
from pathlib import Path

import pytest
import translations

ADVICE = "Run packaging/translations.py and translate what it names."


def texts_of(tmp_path: Path, source: str) -> translations.Texts:
    folder = tmp_path / "desktop" / "ui"
    folder.mkdir(parents=True)
    (folder / "window.py").write_text(source, "utf-8")
    texts = translations.Texts()
    translations._Marked(folder / "window.py", texts).visit(ast.parse(source))
    return texts


def test_the_files_are_in_step_with_the_code() -> None:
    assert translations.problems() == [], ADVICE


def test_texts_are_found_by_class_and_by_helper(tmp_path: Path) -> None:
    texts = texts_of(
        tmp_path,
        "def _tr(text, number=-1):\n"
        '    return QCoreApplication.translate("Words", text, None, number)\n'
        "class Window(QWidget):\n    def show(self):\n"
        '        self.tr("Open " "it")\n        _tr("%Ln files", 3)\n'
        'def export():\n    translate("export", "Sources")\n',
    )
    assert texts.contexts == {
        "Window": {"Open it": False},
        "Words": {"%Ln files": True},
        "export": {"Sources": False},
    }


def test_a_text_made_while_running_cannot_be_translated(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 3"):
        texts_of(tmp_path, 'class Window(QWidget):\n    def show(self):\n        self.tr(f"Open {name}")\n')


def test_sentences_of_services_are_found_by_their_form() -> None:
    tree = ast.parse(
        '"""A docstring is no sentence."""\n'
        '_log.warning("This is for the log.")\n'
        'raise UserError("Not opened", f"{path.name} is not at {path.parent}.", "Look again.")\n'
        'raise ValueError("This is a bug of ours.")\n'
        'reason = "The file is empty: there is no text in it."\n'
        'step = "Following references"\n'
        'query = "select 1"\n'
    )
    found = set(translations.sentences_of(tree, titles=True))
    assert found == {
        "Not opened",
        "{0} is not at {1}.",
        "Look again.",
        "The file is empty: there is no text in it.",
        "Following references",
    }
    assert "Following references" not in set(translations.sentences_of(tree, titles=False))


def test_a_ts_file_keeps_what_is_translated_and_marks_what_is_not(tmp_path: Path) -> None:
    texts = translations.Texts()
    texts.add("Window", "Open & read")
    texts.add("Window", "New")
    texts.add("Words", "%Ln files", plural=True)
    known = {
        ("Window", "Open & read"): ["Abrir y leer"],
        ("Words", "%Ln files"): ["%Ln archivo", "%Ln archivos"],
    }
    file = tmp_path / "carrel_es.ts"
    file.write_text(translations.render(texts, "es", known), "utf-8")
    assert translations.read(file) == known | {("Window", "New"): [""]}
    assert file.read_text("utf-8").count("unfinished") == 1
    assert "Window" not in translations.render(texts, "en", known), "English needs its plurals only"
