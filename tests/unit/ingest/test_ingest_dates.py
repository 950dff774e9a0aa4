"""Dates and languages: certain or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.ingest.dates import document_date, find_in_name, find_in_text, parse
from desktop.ingest.language import detect


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("D:20240314101500+02'00'", "2024-03-14T10:15:00+02:00"),
        ("D:20150128120000Z", "2015-01-28T12:00:00Z"),
        ("2024-03-14T10:15:00Z", "2024-03-14T10:15:00Z"),
        ("14. März 2024", "2024-03-14"),
        ("14 de marzo de 2024", "2024-03-14"),
        ("March 3rd, 2024", "2024-03-03"),
        ("2024年3月14日", "2024-03-14"),
        ("令和6年3月14日", "2024-03-14"),
        ("平成元年1月8日", "1989-01-08"),
        ("3.5.2024", "2024-05-03"),
        ("31/12/2023", "2023-12-31"),
        ("Thu, 02 May 2024 10:00:00 +0200", "2024-05-02"),
        ("03/04/2024", None),
        ("2024-13-40", None),
        ("2024", None),
        ("", None),
    ],
)
def test_dates(written: str, iso: str | None) -> None:
    assert parse(written) == iso


@pytest.mark.parametrize(
    ("name", "iso"),
    [
        ("PEPSICO_2023_8K_dated-2023-05-05", "2023-05-05"),
        ("scan20240102_x", "2024-01-02"),
        ("NETFLIX_2015_10K", None),
        ("report 3.5.2024", "2024-05-03"),
    ],
)
def test_dates_in_names(name: str, iso: str | None) -> None:
    assert find_in_name(name) == iso


def test_order_of_sources() -> None:
    sources = {"front_matter": "2020-01-01", "metadata": ["2021-01-01"], "text": "Bern, 2 May 2022\n"}
    found = document_date(**sources, name="2023-01-01", modified=1.0)
    assert (found.iso, found.source) == ("2020-01-01", "front matter")
    found = document_date(**{**sources, "front_matter": ""}, name="2023-01-01", modified=1.0)
    assert (found.iso, found.source) == ("2021-01-01", "metadata")
    found = document_date(front_matter="", metadata=[], text=sources["text"], name="x", modified=1.0)
    assert (found.iso, found.source) == ("2022-05-02", "text")
    found = document_date(front_matter="", metadata=["2999-01-01"], text="", name="x", modified=86400.0)
    assert (found.iso, found.source) == ("1970-01-02T00:00:00+00:00", "file time")


@given(st.text(alphabet=st.sampled_from("0123456789-./: TZDMay年月日+'"), max_size=40))
def test_any_text_is_safe(text: str) -> None:
    for found in (parse(text), find_in_text(text), find_in_name(text)):
        assert found is None or len(found) >= 10


MIXED = (
    "We met in the city and talked about the rent of the house for a long time, until the evening. "
    "Wir haben in der Stadt lange über die Miete gesprochen, und zwar bis zum späten Abend."
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The north pump was inspected", "en"),
        ("Die Prüfung der Anlage", "de"),
        ("La tarifa es de 2 dólares", "es"),
        ("违约金为合同总额的百分之五", "zh"),
        ("契約の違約金は5%です", "ja"),
        ("Неустойка составляет пять процентов", "ru"),
        ("สวัสดีครับ", "th"),
        ("How often is the inspection?", "en"),
        ("Madrid", None),
        ("12345 67", None),
        ("ACME-4471 B-77", None),
        ("", None),
        (MIXED, None),
    ],
)
def test_language(text: str, language: str | None) -> None:
    assert detect(text) == language
