"""What can be typed: commands, options and their help."""

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path

from desktop import __version__
from desktop.cli.care import add_care_commands
from desktop.cli.profiles import add_profiles_command
from desktop.cli.summaries import add_summaries_command
from desktop.domain.answers import MOST_HOPS
from desktop.services.valid_text import valid_text

_TOO_LARGE = 1 << 63  # what SQLite cannot hold
_Command = Callable[[str, str], argparse.ArgumentParser]


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the `carrel` command."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--library", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="library file"
    )
    common.add_argument(
        "--data-dir", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help="data folder"
    )
    common.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object"
    )
    parser = argparse.ArgumentParser(
        prog="carrel",
        description="Ask your own documents, offline. Without a command the window opens.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"Carrel {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[common])

    _add_library_commands(command)
    _add_question_commands(command)
    _add_models_command(command, common)
    add_profiles_command(command, common)
    add_summaries_command(command)
    add_care_commands(command)
    _add_quality_commands(command)
    _add_other_commands(command)
    return parser


def _add_library_commands(command: _Command) -> None:
    add = command("add", "add files and folders")
    add.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    add.add_argument("--collection", type=valid_text, metavar="NAME")
    add.add_argument("--no-wait", action="store_true", help="queue them and return at once")
    documents = command("documents", "list documents")
    documents.add_argument(
        "--state", metavar="STATE", help="waiting, text_ready, ready, partly_read, locked, refused"
    )
    show = command("show", "show a document's stored text")
    show.add_argument("document", type=valid_text, metavar="DOCUMENT", help="id, path, file name or title")
    show.add_argument("--from", dest="start", type=_whole, default=0, metavar="N")
    show.add_argument("--length", type=_whole, metavar="N")
    remove = command("remove", "take documents out of the library; files stay")
    remove.add_argument("documents", nargs="+", type=valid_text, metavar="DOCUMENT")
    command("status", "figures of the library")
    command("collections", "list collections and the profiles they are searched with")


def _add_question_commands(command: _Command) -> None:
    search = command("search", "find passages")
    search.add_argument("question", type=valid_text, metavar="QUESTION")
    search.add_argument("--mode", choices=("hybrid", "lexical", "vector"), default="hybrid")
    search.add_argument(
        "--scope", type=valid_text, action="append", default=[], metavar="NAME", help="collection, repeatable"
    )
    search.add_argument("--since", type=_date, metavar="DATE")
    search.add_argument("--until", type=_date, metavar="DATE")
    search.add_argument(
        "--language", type=valid_text, metavar="CODE", help="documents in this language only, such as en"
    )
    search.add_argument("--limit", type=_positive, default=10, metavar="N")
    add_modes(search)
    search.add_argument("--explain", action="store_true", help="say why each passage is there")
    ask = command("ask", "answer a question with checked sources")
    ask.add_argument("question", type=valid_text, metavar="QUESTION")
    ask.add_argument("--conversation", type=_positive, metavar="ID")
    ask.add_argument(
        "--scope", type=valid_text, action="append", default=[], metavar="NAME", help="collection, repeatable"
    )
    add_modes(ask)
    ask.add_argument("--no-model", action="store_true", help="answer by quotation only")
    ask.add_argument(
        "--read",
        action=argparse.BooleanOptionalAction,
        help="read on in whole documents where passages give no answer; large models do so by themselves",
    )


def add_modes(command: argparse.ArgumentParser) -> None:
    """Add the optional steps of a search; without one the library's default holds."""
    command.add_argument(
        "--rerank", action=argparse.BooleanOptionalAction, help="compare the best passages again, by a model"
    )
    command.add_argument(
        "--hyde", action=argparse.BooleanOptionalAction, help="search with a supposed answer as well"
    )
    command.add_argument(
        "--multihop", type=_hops, metavar="N", help=f"follow references over N hops, 0 to {MOST_HOPS}"
    )


def _add_models_command(command: _Command, common: argparse.ArgumentParser) -> None:
    models = command("models", "list, add, get and choose models")
    actions = models.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common])

    action("list", "all known models")
    action("add", "add a GGUF file").add_argument("file", type=Path, metavar="FILE")
    get = action("get", "fetch a model of the catalogue")
    get.add_argument("ids", nargs="+", metavar="ID")
    use = action("use", "use a model for a role")
    use.add_argument("role", choices=("embedder", "chat", "reranker"))
    use.add_argument("id", metavar="ID")
    device = action("device", "what the models run on, and why; with a name, run them on that")
    device.add_argument(
        "name",
        nargs="?",
        type=valid_text,
        metavar="NAME",
        help="automatic, processor, or the name of a graphics processor",
    )


def _add_quality_commands(command: _Command) -> None:
    evaluate = command("eval", "measure search, and with --answers the answers, on a collection of questions")
    evaluate.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="docs.jsonl, queries.jsonl, qrels.tsv and maybe answers.jsonl",
    )
    evaluate.add_argument("--mode", choices=("hybrid", "lexical", "vector"), default="hybrid")
    evaluate.add_argument("--rerank", action="store_true", default=None, help="order the best passages anew")
    evaluate.add_argument(
        "--hyde", action="store_true", default=None, help="search with a hypothetical answer too"
    )
    evaluate.add_argument(
        "--multihop", type=_whole, metavar="N", help="follow references of the passages, N hops"
    )
    evaluate.add_argument("--answers", action="store_true", help="ask every question too")
    evaluate.add_argument("--no-model", action="store_true", help="with --answers: by quotation only")
    evaluate.add_argument(
        "--write", type=Path, metavar="FILE", help="with --answers: write every answer to FILE, to be read"
    )
    evaluate.add_argument(
        "--limit", type=_positive, metavar="N", help="only N questions, spread over their classes"
    )
    evaluate.add_argument("--embedder", default="", metavar="ID", help="another embedding model")
    evaluate.add_argument("--chat", default="", metavar="ID", help="another chat model")
    calibrate = command("calibrate", "measure the floors of the embedding model on labelled questions")
    calibrate.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help='lines {"question": "...", "answerable": true} about the library, or a folder as for eval',
    )
    calibrate.add_argument("--limit", type=_positive, metavar="N", help="only N questions of each file")
    calibrate.add_argument(
        "--embedder", default="", metavar="ID", help="another embedding model, for folders"
    )


def _add_other_commands(command: _Command) -> None:
    opening = command("open", "open the window, and add files and folders")
    opening.add_argument("files", nargs="*", type=Path, metavar="PATH")
    command("doctor", "check this installation")
    tour = command("tour", "the scripted first run on the sample library")
    tour.add_argument("--output", type=Path, default=Path("tour-output"), metavar="FOLDER")


def _whole(text: str) -> int:
    return _number(text, least=0)


def _positive(text: str) -> int:
    return _number(text, least=1)


def _hops(text: str) -> int:
    number = _number(text, least=0)
    if number > MOST_HOPS:
        raise argparse.ArgumentTypeError(f"must be at most {MOST_HOPS}")
    return number


def _number(text: str, *, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number < _TOO_LARGE:
        raise argparse.ArgumentTypeError(f"must be a whole number, at least {least}")
    return number


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a date such as 2024-05-01") from error
