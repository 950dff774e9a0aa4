"""Fetches pictures of pages on a lane and lets go of those that are no longer in view."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from desktop.domain.errors import UserError
from desktop.domain.records import PageImage, PageLetters
from desktop.domain.work import CancelToken
from desktop.jobs.handle import JobHandle
from desktop.jobs.runner import JobRunner, Lane

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window

Range = tuple[int, int]
_Loaded = tuple[int, int, PageImage, QImage]


class PageLoader(QObject):
    """One job for each page in view; results for another document or passage are dropped."""

    loaded = Signal(int, QImage, object)  # page, picture, marks
    letters_loaded = Signal(int, PageLetters)
    failed = Signal(UserError)

    def __init__(self, services: "Services", runner: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._document: int | None = None
        self._sizes: Sequence[tuple[float, float]] = ()
        self._passage: Range | None = None
        self._opening = 0  # counts the documents, so that what fails late is not said of the next one
        self._version = 0
        self._jobs: dict[int, tuple[int, JobHandle]] = {}  # by page: width, job

    def set_document(self, document_id: int | None, sizes: Sequence[tuple[float, float]]) -> None:
        """Load pages of this document from now on."""
        self._document, self._sizes, self._passage = document_id, sizes, None
        self._opening += 1
        self._restart()

    def set_passage(self, passage: Range | None) -> None:
        """Mark this passage from now on."""
        self._passage = passage
        self._restart()

    def request(self, pages: Sequence[int], per_thousand: int) -> None:
        """Load these pages and no others; `per_thousand` is the width in pixels of 1000 points."""
        if self._document is None:
            return
        for page in [page for page in self._jobs if page not in pages]:
            self._jobs.pop(page)[1].cancel()
        for page in pages:
            width = max(1, round(self._sizes[page - 1][0] * per_thousand / 1000))
            under_way = self._jobs.get(page)
            if under_way is not None and under_way[0] == width:
                continue
            if under_way is not None:
                under_way[1].cancel()
            self._jobs[page] = (width, self._submit(page, width))

    def request_letters(self, page: int) -> None:
        """Fetch the letters of a page with their places, for selecting text."""
        document, opening = self._document, self._opening
        if document is None:
            return

        def work(token: CancelToken, _report: object) -> PageLetters:
            return self._services.pages.letters(document, page, token)

        def done(letters: PageLetters) -> None:
            if opening == self._opening:
                self.letters_loaded.emit(page, letters)

        self._runner.submit(Lane.FREE, work, done=done, failed=self._fails(), key="letters")

    def _submit(self, page: int, width: int) -> JobHandle:
        document, passage, version = self._document, self._passage, self._version
        start, end = passage or (None, None)
        assert document is not None

        def work(token: CancelToken, _report: object) -> _Loaded:
            image = self._services.pages.page(document, page, token, width=width, start=start, end=end)
            return version, page, image, QImage.fromData(image.png)

        return self._runner.submit(Lane.FREE, work, done=self._on_done, failed=self._fails())

    def _on_done(self, result: _Loaded) -> None:
        version, page, image, picture = result
        if version != self._version:
            return
        self._jobs.pop(page, None)
        self.loaded.emit(page, picture, image.marks)

    def _fails(self) -> Callable[[UserError], None]:
        """Return what passes a failure on while the document it is about is the open one."""
        opening = self._opening

        def failed(error: UserError) -> None:
            if opening == self._opening:
                self.failed.emit(error)

        return failed

    def _restart(self) -> None:
        self._version += 1
        for _, job in self._jobs.values():
            job.cancel()
        self._jobs = {}
