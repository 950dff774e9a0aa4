"""Notebooks: cells and what they printed, placed by number."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def written(folder: Path, notebook: object) -> Path:
    path = folder / "a.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def code(source: object, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def test_cells_and_outputs(tmp_path: Path, read: Read) -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo=", "text/plain": "<Figure>"}}
    failed = {"output_type": "error", "evalue": "division by zero", "traceback": ["x"]}
    cells = [
        {"cell_type": "markdown", "source": ["# Load test\n", "\n", "Ten pumps ran.\n"]},
        code(
            "load = 10\nprint(load)",
            {"output_type": "stream", "text": ["\x1b[31m10\x1b[0m\n"]},
            picture,
            failed,
        ),
        {"cell_type": "raw", "source": "Plain note."},
    ]
    document = read(written(tmp_path, {"cells": cells, "nbformat": 4}))
    found = {document.text[p.start : p.end]: (p.kind, p.heading, p.place) for p in document.parts}
    assert found["Ten pumps ran."] == ("body", "Load test", "cell 1")
    assert found["load = 10\nprint(load)"] == ("code", "Load test", "cell 2")
    assert found["10"] == ("code", "Load test", "cell 2, output")
    assert "division by zero" in document.text
    assert found["Plain note."] == ("body", "Load test", "cell 3")
    assert "iVBOR" not in document.text
    assert "Figure" not in document.text
    assert document.title == "Load test"


def test_the_older_form(tmp_path: Path, read: Read) -> None:
    cells = [{"cell_type": "heading", "level": 2, "source": "Old"}, {"cell_type": "code", "input": ["x = 1"]}]
    document = read(written(tmp_path, {"worksheets": [{"cells": cells}], "metadata": {"title": "Mine"}}))
    assert document.parts[1].heading == "Old"
    assert document.title == "Mine"


@pytest.mark.parametrize("text", ["[1]", "{", "not json", '"x"'])
def test_what_is_no_notebook_is_damaged(text: str, tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    assert refuse(path).code == "damaged"


def test_endless_nesting_is_refused(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text("[" * 100_000)
    assert "nested" in refuse(path).reason


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "source", "cell_type", "outputs", "data", "text", "level"]), inner
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(JSON)
def test_any_values_anywhere_end(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    found = read_file(
        written(tmp_path_factory.mktemp("nb"), {"cells": [value, code(value)], "metadata": value})
    )
    assert isinstance(found, ReadDocument) or found.code == "empty"
