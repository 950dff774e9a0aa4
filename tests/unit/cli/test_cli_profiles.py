"""Retrieval profiles and the language of documents on the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import Run


@pytest.fixture
def filled(carrel: Run, write: Callable[[str, str], Path]) -> Run:
    carrel("add", write("lease.md", "The lease ends with notice of three months."), "--collection", "Leases")
    carrel("add", write("cake.md", "The cake rests for an hour before it is cut."), "--collection", "Recipes")
    return carrel


def own(data_folder: Path, text: str) -> Path:
    path = data_folder / "profiles" / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_profiles_are_listed_with_what_they_are_for_and_their_errors(filled: Run, data_folder: Path) -> None:
    path = own(data_folder, "name = 'mine'\nspeed = 1\n")
    ran = filled("profiles", "list")
    lines = ran.out.splitlines()
    assert lines[0].startswith("* general")
    assert "For contracts" in lines[1]
    assert lines[-1].endswith("ERROR: In mine.toml, line 2: `speed` is not known.")
    found = filled("profiles", "list", "--json").json
    assert found["library_profile"] == "general"
    assert [profile["name"] for profile in found["profiles"]] == [
        "general",
        "contracts",
        "homelab",
        "transit",
        "mine",
    ]
    assert found["profiles"][-1] == {
        "name": "mine",
        "description": "",
        "own": True,
        "path": str(path),
        "error": "In mine.toml, line 2: `speed` is not known.",
    }


def test_a_profile_is_chosen_for_the_library_and_for_a_collection(filled: Run) -> None:
    assert filled("profiles", "use", "homelab").out == "The library is searched with “homelab”.\n"
    ran = filled("profiles", "use", "contracts", "--collection", "leases")
    assert ran.out == "The collection “Leases” is searched with “contracts”.\n"
    shown = filled("collections").out
    assert "Leases  (profile contracts)" in shown
    assert "Recipes  (profile homelab, the library's)" in shown
    rows = filled("collections", "--json").json["collections"]
    assert [(row["name"], row["profile"], row["profile_of"]) for row in rows] == [
        ("Leases", "contracts", "collection"),
        ("Recipes", "homelab", "library"),
    ]
    filled("profiles", "use", "default", "--collection", "Leases")
    assert filled("profiles", "use", "default", "--json").json["library_profile"] == "general"
    assert filled("collections").out.count("general, the library's") == 2


def test_a_wrong_choice_is_refused(filled: Run) -> None:
    assert filled("profiles", "use", "fast").status == 1
    error = filled("profiles", "use", "transit", "--collection", "Nowhere", "--json")
    assert error.json["error"]["advice"] == "There are: Leases, Recipes."
    assert filled("profiles").status == 2


def test_a_file_is_checked(filled: Run, tmp_path: Path) -> None:
    file = tmp_path / "try.toml"
    file.write_text("name = 'try'\n", "utf-8")
    assert "without errors" in filled("profiles", "check", file).out
    assert filled("profiles", "check", file, "--json").json["name"] == "try"
    file.write_text("name = 'try'\n[fusion]\nk = 'much'\n", "utf-8")
    ran = filled("profiles", "check", file)
    assert ran.status == 1
    assert "In try.toml, line 3: `fusion.k` must be a number from 1 to 1000" in ran.err


def test_a_profile_changes_what_a_search_brings(filled: Run) -> None:
    question = ("search", "How do I cancel it?", "--mode", "lexical", "--json")
    assert filled(*question).json["hits"] == []
    filled("profiles", "use", "contracts", "--collection", "Leases")
    assert [hit["document"]["title"] for hit in filled(*question).json["hits"]] == ["lease"]


def test_a_bad_profile_is_said_beside_the_hits(filled: Run, data_folder: Path) -> None:
    path = own(data_folder, "name = 'mine'\n")
    filled("profiles", "use", "mine")
    path.write_text("name = 'mine'\nspeed = 1\n", "utf-8")
    ran = filled("search", "cake")
    assert "Note: The profile “mine” cannot be used" in ran.out
    assert "cake" in ran.out
    assert "Note: The profile" in filled("search", "zebra", "--mode", "lexical").out


def test_a_search_may_keep_to_one_language(carrel: Run, write: Callable[[str, str], Path]) -> None:
    carrel("add", write("en.txt", "The ferry leaves the harbour every morning at nine o'clock."))
    carrel("add", write("es.txt", "El transbordador sale del puerto todas las mañanas a las nueve."))
    found = carrel("search", "When does the ferry leave?", "--language", "es", "--json").json
    assert [hit["document"]["title"] for hit in found["hits"]] == ["es"]
    ran = carrel("search", "ferry", "--language", "french")
    assert ran.status == 1
    assert "There are: en, es." in ran.err
