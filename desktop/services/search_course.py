"""What happens on the way of one search."""

import time
from dataclasses import dataclass, field

from desktop.domain.answers import SearchModes
from desktop.domain.work import CancelToken, Report


@dataclass
class Course:
    """The modes chosen, the steps that are reported, the time they took, what the person should know."""

    modes: SearchModes
    token: CancelToken
    report: Report
    notices: list[str] = field(default_factory=list)
    timings_ms: dict[str, float] = field(default_factory=dict)

    def took(self, step: str, started: float) -> None:
        """Note the time of a step since `started`, of the performance counter."""
        self.timings_ms[step] = (time.perf_counter() - started) * 1000
