"""Check that this installation works, part by part."""

from desktop.domain.work import CancelToken, Report
from desktop.services.views import Check


class DoctorService:
    """Runs real checks: SQLite, FTS5, vectors, models with a real embedding and answer, folders, reader."""

    def run(self, *, token: CancelToken, report: Report) -> list[Check]:
        """Return one check per part; a failing part never stops the others."""
        raise NotImplementedError
