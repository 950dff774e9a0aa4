"""Fill a library as the window does, and wait."""

from pathlib import Path

from desktop.app import App
from desktop.domain.work import CancelToken, no_report


def index_everything(app: App, *paths: Path) -> None:
    """Add the paths and work until text and vectors are in."""
    app.services.library.add_documents(paths=paths, token=CancelToken(), report=no_report)
    app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
