"""From typed arguments to an exit status: 0 done, 1 a UserError, 2 wrong usage, 130 cancelled."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from desktop.cli import care, commands, profiles, quality, summaries, text
from desktop.cli.context import Context
from desktop.cli.parser import build_parser
from desktop.domain.errors import Cancelled, LibraryDamagedError, UserError
from desktop.domain.work import CancelToken
from desktop.services import contract

_CANCELLED = 130  # what shells use for Ctrl-C
_COMMANDS: dict[str, Callable[[Context], None]] = {
    "add": commands.add,
    "search": commands.search,
    "ask": commands.ask,
    "documents": commands.documents,
    "show": commands.show,
    "remove": commands.remove,
    "status": commands.status,
    "collections": profiles.collections,
    "models": commands.models,
    "profiles": profiles.profiles,
    "summaries": summaries.summaries,
    "doctor": commands.doctor,
    "open": commands.window,
    "eval": quality.evaluate,
    "calibrate": quality.calibrate,
    "watch": care.watch,
    "unwatch": care.unwatch,
    "backup": care.backup,
    "restore": care.restore,
    "check": care.check,
    "compact": care.compact,
    "tour": commands.tour,
}


def run(arguments: Sequence[str]) -> int:
    """Parse, run and report; wrong usage exits with 2 as argparse does."""
    options = build_parser().parse_args(arguments)
    command = _COMMANDS.get(options.command or "", commands.window)
    as_json = bool(getattr(options, "json", False))
    with _cancel_on_interrupt() as token:
        context = Context(options, token, as_json=as_json)
        try:
            _carried_out(command, context)
        except UserError as error:
            context.fail(text.error_text(error))
            if as_json:
                context.print_json(contract.error_json(error))
        except Cancelled:
            context.say("Cancelled.")
            return _CANCELLED
        except BrokenPipeError:
            # Whoever read the output has seen enough; Python must not complain about it at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        finally:
            context.close()
        return context.status


def _carried_out(command: Callable[[Context], None], context: Context) -> None:
    """Run a command; once more when it met a damaged text index, which is made anew first."""
    try:
        command(context)
    except LibraryDamagedError:
        notice = context.app.services.care.repair_text_index()
        if not notice:
            raise
        context.say(notice)
        command(context)


@contextmanager
def _cancel_on_interrupt() -> Iterator[CancelToken]:
    """Turn Ctrl-C into a cancel; a second Ctrl-C interrupts hard."""
    token = CancelToken()
    if threading.current_thread() is not threading.main_thread():
        yield token
        return

    interrupted = False

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True
        # On a thread of its own: the code that was interrupted here may hold the token's lock.
        threading.Thread(target=token.cancel, name="cancel").start()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield token
    finally:
        signal.signal(signal.SIGINT, before)
