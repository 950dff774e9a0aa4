"""What happens on the way of one search."""

import time
from dataclasses import dataclass, field

from desktop.domain.answers import SearchModes
from desktop.domain.work import CancelToken, Report
from desktop.llm.interfaces import Vectors


@dataclass
class Course:
    """The modes chosen, the steps that are reported, the time they took, what the person should know.

    `supposed` is the vector of the question with a hypothetical answer, None when there is none.
    """

    modes: SearchModes
    token: CancelToken
    report: Report
    notices: list[str] = field(default_factory=list)
    timings_ms: dict[str, float] = field(default_factory=dict)
    supposed: Vectors | None = None

    def took(self, step: str, started: float) -> None:
        """Note the time of a step since `started`, of the performance counter."""
        self.timings_ms[step] = (time.perf_counter() - started) * 1000
