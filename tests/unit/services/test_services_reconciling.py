"""The decision what became of each file, on made-up folders."""

from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.records import DocumentState
from desktop.ingest.scan import FoundFile
from desktop.services.reconciling import Plan, plan
from desktop.store.files import KnownFile


@dataclass(frozen=True)
class File:
    """A file of a made-up folder; `clock` stands for all its times."""

    content: str
    clock: int


Folder = dict[str, File]


def found(folder: Folder) -> dict[str, FoundFile]:
    return {
        path: FoundFile(
            Path(path), len(file.content), file.clock, f"{len(file.content)}-{file.clock}", rested=True
        )
        for path, file in folder.items()
    }


def known(folder: Folder, *, offline: frozenset[str] = frozenset()) -> dict[str, KnownFile]:
    return {
        path: KnownFile(
            document_id=number,
            collection_id=1,
            path=path,
            size=len(file.content),
            modified=file.clock,
            fingerprint=f"{len(file.content)}-{file.clock}",
            content_hash=f"hash of {file.content}",
            verified=0.0,
            offline=path in offline,
            elsewhere=False,
            state=DocumentState.READY,
        )
        for number, (path, file) in enumerate(folder.items(), 1)
    }


def decide(
    before: dict[str, KnownFile], folder: Folder, away: frozenset[str] = frozenset(), due: bool = False
) -> Plan:
    return plan(
        before,
        found(folder),
        unreachable=lambda file: file.path in away,
        content_hash=lambda path: f"hash of {folder[path].content}",
        due=lambda _: due,
    )


def carried_out(before: dict[str, KnownFile], made: Plan, folder: Folder) -> dict[str, KnownFile]:
    """Return what is known once the plan was carried out and everything was read."""
    after = dict(before)
    for file in (*made.gone, *(old for old, _ in made.moved)):
        del after[file.path]
    for file in made.offline:
        after[file.path] = replace(file, offline=True)
    for file in made.back:
        after[file.path] = replace(after[file.path], offline=False)
    pairs = [*made.changed, *made.touched, *made.moved, *((None, new) for new in made.added)]
    for old, new in pairs:
        path = str(new.path)
        fresh = known({path: folder[path]})[path]
        after[path] = replace(fresh, document_id=old.document_id if old else 1000 + len(after))
    return after


PATHS = [f"/top/{folder}{name}" for folder in ("", "x/", "y/") for name in ("a.txt", "b.txt", "c.txt")]
FILES = st.builds(File, st.sampled_from(["", "one", "two", "three", "other"]), st.integers(0, 3))
FOLDERS = st.dictionaries(st.sampled_from(PATHS), FILES, max_size=9)
SOME_PATHS = st.frozensets(st.sampled_from(PATHS))


@settings(max_examples=500)
@given(before=FOLDERS, now=FOLDERS, offline=SOME_PATHS, away=SOME_PATHS, due=st.booleans())
def test_whatever_happened_the_library_agrees_with_the_folder_afterwards(
    before: Folder, now: Folder, offline: frozenset[str], away: frozenset[str], due: bool
) -> None:
    old = known(before, offline=offline)
    made = decide(old, now, away, due)
    after = carried_out(old, made, now)
    assert {path for path, file in after.items() if not file.offline} == set(now)
    assert all(
        after[path].content_hash == f"hash of {now[path].content}"
        for path in now
        if due or _told(old, now, path)
    )
    # Nothing that may still be there is lost.
    assert not {file.path for file in made.gone} & away
    # Every file has one fate.
    fates = [file.path for file in (*made.gone, *made.offline)] + [
        o.path for o, _ in (*made.moved, *made.changed, *made.touched)
    ]
    assert len(fates) == len(set(fates))
    arrived = [new.path for new in made.added] + [new.path for _, new in made.moved]
    assert len(arrived) == len(set(arrived))
    # Once carried out there is nothing left to do.
    assert not decide(after, now, away)


