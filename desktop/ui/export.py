"""How answers leave the program: as Markdown, HTML or PDF files and as text for the clipboard."""

import html
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMarginsF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from desktop.domain.answers import Answer, Source
from desktop.domain.errors import UserError
from desktop.ui import said
from desktop.ui.answer_layout import Block, cited_numbers, lay_out
from desktop.ui.quoted_layout import QuotedPart, lay_out_quoted

translate = QCoreApplication.translate

_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_MARKDOWN_STARTS = re.compile(r"^(\s*)([-+=]|\d+[.)])(?=\s)", re.MULTILINE)

_STYLE = """
body { font-family: Georgia, 'DejaVu Serif', serif; line-height: 150%; max-width: 42em; margin: 3em auto; }
h2 { margin-top: 32px; } blockquote { margin: 8px 24px; } .note { color: #6b6459; } .doubt { color: #8a4b1f; }
ol, ul { margin-top: 8px; }
"""


def write(path: Path, turns: Sequence[Answer], title: str) -> None:
    """Write the turns to `path` in the format of its suffix (.md, .html or .pdf), whole or not at all."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".carrel-", suffix=path.suffix)
        os.close(handle)
        temporary = Path(name)
        try:
            _write(temporary, path.suffix.lower(), turns, title)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(
            translate("export", "Not exported"),
            translate("export", "{path} could not be written: {reason}.").format(
                path=path, reason=error.strerror or error
            ),
            translate("export", "Choose another place or check the free space."),
        ) from error


def to_markdown(turns: Sequence[Answer], title: str) -> str:
    """Return the turns as Markdown in which nothing of the documents can act as markup."""
    parts = [f"# {_escaped(title)}"]
    for turn in turns:
        parts += [f"## {_escaped(_line(turn.question))}", *_markdown_turn(turn)]
    return "\n\n".join(parts) + "\n"


def to_html(turns: Sequence[Answer], title: str) -> str:
    """Return the turns as one HTML page without scripts, links or anything to be loaded."""
    body = "".join(_html_turn(turn) for turn in turns)
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{html.escape(title)}</h1>{body}</body></html>"
    )


def to_plain(answer: Answer) -> str:
    """Return one answer with its sources, for the clipboard."""
    lines = [said.answer_text(answer).strip()]
    if answer.outcome == "quoted" and answer.sources:
        layout = lay_out_quoted(answer)
        lines = [
            *(line for part in layout.concluded for line in _plain_part(part)),
            translate("export", "In the documents' own words:"),
            *(line for part in layout.parts for line in _plain_part(part)),
        ]
    if answer.outcome == "answered" and any(not sentence.supported for sentence in answer.sentences):
        lines.append(translate("export", "Sentences without a number are not supported by the documents."))
    shown = _sources(answer)
    if shown:
        lines += [
            "",
            translate("export", "Sources"),
            *(f"[{s.n}] {said.source(s)}: “{_line(s.quote)}”" for s in shown),
        ]
    if answer.outcome == "deflected" and answer.closest:
        lines += ["", translate("export", "Closest, but does not answer this")]
        lines += [f"{said.source(s)}: “{_line(s.quote)}”" for s in answer.closest]
    return "\n".join(lines)


def _plain_part(part: QuotedPart) -> list[str]:
    lines = [part.words + _numbers(part)] if part.words else []
    return lines + ([f"“{part.source.quote.strip()}” [{part.source.n}]"] if part.source else [])


def _numbers(part: QuotedPart) -> str:
    return "".join(f" [{number}]" for number in part.citations)


def _write(path: Path, suffix: str, turns: Sequence[Answer], title: str) -> None:
    if suffix == ".pdf":
        _write_pdf(path, turns, title)
    elif suffix in {".html", ".htm"}:
        path.write_text(to_html(turns, title), "utf-8")
    else:
        path.write_text(to_markdown(turns, title), "utf-8")


def _write_pdf(path: Path, turns: Sequence[Answer], title: str) -> None:
    writer = QPdfWriter(str(path))
    writer.setTitle(title)
    writer.setCreator("Carrel")
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(22, 22, 22, 22), QPageLayout.Unit.Millimeter)
    document = QTextDocument()
    font = QFont(["Georgia", "DejaVu Serif", "serif"])
    font.setPointSizeF(10.5)
    document.setDefaultFont(font)
    document.setHtml(to_html(turns, title))
    document.print_(writer)


def _markdown_turn(turn: Answer) -> list[str]:
    parts = []
    if turn.outcome == "quoted" and turn.sources:
        layout = lay_out_quoted(turn)
        parts += [block for part in layout.concluded for block in _markdown_part(part)]
        parts.append("*" + translate("export", "In the documents' own words") + "*")
        parts += [block for part in layout.parts for block in _markdown_part(part)]
    else:
        for block in lay_out(turn):
            if block.kind == "code":
                fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", block.text)), default=0))
                parts.append(f"{fence}\n{block.text}\n{fence}")
            else:
                parts.append("".join(_markdown_run(r.text, r.citation, r.supported) for r in block.runs))
    parts += [f"*{_escaped(note)}*" for note in _notes(turn)]
    for heading, sources in _source_lists(turn):
        lines = [f"- {'' if turn.outcome == 'deflected' else f'[{s.n}] '}{_cited_line(s)}" for s in sources]
        parts += [f"**{heading}**", "\n".join(lines)]
    return parts


def _markdown_part(part: QuotedPart) -> list[str]:
    blocks = [_escaped(part.words) + _numbers(part)] if part.words else []
    quotation = [_quote(f"“{part.source.quote.strip()}”") + f" [{part.source.n}]"] if part.source else []
    return blocks + quotation


def _markdown_run(text: str, citation: int | None, supported: bool) -> str:
    if citation is not None:
        return text
    return (
        _escaped(text)
        if supported
        else f"{_escaped(text)} *({translate('export', 'not supported by the documents')})*"
    )


def _cited_line(source: Source) -> str:
    return f"{_escaped(said.source(source))}: “{_escaped(_line(source.quote))}”"


def _html_turn(turn: Answer) -> str:
    parts = [f'<h2 dir="auto">{html.escape(turn.question)}</h2>']
    if turn.outcome == "quoted" and turn.sources:
        layout = lay_out_quoted(turn)
        label = html.escape(translate("export", "In the documents' own words"))
        parts += [_html_part(part) for part in layout.concluded]
        parts.append(f'<p class="note">{label}</p>')
        parts += [_html_part(part) for part in layout.parts]
    else:
        parts += [_html_block(block) for block in lay_out(turn)]
    parts += [f'<p class="note">{html.escape(note)}</p>' for note in _notes(turn)]
    for heading, sources in _source_lists(turn):
        items = "".join(f"<li>{_html_source(s, turn)}</li>" for s in sources)
        parts.append(f'<p class="note">{html.escape(heading)}</p><ul>{items}</ul>')
    return "".join(parts)


def _html_part(part: QuotedPart) -> str:
    words = f'<p dir="auto">{html.escape(part.words)}{_numbers(part)}</p>' if part.words else ""
    source = part.source
    if source is None:
        return words
    return f'{words}<blockquote dir="auto">“{html.escape(source.quote.strip())}” [{source.n}]</blockquote>'


def _html_block(block: Block) -> str:
    pieces = []
    for run in block.runs:
        text = html.escape(run.text)
        if block.kind == "text":
            text = text.replace("\n", "<br>")
        if run.supported:
            pieces.append(text)
        else:
            note = html.escape(translate("export", "not supported by the documents"))
            pieces.append(f'<span class="doubt"><u>{text}</u> ({note})</span>')
    tag = "pre" if block.kind == "code" else "p"
    return f'<{tag} dir="auto">{"".join(pieces)}</{tag}>'


def _html_source(source: Source, turn: Answer) -> str:
    number = "" if turn.outcome == "deflected" else f"[{source.n}] "
    return f"{number}{html.escape(said.source(source))}: “{html.escape(_line(source.quote))}”"


def _notes(turn: Answer) -> list[str]:
    searched = translate("export", "Searched for: {question}").format(question=turn.standalone_question)
    completed = bool(turn.standalone_question) and turn.standalone_question != _line(turn.question)
    return [
        *([searched] if completed else []),
        *map(said.said, turn.notices),
        *([translate("export", "This answer was interrupted.")] if turn.interrupted else []),
    ]


def _source_lists(turn: Answer) -> list[tuple[str, Sequence[Source]]]:
    if turn.outcome == "deflected":
        return (
            [(translate("export", "Closest, but does not answer this"), turn.closest)] if turn.closest else []
        )
    sources = _sources(turn)
    return [(translate("export", "Sources"), sources)] if sources else []


def _sources(answer: Answer) -> list[Source]:
    if answer.outcome == "deflected":
        return []
    if answer.outcome == "quoted":
        return list(answer.sources)
    cited = cited_numbers(answer)
    return [source for source in answer.sources if source.n in cited]


def _line(text: str) -> str:
    return " ".join(text.split())


def _quote(text: str) -> str:
    return "\n".join("> " + _escaped(line) for line in text.splitlines())


def _escaped(text: str) -> str:
    return _MARKDOWN_STARTS.sub(r"\1\\\2", _MARKDOWN_SIGNS.sub(r"\\\1", text))
