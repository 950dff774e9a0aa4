"""The queue at work: read the waiting documents, then embed their chunks."""

from collections.abc import Callable

from desktop.domain.work import CancelToken, Report
from desktop.services.changes import Changes


class IndexingService:
    """Works the queue of a library. One indexer per library file at a time, across processes."""

    def work(self, *, token: CancelToken, report: Report, changed: Callable[[Changes], None]) -> None:
        """Read and embed until nothing waits. `changed` is called on this thread after each commit.

        Progress stages are "reading" and "embedding"; `label` is the file name. Cancelled between and within
        documents; what was committed stays and the rest is still queued.
        """
        raise NotImplementedError
