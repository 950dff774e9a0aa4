"""The JSON that scripts see: each record in exactly the form of the command line's contract."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from desktop.domain.answers import Answer, Confidence, SearchHit, SearchResult, Sentence, Source, Tiers
from desktop.domain.errors import UserError
from desktop.domain.records import Chunk, Document, DocumentRef, Part
from desktop.services.calibrating import CalibrationReport
from desktop.services.evaluation_report import EvaluationReport
from desktop.services.views import Check, DeviceChoice, DocumentText, LibraryStatus, TourReport

JsonObject = dict[str, Any]


def document_json(document: Document) -> JsonObject:
    """Return a document as `add`, `documents` and `show` print it."""
    return {
        "id": document.id,
        "path": document.path,
        "title": document.title,
        "collection": document.collection,
        "state": document.state.value,
        "reason": document.reason,
        "pages": document.pages,
        "pages_without_text": document.pages_without_text,
        "chunks": document.chunks,
        "vectors": document.vectors,
        "language": document.language,
        "date": document.date,
        "date_source": document.date_source,
        "author": document.author,
        "encoding": document.encoding,
        "media_type": document.media_type,
        "parts_not_read": list(document.parts_not_read),
        "same_as": document.same_as,
        "offline": document.offline,
    }


def reference_json(document: DocumentRef) -> JsonObject:
    """Return the document of a hit or a source."""
    return {
        "id": document.id,
        "title": document.title,
        "path": document.path,
        "collection": document.collection,
        "date": document.date,
        "offline": document.offline,
    }


def chunk_json(chunk: Chunk) -> JsonObject:
    """Return the chunk of a hit."""
    return {
        "id": chunk.id,
        "position": chunk.position,
        "page": chunk.page,
        "page_label": chunk.page_label,
        "heading": chunk.heading,
        "start": chunk.start,
        "end": chunk.end,
        "text": chunk.text,
    }


def hit_json(hit: SearchHit) -> JsonObject:
    """Return one ranked hit."""
    return {
        "rank": hit.rank,
        "document": reference_json(hit.document),
        "chunk": chunk_json(hit.chunk),
        "score": hit.score,
        "cosine": hit.cosine,
        "lexical_rank": hit.lexical_rank,
        "vector_rank": hit.vector_rank,
        "name_hit": hit.name_hit,
        "why": list(hit.why),
    }


def tiers_json(tiers: Tiers) -> JsonObject:
    """Return the tiers; entries are id, title and path."""

    def entries(documents: Sequence[DocumentRef]) -> list[JsonObject]:
        return [{"id": d.id, "title": d.title, "path": d.path} for d in documents]

    return {
        "cited": entries(tiers.cited),
        "related": entries(tiers.related),
        "suggested": entries(tiers.suggested),
        "maybe_try": entries(tiers.maybe_try),
    }


def confidence_json(confidence: Confidence) -> JsonObject:
    """Return the signals of the honesty gate."""
    return {
        "z_score": confidence.z_score,
        "margin": confidence.margin,
        "term_coverage": confidence.term_coverage,
        "best_cosine": confidence.best_cosine,
        "answerable": confidence.answerable,
        "band": confidence.band,
        "reason": confidence.reason,
    }


def search_json(result: SearchResult) -> JsonObject:
    """Return the object of `carrel search --json`."""
    return {
        "question": result.question,
        "mode": result.mode,
        "scopes": list(result.scopes),
        "hits": [hit_json(hit) for hit in result.hits],
        "confidence": confidence_json(result.confidence),
        "tiers": tiers_json(result.tiers),
        "timings_ms": dict(result.timings_ms),
        "notices": list(result.notices),
    }


def source_json(source: Source) -> JsonObject:
    """Return a numbered source with its exact quotation."""
    return {
        "n": source.n,
        "document": reference_json(source.document),
        "page": source.page,
        "page_label": source.page_label,
        "heading": source.heading,
        "place": source.place,
        "start": source.start,
        "end": source.end,
        "quote": source.quote,
    }


def sentence_json(sentence: Sentence) -> JsonObject:
    """Return one sentence of an answer with its checked citations."""
    return {"text": sentence.text, "citations": list(sentence.citations), "supported": sentence.supported}


def answer_json(answer: Answer) -> JsonObject:
    """Return the object of `carrel ask --json`."""
    return {
        "question": answer.question,
        "standalone_question": answer.standalone_question,
        "outcome": answer.outcome,
        "answer": answer.text,
        "sentences": [sentence_json(s) for s in answer.sentences],
        "sources": [source_json(s) for s in answer.sources],
        "closest": [source_json(s) for s in answer.closest],
        "tiers": tiers_json(answer.tiers),
        "confidence": confidence_json(answer.confidence),
        "steps": list(answer.steps),
        "notices": list(answer.notices),
        "model": answer.model,
        "timings_ms": dict(answer.timings_ms),
        "conversation": answer.conversation_id,
    }


def part_json(part: Part) -> JsonObject:
    """Return one part of a document's text."""
    return {
        "start": part.start,
        "end": part.end,
        "kind": part.kind,
        "heading": part.heading,
        "page": part.page,
        "page_label": part.page_label,
        "place": part.place,
    }


