"""Versions in names and questions, and the right one first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.hits import RankedHit
from desktop.retrieval.version_order import (
    AGREEING_FACTOR,
    CONTRADICTING_FACTOR,
    OUTDATED_FACTOR,
    DatedName,
    prefer_versions,
    standings,
)
from desktop.retrieval.versions import edition, series, versions, wanted_end, with_periods


def hit(number: int, title: str, score: float, **fields: Any) -> RankedHit:
    return RankedHit(number, number, 0, f"/docs/{title}.txt", title, score=score, **fields)


def order(question: str, *hits: RankedHit, products: tuple[str, ...] = ()) -> list[str]:
    return [found.title for found in prefer_versions(question, list(hits), products)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("report_2022", {"year": {"2022"}}),
        ("results FY23", {"year": {"2023"}}),
        ("card-2024-01.txt", {"year": {"2024"}, "month": {"2024-01"}}),
        ("scan_20240312", {"year": {"2024"}, "month": {"2024-03"}, "day": {"2024-03-12"}}),
        ("12 March 2024", {"year": {"2024"}, "month": {"2024-03"}, "day": {"2024-03-12"}}),
        ("borea_Q3_2023", {"year": {"2023"}, "quarter": {"3"}}),
        ("the second quarter of 2023", {"year": {"2023"}, "quarter": {"2"}}),
        ("im ersten Quartal 2022", {"year": {"2022"}, "quarter": {"1"}}),
        ("2. Quartal", {"quarter": {"2"}}),
        ("segundo trimestre de 2023", {"year": {"2023"}, "quarter": {"2"}}),
        ("troisième trimestre", {"quarter": {"3"}}),
        ("H1 2023", {"year": {"2023"}, "half": {"1"}}),
        ("second half of 2022", {"year": {"2022"}, "half": {"2"}}),
        ("zweites Halbjahr 2022", {"year": {"2022"}, "half": {"2"}}),
        ("from 2019 to 2021", {"year": {"2019", "2020", "2021"}}),
        ("manual v2.0", {"version": {"2.0"}}),
        ("version 1.9", {"version": {"1.9"}}),
        ("3rd edition", {"version": {"3"}}),
        ("2. Auflage", {"version": {"2"}}),
    ],
)
def test_versions_of_a_text(text: str, named: dict[str, set[str]]) -> None:
    assert versions(text) == named


@pytest.mark.parametrize("text", ["plain words", "Q5", "10.0.0.1", "three halves", "1234567", "in v", ""])
def test_what_is_no_version(text: str) -> None:
    assert versions(text) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Annual report 2022", "Annual report 2023"),
        ("report_2022", "Report 2023"),
        ("Minutes of 12 March 2024", "Minutes of 3 May 2024"),
        ("Letter Q3 2022", "Letter, second quarter 2023"),
        ("Fathom manual v2.0", "Fathom manual, version 3"),
        ("charges-2023-04-01", "charges-2026-02-01"),
    ],
)
def test_versions_of_one_document_are_a_series(one: str, other: str) -> None:
    assert series(one) == series(other) != ""


def test_documents_of_other_names_are_no_series() -> None:
    assert series("Chapter 1") != series("Chapter 2")
    assert series("2022") != series("2023"), "nothing is left of a bare year"
    assert series("Borea report 2022") != series("Halden report 2022")


def test_editions_are_ordered_by_version_then_period_then_date() -> None:
    def of(name: str, date: str | None = None) -> tuple[tuple[int, ...], str]:
        return edition(name, f"/{name}.md", date)

    assert of("manual v1.9") < of("manual v1.10") < of("manual v2")
    assert of("report Q1 2023") < of("report Q2 2023") < of("report H1 2024")
    assert of("price", "2022-03-01") < of("price", "2024-05-01")
    assert of("price 2022", "2024-05-01") < of("price 2023", "2023-01-01"), "the name goes before the date"
    assert of("rules 2024", "2024-02-01") < of("rules 2024", "2024-09-01")


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("the newest report", 1), ("latest figures", 1), ("der aktuelle Bericht", 1),
        ("el informe más reciente", 1), ("the oldest report", -1), ("der älteste Bericht", -1),
        ("what is the price", 0), ("currently", 0),
    ],
)  # fmt: skip
def test_which_end_of_a_series_is_wanted(question: str, end: int) -> None:
    assert wanted_end(question) == end


def test_a_month_lies_in_a_quarter_and_a_date_counts_without_a_name() -> None:
    assert with_periods({"month": frozenset({"2024-05"})})["quarter"] == {"2"}
    assert with_periods({"month": frozenset({"2024-07"})})["half"] == {"2"}
    assert with_periods({}, "2024-05-01")["year"] == {"2024"}
    assert with_periods({"year": frozenset({"2022"})}, "2024-05-01") == {"year": {"2022"}}


class TestOrder:
    def test_the_document_of_the_asked_version_wins(self) -> None:
        hits = (hit(1, "report_2022", 0.0164), hit(2, "report_2023", 0.0161), hit(3, "plan", 0.01))
        assert order("headcount in the 2023 report", *hits) == ["report_2023", "plan", "report_2022"]
        assert order("headcount in the 2019 report", *hits) == ["report_2022", "report_2023", "plan"]

    def test_the_quarter_must_agree_with_the_year(self) -> None:
        hits = (hit(1, "Q2_2023", 1.0), hit(2, "Q3_2022", 1.0), hit(3, "Q3_2023", 0.9))
        assert order("sales in the third quarter of 2023", *hits)[0] == "Q3_2023"

    def test_the_month_of_a_name_answers_for_its_quarter(self) -> None:
        hits = (hit(1, "minutes 2024-08-01", 1.0), hit(2, "minutes 2024-02-01", 0.9))
        assert order("what was decided in Q1 2024", *hits)[0] == "minutes 2024-02-01"

    def test_a_bare_number_is_a_version_only_where_a_document_has_it(self) -> None:
        hits = (hit(1, "manual v2.1", 1.0), hit(2, "manual v2.0", 0.9))
        assert order("dives in Fathom 2.0", *hits)[0] == "manual v2.0"
        assert order("a pressure of 7.5 bar", *hits)[0] == "manual v2.1"

    def test_the_date_in_a_document_is_its_version_where_the_name_has_none(self) -> None:
        old = hit(1, "price list", 0.9, created_at="2022-03-01")
        new = hit(2, "price list", 1.0, created_at="2024-05-01")
        assert prefer_versions("the price in 2022", [new, old])[0].chunk_id == 1
        other = hit(3, "menu", 1.0, created_at="2024-05-01")
        assert prefer_versions("the price in 2022", [other, old])[0].chunk_id == 3, "no series, no rival"

    def test_the_date_of_a_file_says_nothing(self) -> None:
        hits = [
            hit(n, "price list", 1.0 - n / 100, created_at=f"202{n}-01-01", date_stated=False)
            for n in range(4)
        ]
        assert prefer_versions("the price", hits) == hits

    def test_unasked_the_newest_stands_before_what_is_hardly_better(self) -> None:
        old, new = hit(1, "price-2022", 1.0), hit(2, "price-2024", 0.98)
        found = prefer_versions("what is the price", [old, new])
        assert [h.title for h in found] == ["price-2024", "price-2022"]
        assert found[1].factors == (("outdated", OUTDATED_FACTOR),)
        assert (
            order("what is the price", hit(1, "price-2022", 1.0), hit(2, "price-2024", 0.5))[0]
            == "price-2022"
        )

    def test_documents_of_one_title_without_version_or_date_are_no_versions(self) -> None:
        parts = [hit(n, "Sea battles", 1.0 - n / 100, created_at=date) for n, date in enumerate(
            ["1805-10-21", None, "1916-05-31", None]
        )]  # fmt: skip
        assert prefer_versions("who won the battle", parts) == parts
        assert prefer_versions("who won the battle of 1916", parts) == parts

    def test_many_documents_of_one_title_are_records(self) -> None:
        hits = [hit(n, f"invoice 2024-01-{n:02}", 1.0 - n / 1000) for n in range(1, 12)]
        assert prefer_versions("what did the boots cost", hits) == hits
        assert order("the newest invoice", *hits)[0] == "invoice 2024-01-11"

    def test_the_newest_takes_the_place_of_the_best_of_its_series(self) -> None:
        hits = (
            hit(1, "report 2022", 1.0),
            hit(2, "plan 2021", 0.9),
            hit(3, "report 2024", 0.5),
            hit(4, "plan 2020", 0.2),
        )
        assert order("staff in the newest report", *hits)[:2] == ["report 2024", "plan 2021"]
        assert order("staff in the oldest report", *hits)[0] == "report 2022"

    def test_numbers_after_a_product_are_its_versions(self) -> None:
        hits = (hit(1, "Proxmox 7 upgrade", 1.0), hit(2, "Proxmox 8.2 upgrade", 0.9))
        assert order("upgrade proxmox 8", *hits, products=("Proxmox",))[0] == "Proxmox 8.2 upgrade"

    @given(
        question=st.text(max_size=40),
        titles=st.lists(st.sampled_from(["a 2022", "a 2023", "b v2", "b v3.1", "Q1 2024", "c"]), max_size=8),
    )
    def test_nothing_is_lost_and_nothing_but_versions_weighs(self, question: str, titles: list[str]) -> None:
        hits = [hit(number, title, 1.0 / (number + 1)) for number, title in enumerate(titles)]
        found = prefer_versions(question, hits)
        assert {h.chunk_id for h in found} == {h.chunk_id for h in hits}
        assert {name for h in found for name, _ in h.factors} <= {"version", "outdated"}


def test_standings_say_why() -> None:
    names = [DatedName(1, "price 2022", "/price 2022.txt"), DatedName(2, "price 2024", "/price 2024.txt")]
    reasons = {
        question: [(s.reason, sorted(s.right), sorted(s.rivals)) for s in standings(question, names)]
        for question in ("price", "price in 2022", "newest price", "price in 2019")
    }
    assert reasons == {
        "price": [("newest", [2], [1])],
        "price in 2022": [("asked", [1], [2])],
        "newest price": [("end", [2], [1])],
        "price in 2019": [],
    }
    assert AGREEING_FACTOR > 1 > OUTDATED_FACTOR > CONTRADICTING_FACTOR
