"""The commands: each calls services and prints what they return, for people or as JSON."""

from collections.abc import Sequence
from pathlib import Path

from desktop.cli import text
from desktop.cli.context import Context
from desktop.domain.answers import AnswerEvent, AskRequest, NoticeGiven, SearchRequest, StepStarted
from desktop.domain.errors import UserError
from desktop.domain.records import FAILED_STATES, Document, DocumentState
from desktop.services import contract
from desktop.services.changes import Changes
from desktop.services.devices import AUTOMATIC, PROCESSOR
from desktop.services.views import AddSummary, ModelView

_ALL = 1_000_000
_ID_DIGITS = 18  # a longer number is no id


def add(context: Context) -> None:
    """Queue the paths and, unless told otherwise, wait until text and vectors are in.

    What stopped the waiting (a missing model, a full disk) is told beside what became of the files.
    """
    services, options = context.app.services, context.options
    summary = services.library.add_documents(
        paths=options.paths, collection=options.collection, token=context.token, report=context.report
    )
    problem: UserError | None = None
    if not options.no_wait and (summary.queued or services.library.status().pending):
        try:
            services.indexing.work(token=context.token, report=context.report, changed=_ignore)
        except UserError as error:
            problem = error
            context.fail(text.error_text(error))
    wanted = summary.added + summary.updated + summary.unchanged
    found = [services.library.document(document_id) for document_id in wanted]
    counts = _add_counts(summary, found)
    if context.as_json:
        skipped = [{"path": item.path, "reason": item.reason} for item in summary.left_out]
        rows = [contract.document_json(d) for d in found]
        stopped = contract.error_json(problem) if problem is not None else {}
        context.print_json(counts | {"documents": rows, "left_out": skipped} | stopped)
        return
    context.print(", ".join(f"{number} {name}" for name, number in counts.items()))
    for document in found:
        if document.state in FAILED_STATES or document.parts_not_read:
            context.print(text.document_line(document))
    for item in summary.left_out:
        context.print(f"left out  {item.path}: {item.reason}")


def _add_counts(summary: AddSummary, found: Sequence[Document]) -> dict[str, int]:
    states = {document.id: document.state for document in found}
    failed = {document_id for document_id in summary.queued if states[document_id] in FAILED_STATES}
    return {
        "added": len([i for i in summary.added if i not in failed]),
        "unchanged": len(summary.unchanged),
        "updated": len([i for i in summary.updated if i not in failed]),
        "skipped": len(summary.left_out),
        "failed": len(failed),
    }


def search(context: Context) -> None:
    """Find passages."""
    options = context.options
    request = SearchRequest(
        question=options.question,
        mode=options.mode,
        scopes=tuple(options.scope),
        since=options.since,
        until=options.until,
        limit=options.limit,
        language=options.language,
        rerank=options.rerank,
        hyde=options.hyde,
        multihop=options.multihop,
    )
    result = context.app.services.search.search(request, context.token, context.report)
    if context.as_json:
        context.print_json(contract.search_json(result))
        return
    context.print(text.search_text(result, explain=options.explain))


def ask(context: Context) -> None:
    """Answer a question."""
    options = context.options
    request = AskRequest(
        question=options.question,
        conversation_id=options.conversation,
        scopes=tuple(options.scope),
        use_model=not options.no_model,
        read=options.read,
        rerank=options.rerank,
        hyde=options.hyde,
        multihop=options.multihop,
    )

    def on_event(event: AnswerEvent) -> None:
        if isinstance(event, StepStarted | NoticeGiven):
            context.say(event.text)

    answer = context.app.services.ask.ask(request, token=context.token, emit=on_event)
    if context.as_json:
        context.print_json(contract.answer_json(answer))
        return
    context.print(text.answer_text(answer))


def documents(context: Context) -> None:
    """List documents."""
    states: tuple[DocumentState, ...] = ()
    if context.options.state:
        try:
            states = (DocumentState(context.options.state),)
        except ValueError as error:
            known = ", ".join(state.value for state in DocumentState)
            raise UserError(
                "Unknown state", f"“{context.options.state}” is no state.", f"One of {known}."
            ) from error
    found = context.app.services.library.documents(states=states, limit=_ALL)
    if context.as_json:
        context.print_json({"documents": [contract.document_json(d) for d in found]})
        return
    for document in found:
        context.print(text.document_line(document))