def show_json(document: Document, shown: DocumentText) -> JsonObject:
    """Return the object of `carrel show --json`."""
    return {
        "document": document_json(document),
        "text": shown.text,
        "length": shown.length,
        "parts": [part_json(part) for part in shown.parts],
    }


def status_json(status: LibraryStatus) -> JsonObject:
    """Return the object of `carrel status --json`."""
    return {name: getattr(status, name) for name in LibraryStatus.__slots__}


def error_json(error: UserError) -> JsonObject:
    """Return the object that says why a command could not do its work."""
    return {"error": {"title": error.title, "detail": error.detail, "advice": error.advice}}


def device_json(choice: DeviceChoice) -> JsonObject:
    """Return the object of `carrel models device --json`."""
    return {
        "chosen": choice.chosen or "automatic",
        "used": choice.used or "processor",
        "reason": choice.reason,
        "devices": [{"name": device.id, "words": device.words} for device in choice.devices],
    }


def doctor_json(checks: Sequence[Check]) -> JsonObject:
    """Return the object of `carrel doctor --json`."""
    return {
        "ok": all(check.ok for check in checks),
        "checks": [{"name": c.name, "ok": c.ok, "detail": c.detail} for c in checks],
    }


def tour_json(report: TourReport) -> JsonObject:
    """Return the object of `carrel tour --json`."""
    return {
        "ok": report.ok,
        "problem": report.problem,
        "documents": [document_json(document) for document in report.documents],
        "answers": [answer_json(answer) for answer in report.answers],
        "screenshots": list(report.pictures),
    }


def evaluation_json(report: EvaluationReport) -> JsonObject:
    """Return the object of `carrel eval --json`; parts that were not asked for are absent."""
    result: JsonObject = {
        "collection": report.collection,
        "mode": report.mode,
        "questions": report.questions,
        "overall": asdict(report.overall),
        "by_class": {name: asdict(measures) for name, measures in report.by_class.items()},
    }
    if report.gate is not None:
        by_class = {name: asdict(measures) for name, measures in report.gate_by_class.items()}
        result["gate"] = asdict(report.gate) | {"by_class": by_class}
    if report.answers is not None:
        answers = {name: asdict(measures) for name, measures in report.answers_by_class.items()}
        result["answers"] = asdict(report.answers) | {"by_class": answers}
    return result | {"notices": list(report.notices), "timings_ms": dict(report.timings_ms)}


def calibration_json(report: CalibrationReport) -> JsonObject:
    """Return the object of `carrel calibrate --json`; figures of questions the gates were not fitted to."""
    return {
        "model": report.model,
        "embedder": report.embedder,
        "questions": report.questions,
        "answerable": report.answerable,
        "held_out": {name: asdict(getattr(report, name)) for name in ("passages", "sentences", "floors")},
        "floors": {"answer": report.answer_floor, "lexical_support": report.lexical_support_floor},
        "file": report.file,
    }
