"""Check the installed program from within: run by `--self-test` on a built folder."""

from desktop.app import build
from desktop.domain.work import CancelToken, no_report
from desktop.services.views import Check


def run_self_test() -> list[Check]:
    """Open a library in the data folder and run every check of the doctor."""
    app = build()
    try:
        return app.services.doctor.run(token=CancelToken(), report=no_report)
    finally:
        app.close()
