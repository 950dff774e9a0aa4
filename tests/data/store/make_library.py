"""Write the library fixture of the present schema: run it once, when a schema is released."""

import gzip
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1] / "unit" / "store")]

from store_filling import embed, fill  # noqa: E402 - found through the path above

from desktop.domain.answers import Source  # noqa: E402
from desktop.domain.records import DocumentRef, DocumentState  # noqa: E402
from desktop.store import collections, documents, history, query_log, settings, summaries  # noqa: E402
from desktop.store.library_file import Connection, LibraryFile  # noqa: E402
from desktop.store.migrations import steps  # noqa: E402


def _fill(c: Connection) -> None:
    timetable = fill(c, "/sample/timetable.md", ["The ferry leaves at nine.", "The harbour opens at eight."])
    fill(c, "/sample/fares.md", ["A ferry ticket is five pounds."], content_hash="fares", date="2024-05-30")
    summaries.put(c, timetable, "Times.", documents.IndexText("", "", "", "times"))
    embed(c)
    copy = fill(c, "/sample/fares (1).md", ["to be replaced"])
    documents.link_duplicate(c, copy, 2, "fares")
    fill(c, "/sample/pending.md", ["No vector yet."], collection="Notes")
    refused = fill(c, "/sample/broken.pdf", ["x"], collection="Notes")
    documents.refuse(c, refused, DocumentState.REFUSED, "It is damaged.")
    group = collections.ensure(c, "Notes")
    documents.remove(c, [copy])
    documents.add_waiting(
        c, collection_id=group.id, path="/sample/waiting.txt", title="waiting", size=3, modified=0.0
    )
    conversation, turn = history.start_turn(c, "When does the ferry leave?")
    source = Source(1, DocumentRef(timetable, "timetable", "/sample/timetable.md"), 1, "at nine", 17, 24)
    history.finish_turn(c, turn, text="At nine. [1]", answer="{}", sources=[source])
    history.start_turn(c, "And back?", conversation)
    settings.put(c, "profile", "general")
    query_log.log(
        c, question="q", mode="hybrid", outcome="answered", best_cosine=0.8, content_version=1, timings_ms={}
    )


def main() -> None:
    """Fill a library and pack it beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "library.sqlite")
        library = LibraryFile(path)
        with library.write() as c:
            _fill(c)
        library.compact()
        library.close()
        target = HERE / "libraries" / f"v{steps()[-1].version:04}.sqlite.gz"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    print(target, target.stat().st_size)  # noqa: T201 - a tool for the terminal


if __name__ == "__main__":
    main()
