"""The command about summaries: how many there are, whether they are written, and writing them."""

import argparse
from collections.abc import Callable
from typing import get_args

from desktop.cli.context import Context
from desktop.services.summary_writing import SummaryChoice

_ACTIONS = ("status", "write", *get_args(SummaryChoice))


def add_summaries_command(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add `summaries` to the parser."""
    summaries = command("summaries", "summaries of long documents by the chat model: show, write, choose")
    summaries.add_argument(
        "action",
        nargs="?",
        choices=_ACTIONS,
        default="status",
        help="write all that wait; or have them written in the background always, never, or where it takes"
        " an hour at most (auto)",
    )


def summaries(context: Context) -> None:
    """Show how summaries stand, write those that wait, or choose whether they are written."""
    service, action = context.app.services.summaries, context.options.action
    if action == "write":
        service.work(token=context.token, report=context.report, asked=True)
    elif action != "status":
        service.choose(action)
    status = service.status()
    if context.as_json:
        context.print_json(
            {
                "choice": status.choice,
                "written": status.written,
                "waiting": status.waiting,
                "seconds_left": round(status.seconds_left),
                "writes": status.writes,
            }
        )
        return
    context.print(f"{status.written} written, {status.waiting} to be written, chosen: {status.choice}")
    if status.waiting:
        context.print(f"That takes about {max(1, round(status.seconds_left / 60))} minutes.")
