"""Stand-ins behind the whole window, where documents can be listed, asked about and opened."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import asking
import library_fakes

from desktop.domain.records import Document
from desktop.services.views import DocumentText

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class WholeLibrary(library_fakes.FakeLibrary):
    """The library of the column, whose first documents have the texts of the ask view's library."""

    def __init__(self, read: asking.FakeLibrary) -> None:
        super().__init__()
        self.read = read
        self.rows[: len(read.records)] = read.records.values()

    def document(self, document_id: int) -> Document:
        self._note("document", document_id)
        return self.read.document(document_id)

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        self._note("text", document_id)
        return self.read.text(document_id)

    def document_ids(self) -> Sequence[int]:
        return [row.id for row in self.rows]


def whole_services(folder: Path) -> "Services":
    """Return services of a window in which everything can be done; files lie in `folder`."""
    asked = asking.small_library(folder)
    library = WholeLibrary(asked.library)
    indexing = library_fakes.FakeIndexing(library)
    rest = library_fakes.fake_services(library, indexing, library_fakes.FakeModels())
    made = SimpleNamespace(
        **{**vars(rest), "ask": asked.ask, "search": asked.search, "history": asked.history},
    )
    made.pages, made.examples, made.modes = asked.pages, asked.examples, asked.modes
    return cast("Services", made)
