"""A small boost for recent documents, applied once, after fusion."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime

from desktop.retrieval.hits import RankedHit, ranked

DEFAULT_WEIGHT = 0.0007
DEFAULT_HALF_LIFE_DAYS = 365.0
_SECONDS_A_DAY = 86400.0


def boost_recent(
    hits: Sequence[RankedHit],
    *,
    now: datetime,
    weight: float = DEFAULT_WEIGHT,
    half_life_days: float = DEFAULT_HALF_LIFE_DAYS,
) -> list[RankedHit]:
    """Return the hits with `weight * exp(-age / half life)` added to each score, in their new order.

    A future date counts as age 0; a hit without a readable date is left as it is. Raises ValueError when
    the half-life is not positive.
    """
    if half_life_days <= 0:
        raise ValueError("half-life must be positive")
    if weight == 0:
        return list(hits)
    return ranked([_boosted(hit, now, weight, half_life_days) for hit in hits])


def age_days(created_at: str | None, now: datetime) -> float | None:
    """Return the age of an ISO 8601 date in days, never below 0; None when there is no readable date."""
    if not created_at:
        return None
    try:
        created = datetime.fromisoformat(created_at)
    except ValueError:
        return None
    created = created if created.tzinfo else created.replace(tzinfo=UTC)
    now = now if now.tzinfo else now.replace(tzinfo=UTC)
    return max(0.0, (now - created).total_seconds() / _SECONDS_A_DAY)


def _boosted(hit: RankedHit, now: datetime, weight: float, half_life_days: float) -> RankedHit:
    age = age_days(hit.created_at, now)
    if age is None:
        return hit
    boost = weight * math.exp(-age / half_life_days)
    return hit.with_factor("recency", boost, hit.score + boost)
