"""What the program is made of, from a checkout and from what a build lays beside the program."""

from pathlib import Path

from desktop.services.shipped import ShippedPart, licence_text, own_licence, releases_page, shipped_parts

CHECKOUT = Path(__file__).parents[3]


def test_a_checkout_names_every_package_with_its_licence() -> None:
    parts = {part.name: part for part in shipped_parts(CHECKOUT)}
    assert {"Qt", "ggml and llama.cpp", "apsw", "numpy", "PySide6_Essentials"} <= parts.keys()
    assert [name for name, part in parts.items() if not part.licence] == []
    assert parts["numpy"].version
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in licence_text(parts["Qt"])
    assert list(parts) == sorted(parts, key=str.casefold)
    assert own_licence(CHECKOUT).is_file()


def test_a_build_tells_what_it_carries(tmp_path: Path) -> None:
    (tmp_path / "THIRD-PARTY.txt").write_text(
        "Carrel is licensed under the Apache License 2.0 (Carrel.txt). It contains:\n\n"
        "numpy 2.4.0: BSD-3-Clause\n"
        "ggml and llama.cpp: MIT\n"
        "Qt: LGPL-3.0-only; its source is at https://download.qt.io/\n",
        "utf-8",
    )
    (tmp_path / "ggml-and-llama.cpp").mkdir()
    text = tmp_path / "ggml-and-llama.cpp" / "ggml-MIT.txt"
    text.write_text("Permission is hereby granted", "utf-8")
    assert shipped_parts(CHECKOUT, tmp_path) == [
        ShippedPart("numpy", "2.4.0", "BSD-3-Clause"),
        ShippedPart("ggml and llama.cpp", "", "MIT", (text,)),
        ShippedPart("Qt", "", "LGPL-3.0-only", (), "https://download.qt.io/"),
    ]
    assert licence_text(ShippedPart("x", "", "MIT", (text,))) == "Permission is hereby granted"
    assert own_licence(CHECKOUT, tmp_path).name == "Carrel.txt"


def test_only_a_build_that_was_told_knows_its_releases(tmp_path: Path) -> None:
    assert releases_page(CHECKOUT / "resources") == ""
    (tmp_path / "releases-page.txt").write_text("https://example.org/releases\n", "utf-8")
    assert releases_page(tmp_path) == "https://example.org/releases"
    (tmp_path / "releases-page.txt").write_text("file:///etc/passwd\n", "utf-8")
    assert releases_page(tmp_path) == ""