def show(context: Context) -> None:
    """Show a document's stored text."""
    library = context.app.services.library
    document = _named(context, context.options.document)
    shown = library.text(document.id, start=context.options.start, length=context.options.length)
    if context.as_json:
        context.print_json(contract.show_json(document, shown))
        return
    context.print(text.document_line(document))
    context.print()
    context.print(shown.text)


def remove(context: Context) -> None:
    """Take documents out of the library."""
    found = [_named(context, name) for name in context.options.documents]
    context.app.services.library.remove_documents(document_ids=[d.id for d in found])
    if context.as_json:
        context.print_json({"removed": [contract.document_json(d) for d in found]})
        return
    for document in found:
        context.print(f"removed {document.title} ({document.path})")


def status(context: Context) -> None:
    """Print the figures of the library."""
    figures = context.app.services.library.status()
    if context.as_json:
        context.print_json(contract.status_json(figures))
        return
    for name, value in contract.status_json(figures).items():
        context.print(f"{name.replace('_', ' '):12} {value}")


def models(context: Context) -> None:
    """List, add, get or choose models."""
    service, options = context.app.services.models, context.options
    if options.action == "device":
        _device(context)
        return
    if options.action == "add":
        shown = [service.add(file=options.file, token=context.token, report=context.report)]
    elif options.action == "get":
        shown = [
            service.get(model_id=model_id, token=context.token, report=context.report)
            for model_id in options.ids
        ]
    elif options.action == "use":
        service.use(role=options.role, model_id=options.id)
        shown = [model for model in service.models() if model.id == options.id]
    else:
        shown = service.models()
    if context.as_json:
        context.print_json({"models": [_model_json(model) for model in shown]})
        return
    for model in shown:
        context.print(text.model_line(model))


def _device(context: Context) -> None:
    """Say what the models run on, after choosing it when a name was given."""
    service, name = context.app.services.devices, context.options.name
    if name is not None:
        service.use(device=AUTOMATIC if name == "automatic" else name, token=context.token)
    choice = service.choice(token=context.token)
    if context.as_json:
        context.print_json(contract.device_json(choice))
        return
    for id_, words in [(AUTOMATIC, "automatic"), (PROCESSOR, "processor")] + [
        (device.id, device.words) for device in choice.devices
    ]:
        context.print(f"{'*' if id_ == choice.chosen else ' '} {words}")
    context.print(choice.reason)


def doctor(context: Context) -> None:
    """Check the installation; status 1 when a part fails."""
    from desktop.window_check import check_window

    checks = context.app.services.doctor.run(token=context.token, report=context.report)
    checks.append(check_window())
    if not all(check.ok for check in checks):
        context.status = 1
    if context.as_json:
        context.print_json(contract.doctor_json(checks))
        return
    for check in checks:
        context.print(f"{'ok  ' if check.ok else 'FAIL'}  {check.name}: {check.detail}")


def tour(context: Context) -> None:
    """Run the scripted first run on the sample library."""
    from desktop.window import run_tour  # Qt only where a window is wanted

    report = run_tour(context.options.output, data=getattr(context.options, "data_dir", None))
    context.status = 0 if report.ok else 1
    if context.as_json:
        context.print_json(contract.tour_json(report))
        return
    context.print(text.tour_text(report))


def window(context: Context) -> None:
    """Open the window, and add the files it was given."""
    from desktop.window import run_window

    context.status = run_window(
        data=getattr(context.options, "data_dir", None),
        library=getattr(context.options, "library", None),
        files=getattr(context.options, "files", ()),
    )


def _named(context: Context, name: str) -> Document:
    """Return the document with this id, path or title; UserError when none or several match."""
    library = context.app.services.library
    found = library.documents(text=name, limit=_ALL)
    exact = [d for d in found if name in (d.path, Path(d.path).name, d.title)]
    if name.isdecimal() and len(name) <= _ID_DIGITS:
        try:
            return library.document(int(name))
        except UserError:
            if not exact:  # else a title such as "2023"
                raise
    matches = exact or found
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise UserError(
            "Document not found", f"Nothing in the library is called “{name}”.", "List the documents."
        )
    options = ", ".join(f"{d.id} ({d.title})" for d in matches[:5])
    raise UserError(
        "Name is not unique", f"{len(matches)} documents match “{name}”.", f"Use an id: {options}."
    )


def _model_json(model: ModelView) -> dict[str, object]:
    return {name: getattr(model, name) for name in ModelView.__slots__}


def _ignore(_changes: Changes) -> None:
    """The command line shows progress, not views that would need a refresh."""
