"""Invented reports of several firms, each with versions that say nearly the same, and questions about them.

Every question has one right document; its rivals are other years, quarters, halves, months or versions.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class VersionQuestion:
    """A question and the file that answers it."""

    text: str
    file: str


def reports() -> dict[str, str]:
    """Return the texts by file name."""
    return dict([*_halden(), *_borea(), *_kestrel(), *_orla(), *_manuals(), *_minutes()])


def _halden() -> Iterator[tuple[str, str]]:
    """A shipyard with yearly reports, the year in name and text; each compares with the year before."""
    figures = {2020: (41.2, 310), 2021: (44.9, 322), 2022: (47.3, 351), 2023: (52.8, 366), 2024: (50.1, 359)}
    for year, (revenue, staff) in figures.items():
        before, _ = figures.get(year - 1, (39.8, 300))
        text = (
            f"# Halden Marine annual report {year}\n\n"
            f"Halden Marine closed the year {year} with a revenue of {revenue} million crowns, after "
            f"{before} million in {year - 1}. At the end of the year the yard employed {staff} people.\n\n"
            f"## Outlook\n\nFor {year + 1} the board of Halden Marine expects more refits and fewer new "
            f"hulls. The dry dock will be closed for six weeks in {year + 1}.\n"
        )
        yield f"halden-marine-annual-report-{year}.md", text


def _borea() -> Iterator[tuple[str, str]]:
    """An energy firm with quarterly letters; the file names are short."""
    heat = {
        (2022, 3): 118, (2022, 4): 171, (2023, 1): 182, (2023, 2): 97, (2023, 3): 111, (2023, 4): 169,
        (2024, 1): 190, (2024, 2): 93,
    }  # fmt: skip
    names = {1: "first", 2: "second", 3: "third", 4: "fourth"}
    for (year, quarter), sold in heat.items():
        text = (
            f"Borea Heat letter to shareholders\n\nThe {names[quarter]} quarter of {year} was quiet. Borea "
            f"Heat sold {sold} gigawatt hours of heat, against {sold - 7} in the same quarter of {year - 1}. "
            f"The net margin was {4 + sold % 5}.{quarter} percent. Two boilers were down for repair.\n"
        )
        yield f"borea_Q{quarter}_{year}.txt", text


def _kestrel() -> Iterator[tuple[str, str]]:
    """A food maker with fiscal years and half-years; the texts do not name their period."""
    for year, waste in {2021: 61, 2022: 55, 2023: 49}.items():
        text = (
            "Kestrel Foods results\n\nThe bakery lines ran at nearly full load. Kestrel Foods threw away "
            f"{waste} tonnes of dough in the fiscal year. The dividend is {waste - 20} cents a share.\n"
        )
        yield f"Kestrel Foods FY{year}.txt", text
    for year, half, share in ((2022, 1, 31), (2022, 2, 34), (2023, 1, 36), (2023, 2, 39)):
        text = (
            f"Kestrel Foods half-year results\n\nOat drinks made up {share} percent of what Kestrel Foods "
            "sold in the half-year. The bakery lines ran at nearly full load.\n"
        )
        yield f"kestrel-h{half}-{year}.txt", text


def _orla() -> Iterator[tuple[str, str]]:
    """A German firm; quarter and year in words."""
    for year, quarter, orders in ((2022, 1, 84), (2022, 2, 79), (2023, 1, 91), (2023, 2, 88), (2023, 3, 95)):
        text = (
            f"Orla Werkzeuge, Bericht zum {quarter}. Quartal {year}\n\nDer Auftragseingang der Orla "
            f"Werkzeuge lag im Berichtszeitraum bei {orders} Millionen Euro. Die Zahl der Lehrlinge stieg "
            f"auf {orders - 50}.\n"
        )
        yield f"orla-quartalsbericht-{year}-q{quarter}.txt", text


def _manuals() -> Iterator[tuple[str, str]]:
    """A program whose manual exists in versions."""
    for version, limit in {"1.9": 4, "2.0": 8, "2.1": 16, "3.0": 64}.items():
        text = (
            f"# Fathom manual\n\nThis manual describes version {version} of Fathom, the depth logger. Fathom "
            f"stores up to {limit} dives before the memory has to be cleared. Hold both keys to clear it.\n"
        )
        yield f"fathom-manual-v{version}.md", text


def _minutes() -> Iterator[tuple[str, str]]:
    """A club whose minutes carry the day in the name alone."""
    for day, people in {"2023-03-14": 12, "2023-09-12": 9, "2024-03-12": 15, "2024-09-10": 11}.items():
        text = (
            "Minutes of the committee of the rowing club\n\n"
            f"{people} members attended. The boat house roof was discussed. The fee stays at "
            f"{people + 30} pounds.\n"
        )
        yield f"rowing-club-minutes-{day}.txt", text


Q = VersionQuestion
QUESTIONS = (
    Q("What revenue did Halden Marine have in 2022?", "halden-marine-annual-report-2022.md"),
    Q("How many people did Halden Marine employ at the end of 2020?", "halden-marine-annual-report-2020.md"),
    Q("Halden Marine annual report 2023: revenue", "halden-marine-annual-report-2023.md"),
    Q(
        "What does the Halden Marine report for 2021 say about revenue?",
        "halden-marine-annual-report-2021.md",
    ),
    Q(
        "How many people work for Halden Marine according to the latest annual report?",
        "halden-marine-annual-report-2024.md",
    ),
    Q(
        "What does the 2023 annual report of Halden Marine expect for the next year?",
        "halden-marine-annual-report-2023.md",
    ),
    Q("Staff of the Halden yard in halden-marine-annual-report-2021", "halden-marine-annual-report-2021.md"),
    Q("How much heat did Borea sell in the third quarter of 2022?", "borea_Q3_2022.txt"),
    Q("How much heat did Borea sell in Q3 2023?", "borea_Q3_2023.txt"),
    Q("Borea Heat net margin, second quarter 2023", "borea_Q2_2023.txt"),
    Q("What was the net margin of Borea in Q1 of 2024?", "borea_Q1_2024.txt"),
    Q("Borea net margin 4Q 2022", "borea_Q4_2022.txt"),
    Q("How many boilers of Borea were down in the first quarter of 2023?", "borea_Q1_2023.txt"),
    Q("What did Borea Heat sell according to its most recent letter?", "borea_Q2_2024.txt"),
    Q("Borea 2023 Q4 heat sold", "borea_Q4_2023.txt"),
    Q("How much dough did Kestrel Foods throw away in fiscal year 2022?", "Kestrel Foods FY2022.txt"),
    Q("What dividend did Kestrel Foods pay for FY2021?", "Kestrel Foods FY2021.txt"),
    Q("What dividend did Kestrel pay for FY23?", "Kestrel Foods FY2023.txt"),
    Q("What share of Kestrel's sales were oat drinks in the first half of 2023?", "kestrel-h1-2023.txt"),
    Q("Kestrel oat drinks H2 2022", "kestrel-h2-2022.txt"),
    Q("What share did oat drinks have at Kestrel Foods in the second half of 2023?", "kestrel-h2-2023.txt"),
    Q(
        "Wie hoch war der Auftragseingang von Orla im ersten Quartal 2022?",
        "orla-quartalsbericht-2022-q1.txt",
    ),
    Q("Wie viele Lehrlinge hatte Orla im 2. Quartal 2023?", "orla-quartalsbericht-2023-q2.txt"),
    Q("Auftragseingang Orla Q3 2023", "orla-quartalsbericht-2023-q3.txt"),
    Q(
        "What orders did Orla Werkzeuge receive in the first quarter of 2023?",
        "orla-quartalsbericht-2023-q1.txt",
    ),
    Q("How many dives does Fathom 2.0 store?", "fathom-manual-v2.0.md"),
    Q("How many dives can Fathom v2.1 store?", "fathom-manual-v2.1.md"),
    Q("How many dives does version 1.9 of Fathom store?", "fathom-manual-v1.9.md"),
    Q("How many dives does the current version of Fathom store?", "fathom-manual-v3.0.md"),
    Q(
        "How many members attended the rowing club committee in March 2024?",
        "rowing-club-minutes-2024-03-12.txt",
    ),
    Q("What was the fee of the rowing club in September 2023?", "rowing-club-minutes-2023-09-12.txt"),
    Q("Who attended the rowing club committee on 12 March 2024?", "rowing-club-minutes-2024-03-12.txt"),
    Q("What is the fee of the rowing club?", "rowing-club-minutes-2024-09-10.txt"),
)
