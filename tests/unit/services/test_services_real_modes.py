"""The optional steps with the real chat model: does it tell two passages apart, does it suppose."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from service_fakes import RESOURCES

from desktop.config.settings import SettingsFile
from desktop.domain.work import CancelToken
from desktop.llm.catalog import Catalog
from desktop.services.hypothetical import Supposer
from desktop.services.model_host import ModelHost
from desktop.services.scorers import START_UP, Marks, Verdict
from desktop.services.wording import Wording

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def host(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelHost]:
    settings = SettingsFile(tmp_path_factory.mktemp("settings") / "settings.json")
    host = ModelHost(Catalog(RESOURCES / "models.toml", models_folder), settings, print)
    yield host
    host.close()


def test_the_default_chat_model_tells_two_passages_apart(host: ModelHost) -> None:
    wording = Wording(RESOURCES / "prompts")
    token = CancelToken()
    for question, fitting, other in START_UP:
        near, far = Verdict(host, wording).scores(question, [fitting, other], token)
        assert near > far + 2
    marks = Marks(host, wording).scores(START_UP[0][0], START_UP[0][1:], token)
    assert all(0 <= mark <= 10 for mark in marks)  # a model of this size gives both the same


def test_the_default_chat_model_supposes_in_the_language_of_the_question(host: ModelHost) -> None:
    supposer = Supposer(host, RESOURCES / "prompts")
    english = supposer.supposed("How often must a boiler be serviced?", CancelToken())
    assert "boiler" in english.lower()
    spanish = supposer.supposed("¿Cada cuánto hay que revisar una caldera?", CancelToken())
    assert "caldera" in spanish.lower()
