"""A folder with good and broken files: every file ends as ready or refused with a reason of its own."""

from pathlib import Path

import pytest

from desktop.app import build
from desktop.domain.answers import SearchRequest
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report

pytestmark = pytest.mark.models
REPOSITORY = Path(__file__).resolve().parents[2]
GOOD = {"bell-notes.txt", "plant-list.md", "bus-4.html", "crane-inspection.pdf", "curtains-letter.docx"}
BAD = {"truncated.pdf", "empty.txt", "picture.txt", "locked.pdf"}


def test_mixed_folder(data_folder: Path, models_folder: Path) -> None:
    app = build(data=data_folder, models=models_folder)
    try:
        folder = REPOSITORY / "tests" / "data" / "mixed-folder"
        app.services.library.add_documents(paths=[folder], token=CancelToken(), report=no_report)
        app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
        found = {Path(d.path).name: d for d in app.services.library.documents()}
        assert set(found) == GOOD | BAD
        assert {name for name, d in found.items() if d.state is DocumentState.READY} == GOOD
        reasons = {name: found[name].reason for name in BAD}
        assert all(reasons.values())
        assert len(set(reasons.values())) == len(BAD), reasons
        assert found["locked.pdf"].state is DocumentState.LOCKED
        hits = app.services.search.search(SearchRequest("IHDR PNG endobj"), CancelToken()).hits
        assert not any(ord(sign) < 32 and sign not in "\n\t" for hit in hits for sign in hit.chunk.text)
    finally:
        app.close()
