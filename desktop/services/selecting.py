"""From the ranked passages of a question to those that are shown, as its profile and scopes say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop.domain.answers import SearchRequest
from desktop.retrieval.companions import Want, add_companions
from desktop.retrieval.hits import RankedHit, ranked
from desktop.retrieval.scopes import ScopedPassage, enumerate_scopes
from desktop.retrieval.selection import Selection
from desktop.services.candidates import Candidates, Passages, QuestionVector, passage_hit
from desktop.services.companion_search import best_fitting, scope_of, scoped_passage
from desktop.services.scoping import Plan
from desktop.store.library_file import Connection

NAMED_FACTOR = 1.05  # for a collection that the question names: measured, see DESIGN.md


@dataclass(frozen=True, slots=True)
class Asked:
    """One question on its way through the search."""

    request: SearchRequest
    vector: QuestionVector | None
    plan: Plan
    candidates: Candidates


@dataclass(frozen=True, slots=True)
class Selected:
    """The hits in the order they are shown, of which the first `count` are the result, and all passages."""

    hits: tuple[RankedHit, ...]
    count: int
    passages: Passages


def select_hits(c: Connection, asked: Asked, hits: Sequence[RankedHit]) -> Selected:
    """Return the result, at most `limit` hits and their companions, then the hits that follow.

    Nothing follows where several scopes share the result, nor a list of scopes.
    """
    passages = dict(asked.candidates.passages)
    selection, limit = asked.plan.selection, asked.request.limit
    hits = _named_raised(hits, passages, selection)
    by_id = {hit.chunk_id: hit for hit in hits}
    scoped = [scoped_passage(passages[hit.chunk_id], hit.score) for hit in hits]
    if selection.enumerates and asked.candidates.by_topic:
        listed = enumerate_scopes(scoped, asked.candidates.by_topic)[:limit]
        return Selected(tuple(by_id[passage.chunk_id] for passage in listed), len(listed), passages)
    chosen = selection.chosen(scoped, limit)
    suited = selection.suited(scoped)
    wanted = selection.wanted(chosen)
    further = _further(c, asked, wanted, [*chosen, *suited], passages)
    by_id |= {passage.chunk_id: passage_hit(*passages[passage.chunk_id], score=0.0) for passage in further}
    results = add_companions(wanted, chosen, [*suited, *further])
    shown = _marked(results, by_id, wanted)
    return Selected((*shown, *_following(shown, suited, by_id, selection)), len(shown), passages)


def _named_raised(hits: Sequence[RankedHit], passages: Passages, selection: Selection) -> Sequence[RankedHit]:
    """Return the hits with those of preferred collections raised."""
    if not selection.scopes or selection.only_named:
        return hits
    return ranked(
        [
            hit.with_factor("named collection", NAMED_FACTOR, hit.score * NAMED_FACTOR)
            if passages[hit.chunk_id][1].collection in selection.scopes
            else hit
            for hit in hits
        ]
    )


def _further(
    c: Connection, asked: Asked, wanted: Sequence[Want], pool: Sequence[ScopedPassage], passages: Passages
) -> list[ScopedPassage]:
    """Return wanted passages that are not among the candidates, from the rest of their scopes."""
    further: list[ScopedPassage] = []

    def look(want: Want, document: int | None) -> None:
        where = scope_of(asked.plan, want.scope, document)
        if where is None:
            return

        def fits(passage: ScopedPassage) -> bool:
            return want.fits(passage) and asked.plan.selection.suits(passage)

        found = best_fitting(c, asked.request, asked.vector, where, fits)
        if found is not None:
            passages[found[0].id] = found
            further.append(scoped_passage(found))

    for want in wanted:
        if want.document_first and not any(map(want.fits_document, (*pool, *further))):
            look(want, want.document_id)
        if not any(map(want.fits, (*pool, *further))):
            look(want, None)
    return further


def _marked(
    results: Sequence[ScopedPassage], by_id: dict[int, RankedHit], wanted: Sequence[Want]
) -> list[RankedHit]:
    """Return the hits of the results; the one that each rule asks for says so, brought along or not."""
    marks: dict[int, tuple[str, int]] = {}
    for want in wanted:
        fitting = [passage for passage in results if want.fits(passage)]
        fitting.sort(key=lambda passage: want.document_first and not want.fits_document(passage))
        for passage in fitting[:1]:
            match = want.rule.passage.search(passage.text)  # none when it is the heading that matches
            marks.setdefault(passage.chunk_id, (want.rule.name, match.start() if match is not None else 0))
    hits = [by_id[passage.chunk_id] for passage in results]
    return [
        replace(hit, companion=marks[hit.chunk_id][0], companion_at=marks[hit.chunk_id][1])
        if hit.chunk_id in marks
        else hit
        for hit in hits
    ]


def _following(
    shown: Sequence[RankedHit],
    suited: Sequence[ScopedPassage],
    by_id: dict[int, RankedHit],
    selection: Selection,
) -> list[RankedHit]:
    if selection.only_named and len(selection.scopes) > 1:
        return []
    known = {hit.chunk_id for hit in shown}
    return [by_id[passage.chunk_id] for passage in suited if passage.chunk_id not in known]
