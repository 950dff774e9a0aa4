"""A real library of the sample documents, with real models, made once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from index_everything import index_everything

from desktop.app import App, build


@pytest.fixture(scope="session")
def indexed_sample(
    tmp_path_factory: pytest.TempPathFactory, sample_library: Path, models_folder: Path
) -> Path:
    """Return a data folder whose library holds the sample documents, ready."""
    folder = tmp_path_factory.mktemp("sample") / "data"
    app = build(data=folder, models=models_folder)
    try:
        index_everything(app, sample_library)
    finally:
        app.close()
    return folder


@pytest.fixture
def sample_app(indexed_sample: Path, data_folder: Path, models_folder: Path) -> Iterator[App]:
    """Yield the program on a copy of the sample library."""
    shutil.copytree(indexed_sample, data_folder)
    app = build(data=data_folder, models=models_folder)
    yield app
    app.close()
