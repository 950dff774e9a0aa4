"""The commands that measure: `eval` and `calibrate`."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from desktop.cli.context import Context
from desktop.services import contract
from desktop.services.evaluation_report import EvaluationReport, EvaluationRequest


def evaluate(context: Context) -> None:
    """Measure search, gate and answers on a collection of questions."""
    options = context.options
    request = EvaluationRequest(
        options.folder,
        mode=options.mode,
        rerank=options.rerank,
        hyde=options.hyde,
        multihop=options.multihop,
        answers=options.answers,
        use_model=not options.no_model,
        limit=options.limit,
        write=options.write,
        embedder=options.embedder,
        chat=options.chat,
    )
    report = context.app.services.evaluation.evaluate(request, context.token, context.report)
    for notice in report.notices:
        context.say(notice)
    if context.as_json:
        context.print_json(contract.evaluation_json(report))
        return
    for line in _lines(report):
        context.print(line)


def calibrate(context: Context) -> None:
    """Fit the gates of the embedding model to labelled questions."""
    options = context.options
    report = context.app.services.calibrating.calibrate(
        options.files,
        context.token,
        context.report,
        embedder_id=options.embedder,
        limit=options.limit,
    )
    if context.as_json:
        context.print_json(contract.calibration_json(report))
        return
    context.print(f"{report.embedder}: {report.questions} questions, {report.answerable} with an answer")
    for name in ("passages", "sentences", "floors"):
        context.print(f"  {name}: {_figures(asdict(getattr(report, name)))}")
    context.print(f"  floors: {report.answer_floor} alone, {report.lexical_support_floor} with a keyword hit")
    context.print(f"Written to {report.file}")


def _lines(report: EvaluationReport) -> Iterator[str]:
    measured = contract.evaluation_json(report)
    yield f"{report.collection}, {report.mode}, {report.questions} questions"
    yield f"  all: {_figures(measured['overall'])}"
    for name, figures in measured["by_class"].items():
        yield f"  {name}: {_figures(figures)}"
    for part in ("gate", "answers"):
        if part in measured:
            yield f"{part}: {_figures(measured[part])}"
            for name, figures in measured[part]["by_class"].items():
                yield f"  {name}: {_figures(figures)}"
    yield f"{report.timings_ms['total'] / 1000:.1f} s"


def _figures(measures: Mapping[str, object]) -> str:
    return ", ".join(
        f"{name} {'-' if value is None else value}"
        for name, value in measures.items()
        if not isinstance(value, Mapping)
    )
