"""Results as plain text for people."""

import textwrap

from desktop.domain.answers import Answer, SearchResult, Source, Tiers
from desktop.domain.errors import UserError
from desktop.domain.records import Chunk, Document, heading_below
from desktop.services.reasons import HOW_TO_READ
from desktop.services.views import ModelView, TourReport

_WIDTH = 96
_SNIPPET = 240


def error_text(error: UserError) -> str:
    """Return what happened and what to do next."""
    return f"{error.title}: {error.detail}\n{error.advice}".strip()


def document_line(document: Document) -> str:
    """Return one line: id, state, title, and what is missing."""
    known = document.reason or "; ".join(document.parts_not_read)
    copy = f"same content as {document.same_as}" if document.same_as is not None else ""
    extra = "; ".join(part for part in ("offline" if document.offline else "", copy, known) if part)
    line = f"{document.id:5}  {document.state.value:11}  {document.title}"
    return f"{line}  ({extra})" if extra else line


def place(passage: Chunk | Source, title: str = "") -> str:
    """Return where a passage stands: "page iv, Opening hours", "slide 3, Results", "Costs!B4:D9, Costs".

    A `title` that the headings begin with is left out.
    """
    label = passage.page_label or (str(passage.page) if passage.page is not None else "")
    where = passage.place or (f"page {label}" if label else "")
    return ", ".join(part for part in (where, heading_below(title, passage.heading)) if part)


def search_text(result: SearchResult, *, explain: bool) -> str:
    """Return ranked passages, with reasons when asked for."""
    lines = [f"Note: {notice}" for notice in result.notices]
    if not result.hits:
        return "\n".join([*lines, "Nothing in the library matches."])
    if explain:
        lines += [textwrap.fill(HOW_TO_READ, _WIDTH), ""]
    for hit in result.hits:
        where = place(hit.chunk, hit.document.title)
        lines.append(f"{hit.rank:3}  {hit.document.title}" + (f", {where}" if where else ""))
        lines.append(_indented(hit.chunk.text[:_SNIPPET]))
        if explain:
            lines += [*(f"       - {reason}" for reason in hit.why), ""]
    verdict = "answerable" if result.confidence.answerable else "not answerable"
    lines.append(f"{verdict} ({result.confidence.band}): {result.confidence.reason}")
    return "\n".join(lines)


def answer_text(answer: Answer) -> str:
    """Return the answer under what was searched for a follow-up, its numbered sources and its notices."""
    lines = [textwrap.fill(paragraph, _WIDTH) for paragraph in answer.text.splitlines()]
    if answer.standalone_question != " ".join(answer.question.split()):
        lines.insert(0, f"Searched for: {answer.standalone_question}")
    lines.extend(_source_lines(source) for source in answer.sources)
    if answer.closest:
        lines.append("Closest, but does not answer this:")
        lines.extend(_source_lines(source, numbered=False) for source in answer.closest)
    lines.extend(f"Note: {notice}" for notice in answer.notices)
    return "\n".join(lines)


def tiers_text(tiers: Tiers) -> str:
    """Return the three panes as lines of titles."""
    panes = (("Cited", tiers.cited), ("Related", tiers.related), ("Maybe try", tiers.maybe_try))
    return "\n".join(f"{name}: {', '.join(d.title for d in found) or '-'}" for name, found in panes)


def model_line(model: ModelView) -> str:
    """Return one line of the list of models."""
    mark = "*" if model.in_use else " "
    size = f"{model.size / 1e6:7.0f} MB"
    return f"{mark} {model.role:9} {model.id:24} {model.state:8} {size}  {model.licence}  {model.name}"


def _source_lines(source: Source, *, numbered: bool = True) -> str:
    where = place(source, source.document.title)
    head = f"[{source.n}] " if numbered else "- "
    return f"{head}{source.document.title}" + (f", {where}" if where else "") + "\n" + _indented(source.quote)


def _indented(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), _WIDTH, initial_indent="     ", subsequent_indent="     ")


def tour_text(report: TourReport) -> str:
    """Return what happened on the tour: documents, questions with answers and tiers, screenshots."""
    lines = [f"{len(report.documents)} documents added"]
    for answer in report.answers:
        lines += [
            "",
            f"Q: {answer.question}",
            f"   {answer.outcome} in {answer.timings_ms['total'] / 1000:.1f} s",
        ]
        lines += [answer_text(answer), tiers_text(answer.tiers)]
    lines += ["", *(f"screenshot {picture}" for picture in report.pictures)]
    lines.append("The tour went as it should." if report.ok else f"The tour FAILED. {report.problem}".strip())
    return "\n".join(lines)
