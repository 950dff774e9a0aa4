"""The house limits on size, so that nothing grows past reading: function 60 lines, class 350, file 500."""

import ast
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTION, CLASS, FILE = 60, 350, 500
SOURCES = sorted(
    path
    for folder in ("desktop", "packaging", "tests")
    for path in (REPOSITORY / folder).rglob("*.py")
    if "data" not in path.parts
)


def too_long(text: str) -> list[str]:
    """Return what is over its limit in a module, with its length."""
    found = [] if (lines := text.count("\n")) <= FILE else [f"file: {lines} lines"]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            limit = FUNCTION
        elif isinstance(node, ast.ClassDef):
            limit = CLASS
        else:
            continue
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        if length > limit:
            found.append(f"{node.name}: {length} lines")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_nothing_is_too_long(path: Path) -> None:
    assert too_long(path.read_text(encoding="utf-8")) == []


def test_the_check_sees_what_is_too_long() -> None:
    body = "    pass\n"
    assert too_long("def short():\n" + body * (FUNCTION - 1)) == []
    assert too_long("def long():\n" + body * FUNCTION) == ["long: 61 lines"]
    assert too_long("class Long:\n" + body * CLASS) == ["Long: 351 lines"]
    assert too_long("pass\n" * (FILE + 1)) == ["file: 501 lines"]
