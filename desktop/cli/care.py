"""The commands that keep a library in step with the disk and safe: watch, backup, restore, check, compact."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from desktop.cli import text
from desktop.cli.context import Context
from desktop.domain.errors import UserError
from desktop.services import contract
from desktop.services.sizes import megabytes
from desktop.services.valid_text import valid_text


def add_care_commands(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands to the parser."""
    watch = command("watch", "let a collection follow a folder, and bring it in step with it now")
    watch.add_argument("folder", type=Path, metavar="FOLDER")
    watch.add_argument(
        "--ignore",
        type=valid_text,
        action="append",
        metavar="PATTERN",
        help="leave these names out, as in .gitignore; repeatable",
    )
    watch.add_argument("--no-wait", action="store_true", help="queue new files and return at once")
    unwatch = command("unwatch", "follow a folder no longer; its documents stay")
    unwatch.add_argument("folder", type=valid_text, metavar="FOLDER", help="the folder or its collection")
    command("backup", "copy the library to a file").add_argument("file", type=Path, metavar="FILE")
    restore = command("restore", "replace the library by a backup; the replaced one is kept")
    restore.add_argument("file", type=Path, metavar="FILE")
    check = command("check", "look through the whole library for damage")
    check.add_argument("--repair", action="store_true", help="make anew what can be")
    command("compact", "give unused space back to the disk")


def watch(context: Context) -> None:
    """Watch a folder, compare the library with it and read what is new."""
    services, options = context.app.services, context.options
    group = services.watching.watch(folder=options.folder, ignored=options.ignore or ())
    if options.ignore is not None:
        services.watching.set_ignored(collection_id=group.id, patterns=options.ignore)
    found = services.watching.reconcile(collection_id=group.id, token=context.token, report=context.report)
    problem: UserError | None = None
    if not options.no_wait and services.library.status().pending:
        try:
            services.indexing.work(token=context.token, report=context.report, changed=lambda _changes: None)
        except UserError as error:
            problem = error
            context.fail(text.error_text(error))
    group = services.watching.folder(group.name)
    if context.as_json:
        stopped = contract.error_json(problem) if problem is not None else {}
        counts = {
            name: getattr(found, name)
            for name in ("collection", "folder", "added", "changed", "moved", "offline", "back")
        }
        shown = {"removed": list(found.removed), "ignored": list(group.ignored), "documents": group.documents}
        context.print_json(counts | shown | stopped)
        return
    context.print(f"“{group.name}” follows {group.folder}: {_documents(group.documents)}")
    counted = {
        "added": found.added,
        "changed": found.changed,
        "moved": found.moved,
        "removed": len(found.removed),
        "offline": found.offline,
    }
    context.print(", ".join(f"{number} {name}" for name, number in counted.items()))


def unwatch(context: Context) -> None:
    """Follow a folder no longer."""
    service = context.app.services.watching
    group = service.folder(context.options.folder)
    service.unwatch(collection_id=group.id)
    shown = {"collection": group.name, "folder": group.folder, "documents": group.documents}
    _print(context, shown, f"“{group.name}” follows {group.folder} no longer; its documents stay.")


def backup(context: Context) -> None:
    """Copy the library to a file."""
    made = context.app.services.care.backup(
        target=context.options.file, token=context.token, report=context.report
    )
    _print(context, {"path": made.path, "size_bytes": made.size}, f"{made.path}: {megabytes(made.size)}")


def restore(context: Context) -> None:
    """Replace the library by a backup."""
    source = context.options.file
    made = context.app.services.care.restore(source=source, token=context.token, report=context.report)
    shown = {"restored": str(source), "documents": made.documents, "kept": made.kept}
    _print(context, shown, f"{_documents(made.documents)} restored; the replaced library is {made.kept}")


def check(context: Context) -> None:
    """Look through the library; status 1 when damage is left."""
    found = context.app.services.care.check(
        repair=context.options.repair, token=context.token, report=context.report
    )
    left = found.left if found.repaired or context.options.repair else found.problems
    context.status = 1 if left else 0
    if context.as_json:
        lists = {name: list(getattr(found, name)) for name in ("problems", "repaired", "left")}
        context.print_json({"ok": not left} | lists | {"kept": found.kept})
        return
    for line in found.problems:
        context.print(f"damaged   {line}")
    for line in found.repaired:
        context.print(f"repaired  {line}")
    if found.kept:
        context.print(f"kept      {found.kept}, the library as it was")
    if not found.problems:
        context.print("The library is sound.")
    elif left and not context.options.repair:
        context.print("Run check --repair to make anew what can be.")
    elif left:
        context.print("Some damage is left; restore a backup, or add the documents to a new library.")


def compact(context: Context) -> None:
    """Give unused space back."""
    before, after = context.app.services.care.compact(token=context.token, report=context.report)
    _print(
        context,
        {"before_bytes": before, "after_bytes": after},
        f"{megabytes(before)} before, {megabytes(after)} after",
    )


def _documents(number: int) -> str:
    return "1 document" if number == 1 else f"{number} documents"


def _print(context: Context, shown: dict[str, Any], line: str) -> None:
    if context.as_json:
        context.print_json(shown)
    else:
        context.print(line)
