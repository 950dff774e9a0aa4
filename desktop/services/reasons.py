"""Why a hit is where it is, in words for people."""

from desktop.retrieval.hits import RankedHit


def why(hit: RankedHit) -> tuple[str, ...]:
    """Return the reasons of one hit, the strongest kind first."""
    reasons: list[str] = []
    if hit.companion:
        reasons.append(f"brought along by the profile's rule “{hit.companion}”")
    if hit.name_hit:
        reasons.append("the question names this document")
    if hit.vector_rank is not None:
        reasons.append(f"number {hit.vector_rank} by meaning (cosine {hit.cosine:.3f})")
    if hit.lexical_rank is not None:
        reasons.append(f"number {hit.lexical_rank} by words")
    for name, amount in hit.factors:
        reasons.append(_factor(name, amount))
    reasons.append(f"score {hit.score:.5f}")
    return tuple(reasons)


def _factor(name: str, amount: float) -> str:
    if name == "language":
        return f"raised by {amount:.2f} for the language of the question"
    if name == "named collection":
        return f"raised by {amount:.2f} for the collection that the question names"
    if name == "version":
        return f"{'raised' if amount > 1 else 'lowered'} by {amount:.2f} for the version in its name"
    if name == "recency":
        return f"raised by {amount:.5f} for its date"
    return f"{name} {amount:.4f}"
