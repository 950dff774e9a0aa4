"""Keeps the translations in step with the code: `translations.py` updates them, `--check` only looks.

Every text a person reads is English in the code. Texts of the window are marked with tr() or translate().
Sentences of the layers below, which know no Qt, are found by their form and listed in `sentences.txt`, by
which the window recognises them again. Both go into the .ts files, which people translate, and from there
into the .qm files.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
SENTENCES = "Sentences"  # the context of what the lower layers say
PHRASES = "Phrases"  # the context of what stands inside their sentences
LANGUAGES = {"en": "en_GB", "es": "es_ES"}
QT_TEXTS = {
    "QShortcut": ("Ctrl", "Shift", "Return", "Enter", "Del")
}  # of Qt itself, said here as keyboards are labelled
FORMS = 2  # of plurals, in English as in Spanish

_LOWER = ("config", "domain", "ingest", "jobs", "llm", "retrieval", "services", "store")
_TITLES = ("services", "jobs")  # their short texts without a full stop are shown too
_ERRORS = re.compile(r"^(?:User|Refused|DiskFull|LibraryDamaged)Error$")
_NOT_SHOWN = re.compile(r"^_log$|Error$|^BugError$")
_SENTENCE = re.compile(r"[A-Z“{].*[a-z].*[.?:]$")
_TITLE = re.compile(r"[A-Z“{][^\n]*[a-z]+ ?[^\n]*$")
# Texts that look like sentences and are read by models, other programs or the command line only.
_SILENT_FILES = {
    "services/scorers.py",
    "services/model_trial.py",
    "services/calibration.py",
    "services/contract.py",
    "services/question_collection.py",
    "services/evaluation.py",
    "services/evaluation_library.py",
    "services/evaluation_report.py",
    "services/evaluation_bench.py",
    "services/shipped.py",
    "llm/call.py",
    "llm/llama_prompt.py",
    "ingest/ocr_check.py",
}


@dataclass
class Texts:
    """Source texts by context; the value says whether a text has a plural form."""

    contexts: dict[str, dict[str, bool]] = field(default_factory=dict)

    def add(self, context: str, text: str, *, plural: bool = False) -> None:
        """Note one source text."""
        known = self.contexts.setdefault(context, {})
        known[text] = known.get(text, False) or plural

    def sentences(self) -> list[str]:
        """Return the templates of sentences from the lower layers, sorted."""
        return sorted(self.contexts.get(SENTENCES, {}))


def harvest(root: Path = ROOT) -> Texts:
    """Return everything that can be translated; ValueError names the place of a text that cannot be found."""
    texts = Texts()
    for file in sorted((root / "desktop" / "ui").rglob("*.py")):
        _Marked(file, texts).visit(_tree(file))
    for context, sources in QT_TEXTS.items():
        for text in sources:
            texts.add(context, text)
    for name, text in _phrases(root / "desktop" / "ui" / "phrases.py"):
        texts.add(PHRASES if name == "PHRASES" else SENTENCES, text)
    for text in _descriptions(root / "resources"):
        texts.add(SENTENCES, text)
    lower = [path for name in _LOWER for path in sorted((root / "desktop" / name).rglob("*.py"))]
    for file in [*lower, root / "desktop" / "app.py"]:
        place = file.relative_to(root / "desktop").as_posix()
        if place not in _SILENT_FILES:
            for text in sentences_of(_tree(file), titles=place.startswith(_TITLES)):
                texts.add(SENTENCES, text)
    return texts


def template(node: ast.expr) -> str | None:
    """Return a literal with {0}, {1} for what is put in while running; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    parts, number = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{number}}}")
            number += 1
    return "".join(parts)