def _told(old: dict[str, KnownFile], now: Folder, path: str) -> bool:
    """Whether the looks of a file tell that it is another: here two contents may share size and clock."""
    return path not in old or old[path].fingerprint != f"{len(now[path].content)}-{now[path].clock}"


@given(before=FOLDERS)
def test_nothing_happened_nothing_is_done(before: Folder) -> None:
    assert not decide(known(before), before)


@given(before=FOLDERS, away=st.booleans())
def test_a_folder_that_cannot_be_reached_loses_nothing(before: Folder, away: bool) -> None:
    made = decide(known(before), {}, frozenset(PATHS) if away else frozenset())
    assert len(made.offline if away else made.gone) == len(before)
    assert not (made.gone if away else made.offline)


def test_renaming_a_folder_moves_every_file_and_reads_none() -> None:
    before = {f"/top/x/{n}.txt": File(f"content {n}", 1) for n in range(50)}
    now = {path.replace("/x/", "/renamed/"): file for path, file in before.items()}
    made = decide(known(before), now)
    assert {(old.path, str(new.path)) for old, new in made.moved} == {
        (path, path.replace("/x/", "/renamed/")) for path in before
    }
    assert (made.added, made.changed, made.gone) == ((), (), ())


def test_a_moved_file_among_equal_ones_keeps_its_name() -> None:
    before = {"/top/x/a.txt": File("same", 1), "/top/x/b.txt": File("same", 1)}
    now = {"/top/y/b.txt": File("same", 1), "/top/y/a.txt": File("same", 1)}
    moved = {old.path: str(new.path) for old, new in decide(known(before), now).moved}
    assert moved == {"/top/x/a.txt": "/top/y/a.txt", "/top/x/b.txt": "/top/y/b.txt"}


def test_a_copy_is_no_move() -> None:
    before = {"/top/a.txt": File("same", 1)}
    made = decide(known(before), before | {"/top/copy.txt": File("same", 2)})
    assert [str(file.path) for file in made.added] == ["/top/copy.txt"]
    assert made.moved == ()


def test_a_touched_file_is_not_read_again() -> None:
    made = decide(known({"/top/a.txt": File("same", 1)}), {"/top/a.txt": File("same", 2)})
    assert [old.path for old, _ in made.touched] == ["/top/a.txt"]
    assert made.changed == ()


def test_content_that_changed_under_equal_looks_is_found_when_it_is_due() -> None:
    """X12: equal size and time but other content."""
    before, now = {"/top/a.txt": File("one", 1)}, {"/top/a.txt": File("two", 1)}
    assert not decide(known(before), now)
    assert [old.path for old, _ in decide(known(before), now, due=True).changed] == ["/top/a.txt"]


def test_a_file_a_reader_failed_on_is_tried_again_only_when_it_differs() -> None:
    path = "/top/broken.pdf"
    refused = replace(known({path: File("one", 1)})[path], content_hash="", state=DocumentState.REFUSED)
    assert not decide({path: refused}, {path: File("one", 1)})
    assert [old.path for old, _ in decide({path: refused}, {path: File("repaired", 2)}).changed] == [path]


def test_a_file_that_was_not_there_to_be_read_is_tried_again() -> None:
    path = "/top/late.pdf"
    refused = replace(
        known({path: File("one", 1)})[path], content_hash="", fingerprint="", state=DocumentState.REFUSED
    )
    assert [old.path for old, _ in decide({path: refused}, {path: File("one", 1)}).changed] == [path]
    waiting = replace(refused, state=DocumentState.WAITING)
    assert not decide({path: waiting}, {path: File("one", 1)})


def test_a_file_that_cannot_be_opened_just_now_stays_as_it_is() -> None:
    path = "/top/a.txt"
    made = plan(
        known({path: File("one", 1)}),
        found({path: File("two!", 2)}),
        unreachable=lambda _: False,
        content_hash=lambda _: "",
    )
    assert not made
