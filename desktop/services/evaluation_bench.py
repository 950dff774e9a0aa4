"""A throw-away library of a question collection with the program's own services on it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.config.paths import AppPaths
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Report
from desktop.services.ask import AskService
from desktop.services.evaluation_library import build_library
from desktop.services.model_host import ModelHost
from desktop.services.notices import Notices
from desktop.services.question_collection import QuestionCollection
from desktop.services.search import SearchService
from desktop.store.library_file import LibraryFile

Models = Callable[[str, str], ModelHost]
"""Returns the models for the ids of an embedder and a chat model (empty: the ones in use)."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The services, the models they use, and the collection's id of each document."""

    search: SearchService
    ask: AskService
    host: ModelHost
    names: Mapping[int, str]


@contextmanager
def open_bench(
    host: ModelHost,
    paths: AppPaths,
    collection: QuestionCollection,
    token: CancelToken,
    report: Report,
    *,
    embed: bool = True,
) -> Iterator[Bench]:
    """Build the library of a collection for as long as it is needed; the person's own is not touched."""
    with TemporaryDirectory() as folder, closing(LibraryFile(Path(folder) / "library.carrel")) as library:
        names = build_library(library, collection.documents, host.embedder(), token, report, embed=embed)
        if not names:
            raise UserError("Nothing to evaluate", "No document of the collection has text.", "")
        search = SearchService(library, host, paths)
        yield Bench(search, AskService(library, search, host, Notices(), paths), host, names)