def sentences_of(tree: ast.Module, *, titles: bool) -> Iterator[str]:
    """Yield the sentences a module of the lower layers says; with `titles` also short texts like headings."""
    skipped = _skipped(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _ERRORS.search(_name(node.func)):
            yield from (text for argument in node.args if (text := template(argument)))
        if id(node) in skipped or not isinstance(node, (ast.Constant, ast.JoinedStr)):
            continue
        text = template(node)
        if text is None or " " not in text.strip() or "\n" in text or "%s" in text or "\\" in text:
            continue
        shown = _SENTENCE.match(text) or (titles and _TITLE.match(text))
        if shown and letters(text) >= 2:
            yield text


def letters(text: str) -> int:
    """Return how many letters a template has beside what is put in."""
    return sum(character.isalpha() for character in re.sub(r"\{\w*\}", "", text))


def read(file: Path) -> dict[tuple[str, str], list[str]]:
    """Return the translations of a .ts file by context and source text; plurals have several."""
    found: dict[tuple[str, str], list[str]] = {}
    if not file.exists():
        return found
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")]
            found[name, message.findtext("source") or ""] = forms or [translation.text or ""]
    return found


def render(texts: Texts, language: str, known: dict[tuple[str, str], list[str]]) -> str:
    """Return a .ts file with every source text; what has no translation yet is marked as unfinished."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" language="{LANGUAGES[language]}" sourcelanguage="en_GB">')
    for context, sources in sorted(texts.contexts.items()):
        wanted = {text: plural for text, plural in sources.items() if plural or language != "en"}
        if not wanted:
            continue
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        for text, plural in sorted(wanted.items()):
            lines += _message(text, known.get((context, text), []), plural=plural)
        lines.append("</context>")
    return "\n".join([*lines, "</TS>", ""])


def compile_ts(source: Path, target: Path) -> None:
    """Make the .qm file of a .ts file with the lrelease of PySide6-Essentials."""
    import PySide6

    tool = Path(PySide6.__file__).parent / ("lrelease.exe" if sys.platform == "win32" else "lrelease")
    command = [str(tool), "-silent", str(source), "-qm", str(target)]
    subprocess.run(command, check=True, capture_output=True)


def problems(root: Path = ROOT) -> list[str]:
    """Return what of the translations is not in step with the code, in words."""
    texts, folder = harvest(root), root / "resources" / "translations"
    wrong = []
    if (folder / "sentences.txt").read_text("utf-8") != _listing(texts):
        wrong.append("sentences.txt does not list what the code says.")
    for language in LANGUAGES:
        file = folder / f"carrel_{language}.ts"
        known = read(file)
        if file.read_text("utf-8") != render(texts, language, known):
            wrong.append(f"{file.name} does not hold the texts of the code.")
        with tempfile.TemporaryDirectory(prefix="carrel-qm-") as place:
            fresh = Path(place, "fresh.qm")
            compile_ts(file, fresh)
            if fresh.read_bytes() != file.with_suffix(".qm").read_bytes():
                wrong.append(f"carrel_{language}.qm was not made from {file.name}.")
    return wrong


def update(root: Path = ROOT) -> list[str]:
    """Bring all files in step with the code and return the texts without a translation."""
    texts, folder = harvest(root), root / "resources" / "translations"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sentences.txt").write_text(_listing(texts), "utf-8")
    missing = []
    for language in LANGUAGES:
        file = folder / f"carrel_{language}.ts"
        known = read(file)
        file.write_text(render(texts, language, known), "utf-8")
        compile_ts(file, file.with_suffix(".qm"))
        missing += [
            f"{language} {context}: {text}" for (context, text), forms in read(file).items() if not all(forms)
        ]
    return missing


def _listing(texts: Texts) -> str:
    return "".join(f"{line}\n" for line in texts.sentences())


def _message(text: str, forms: list[str], *, plural: bool) -> list[str]:
    done = len(forms) == (FORMS if plural else 1) and all(forms)
    state = "" if done else ' type="unfinished"'
    lines = ['    <message numerus="yes">' if plural else "    <message>"]
    lines.append(f"        <source>{escape(text)}</source>")
    if plural:
        lines.append(f"        <translation{state}>")
        filled = (forms + [""] * FORMS)[:FORMS]
        lines += [f"            <numerusform>{escape(form)}</numerusform>" for form in filled]
        lines.append("        </translation>")
    else:
        lines.append(f"        <translation{state}>{escape(forms[0] if forms else '')}</translation>")
    return [*lines, "    </message>"]


class _Marked(ast.NodeVisitor):
    """Finds the texts that are marked with tr() or translate() in one file of the window."""

    def __init__(self, file: Path, texts: Texts) -> None:
        self._file = file
        self._texts = texts
        self._classes: list[str] = []
        self._helpers: dict[str, str] = {}  # functions of the file that translate their argument, by context

    def visit_Module(self, node: ast.Module) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef) and (context := _context_of_helper(inner)):
                self._helpers[inner.name] = context
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        name = _name(node.func)
        if name == "tr" and isinstance(node.func, ast.Attribute):
            self._note(node, self._classes[-1] if self._classes else "", 0)
        elif name in self._helpers and isinstance(node.func, ast.Name):
            self._note(node, self._helpers[name], 0)
        elif name == "translate" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            self._note(node, str(template(node.args[0])), 1)

    def _note(self, node: ast.Call, context: str, position: int) -> None:
        text = template(node.args[position])
        if text is None or isinstance(node.args[position], ast.JoinedStr) or not context:
            raise ValueError(f"{self._file.name}, line {node.lineno}: only a plain text can be translated.")
        self._texts.add(context, text, plural="%n" in text or "%Ln" in text)


def _context_of_helper(function: ast.FunctionDef) -> str:
    """Return the context a function translates its own argument in; empty when it does no such thing."""
    names = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node.func) == "translate" and len(node.args) > 1:
            text = node.args[1]
            if isinstance(text, ast.Name) and text.id in names:
                return str(template(node.args[0]))
    return ""


def _skipped(tree: ast.Module) -> set[int]:
    """Return the nodes that are no text of their own: docstrings, parts of others, logs and bugs."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in ast.walk(node) if part is not node)
        elif isinstance(node, ast.Call):
            name = _owner(node.func) if isinstance(node.func, ast.Attribute) else _name(node.func)
            silent = _NOT_SHOWN.search(name) and not _ERRORS.search(_name(node.func))
            if silent or _name(node.func) in {"compile", "execute", "value", "ChatMessage", "detect"}:
                skipped.update(id(part) for part in ast.walk(node) if part is not node)
    return skipped


def _owner(node: ast.Attribute) -> str:
    return node.value.id if isinstance(node.value, ast.Name) else ""


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _phrases(file: Path) -> Iterator[tuple[str, str]]:
    for node in _tree(file).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            for part in node.value.elts:
                if text := template(part):
                    yield _name(node.targets[0]), text


def _descriptions(resources: Path) -> Iterator[str]:
    """Yield what the shipped models and profiles say of themselves."""
    files = [resources / "models.toml", *sorted((resources / "profiles").glob("*.toml"))]
    for file in files:
        found = tomllib.loads(file.read_text("utf-8"))
        for entry in found.get("model", [found]):
            yield from (str(entry[key]) for key in ("description", "languages") if entry.get(key))


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"), str(file))


def main() -> int:
    """Update the files, or with --check tell what is not in step."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, tell what is not in step")
    if parser.parse_args().check:
        wrong = problems()
        print("\n".join(wrong) or "The translations are in step with the code.")
        return bool(wrong)
    missing = update()
    print("\n".join(["Not translated yet:", *missing]) if missing else "Everything is translated.")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
