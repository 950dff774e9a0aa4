"""Years of Japanese eras."""

_BEFORE_FIRST = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}

ERA_YEAR = rf"(?P<era>{'|'.join(_BEFORE_FIRST)})\s?(?P<era_year>\d{{1,2}}|元)"
"""The pattern of a year of an era, before the sign for year; 元 is the first."""


def gregorian_year(era: str, year: str) -> int:
    """Return the year for the groups of ERA_YEAR: 令和 and 6 give 2024."""
    return _BEFORE_FIRST[era] + (1 if year == "元" else int(year))
