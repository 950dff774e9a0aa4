"""Building installers: what is shipped, what is said of it, and what counts as a working program."""

import hashlib
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import build_check
import build_deb
import build_freeze
import frozen_contents
import licences
import pytest
import sbom
from checksums import write_checksums
from dev_steps import LOCKS, ROOT, SetUpError

from desktop import __version__
from desktop.llm.catalog import Catalog
from desktop.services.shipped import releases_page

MIT = licences.Part("spam", "1.0", "MIT")
MODEL = sbom.Model("small", "small.gguf", "MIT", "ab" * 32)


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/venv/x"),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", "/venv/x"),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", "/venv/x"),
        ("PySide6/plugins/platforms/qwindows.dll", "C:/venv/x"),
        ("PySide6/Qt/lib/libQt6Widgets.so.6", "/venv/x"),
        ("PySide6/Qt/translations/qtbase_es.qm", "/venv/x"),
        ("numpy.libs/libopenblas.so", "/venv/lib/python3.11/x"),
        ("libpython3.11.so.1.0", "/opt/python/lib/libpython3.11.so.1.0"),
    ],
)
def test_what_the_program_needs_is_kept(target: str, source: str) -> None:
    assert frozen_contents.wanted((target, source, "BINARY"), linux=True)


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", "/venv/x"),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "/venv/x"),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", "/venv/x"),
        ("PySide6/Qt/lib/libQt6Quick.so.6", "/venv/x"),
        ("PySide6/QtQml.abi3.so", "/venv/x"),
        ("PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6", "/venv/x"),
        ("selectolax/lexbor.c", "/venv/x"),
        ("PySide6/Qt6Quick.dll", "C:/venv/x"),
        ("PySide6/Qt/translations/qtbase_de.qm", "/venv/x"),
        ("libxcb.so.1", "/usr/lib/x86_64-linux-gnu/libxcb.so.1"),
        ("libstdc++.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6"),
    ],
)
def test_what_the_program_never_opens_is_left_out(target: str, source: str) -> None:
    assert not frozen_contents.wanted((target, source, "BINARY"), linux=True)


def test_system_libraries_are_shipped_where_no_package_brings_them() -> None:
    entry = ("libomp.dylib", "/usr/lib/libomp.dylib", "BINARY")
    assert frozen_contents.wanted(entry, linux=False)


def three(*names: str) -> list[str]:
    return [f"lib{name}.so{end}" for name in names for end in ("", ".0", ".0.25.3")]


def test_each_llama_library_is_shipped_once() -> None:
    """P205: llama_cpp/lib must be complete, under the names by which the libraries look for one another."""
    kept = frozen_contents.llama_libraries(three("llama", "ggml", "ggml-base", "ggml-cpu"), linux=True)
    assert kept == ["libggml-base.so.0", "libggml-cpu.so.0", "libggml.so.0", "libllama.so"]


def test_backends_chosen_while_running_keep_the_name_that_is_looked_for() -> None:
    """P184: each processor generation has a library of its own."""
    names = three("llama", "ggml", "ggml-base", "ggml-cpu-haswell", "ggml-cpu-x64", "ggml-vulkan")
    assert frozen_contents.llama_libraries(names, linux=True) == [
        "libggml-base.so.0",
        "libggml-cpu-haswell.so",
        "libggml-cpu-x64.so",
        "libggml-vulkan.so",
        "libggml.so.0",
        "libllama.so",
    ]


def test_other_systems_have_each_library_once_already() -> None:
    names = ["llama.dll", "ggml.dll", "llama.lib"]
    assert frozen_contents.llama_libraries(names, linux=False) == ["ggml.dll", "llama.dll"]


def answer(**details: str) -> dict[str, Any]:
    checks = [{"name": name, "ok": True, "detail": "works"} for name in build_check.PARTS]
    for check in checks:
        if check["name"] in details:
            check |= {"detail": details[str(check["name"])]}
    return {"ok": True, "checks": checks}


def test_a_complete_program_has_no_problem() -> None:
    """P187."""
    assert build_check.problems_of_doctor(answer()) == []


def test_a_part_that_fails_or_is_missing_is_named() -> None:
    """P187."""
    found = answer()
    found["checks"][2] |= {"ok": False, "detail": "no such module: vec0"}
    del found["checks"][5]
    problems = build_check.problems_of_doctor(found)
    assert problems == ["Reader was not checked.", "Vector index: no such module: vec0"]


def test_an_installer_without_recognition_is_not_complete() -> None:
    found = answer(**{"Text in pictures": "not installed; pages without text are named as such"})
    assert len(build_check.problems_of_doctor(found)) == 1


def test_the_program_is_tried_without_the_build_machine(tmp_path: Path) -> None:
    """P201: nothing outside the installer may help it."""
    bare = build_check.bare_environment({"PATH": "/venv/bin", "CARREL_MODELS": "/m", "LANG": "C"}, tmp_path)
    assert "CARREL_MODELS" not in bare
    assert "/venv" not in bare["PATH"]
    assert bare["LANG"] == "C"


def program(folder: Path, script: str) -> Path:
    made = folder / "carrel"
    made.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    made.chmod(0o755)
    return made


def test_a_program_that_says_more_than_its_result_fails(tmp_path: Path) -> None:
    noisy = program(tmp_path, "echo '{\"ok\": true}'; echo 'cannot load libX' >&2")
    with pytest.raises(SetUpError, match="cannot load libX"):
        build_check.check(noisy)


def test_a_program_without_a_result_fails(tmp_path: Path) -> None:
    with pytest.raises(SetUpError, match="carrel doctor said"):
        build_check.check(program(tmp_path, "echo hello"))


def test_the_version_is_written_in_one_place() -> None:
    assert build_freeze.version() == __version__
    others = ["windows/carrel.iss", "linux/metainfo.xml", "carrel.spec", "build_deb.py", "macos/make_dmg.sh"]
    assert not any(__version__ in (LOCKS / name).read_text(encoding="utf-8") for name in others)


def test_installers_carry_the_models_that_are_used_by_default(tmp_path: Path) -> None:
    """P201."""
    catalog = Catalog(ROOT / "resources" / "models.toml", tmp_path)
    default = {entry.file for entry in catalog.entries if entry.default}
    assert {model.file for model in build_freeze.shipped_models()} == default


def test_a_model_lies_where_the_program_looks(tmp_path: Path) -> None:
    """P201."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / MODEL.file).write_bytes(b"weights")
    build_freeze.add_model(MODEL, tmp_path / "cache", tmp_path / "resources" / "models")
    assert (tmp_path / "resources" / "models" / MODEL.file).read_bytes() == b"weights"


def test_the_page_of_releases_is_written_where_the_build_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CARREL_RELEASES_PAGE", raising=False)
    build_freeze.add_releases_page(tmp_path)
    assert releases_page(tmp_path) == ""
    monkeypatch.setenv("CARREL_RELEASES_PAGE", "https://example.org/releases")
    build_freeze.add_releases_page(tmp_path)
    assert releases_page(tmp_path) == "https://example.org/releases"


def installed(site: Path, name: str, licence: str, *files: str) -> None:
    information = site / f"{name}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{licence}\n")
    (information / "LICENSE").write_text(f"licence of {name}")
    listed = [*files, f"{information.name}/LICENSE", f"{information.name}/METADATA"]
    (information / "RECORD").write_text("".join(f"{file},,\n" for file in listed))


def test_only_what_is_shipped_is_listed(tmp_path: Path) -> None:
    installed(tmp_path, "spam", "License-Expression: MIT", "spam/__init__.py")
    installed(tmp_path, "eggs", "License: BSD", "eggs/__init__.py")
    parts = licences.shipped_parts([tmp_path / "spam" / "__init__.py"], tmp_path)
    names = {part.name for part in parts}
    assert {"spam", "Python"} <= names
    assert not {"eggs", "Qt"} & names


def test_what_a_package_brings_along_is_listed(tmp_path: Path) -> None:
    installed(tmp_path, "PySide6_Essentials", "License: LGPL-3.0-only", "PySide6/QtCore.so")
    parts = licences.shipped_parts([tmp_path / "PySide6" / "QtCore.so"], tmp_path)
    qt = next(part for part in parts if part.name == "Qt")
    assert [text.name for text in qt.texts] == ["LGPL-3.0.txt", "GPL-3.0.txt"]
    assert all(text.is_file() for part in parts for text in part.texts)


def test_every_text_of_a_part_is_there() -> None:
    with (licences.TEXTS / "parts.toml").open("rb") as file:
        texts = {text for part in tomllib.load(file)["part"] for text in part["texts"]}
    assert all((licences.TEXTS / text).is_file() for text in texts - {"LICENSE"})


@pytest.mark.parametrize(
    ("stated", "licence"),
    [
        ("License-Expression: MIT OR Apache-2.0\nLicense: other", "MIT OR Apache-2.0"),
        ("Classifier: License :: OSI Approved :: MIT License", "MIT License"),
        ("License: BSD-3-Clause", "BSD-3-Clause"),
        ("Summary: nothing", ""),
    ],
)
def test_licences_as_packages_state_them(tmp_path: Path, stated: str, licence: str) -> None:
    installed(tmp_path, "spam", stated, "spam.py")
    spam = licences.shipped_parts([tmp_path / "spam.py"], tmp_path)
    assert next(part.licence for part in spam if part.name == "spam") == licence


def test_notices_hold_every_text(tmp_path: Path) -> None:
    text = tmp_path / "COPYING"
    text.write_text("the text")
    licences.write([licences.Part("spam & eggs", "1.0", "MIT", (text,))], tmp_path / "licences")
    assert (tmp_path / "licences" / "spam-eggs" / "COPYING").read_text() == "the text"
    assert "spam & eggs 1.0: MIT" in (tmp_path / "licences" / "THIRD-PARTY.txt").read_text()
    assert (tmp_path / "licences" / "Carrel.txt").is_file()


def test_texts_in_folders_of_licences_are_found_whatever_their_name(tmp_path: Path) -> None:
    installed(tmp_path, "spam", "License: MIT", "spam.py", "spam-1.0.dist-info/licenses/BUILD/zlib.txt")
    (tmp_path / "spam-1.0.dist-info/licenses/BUILD").mkdir(parents=True)
    (tmp_path / "spam-1.0.dist-info/licenses/BUILD/zlib.txt").touch()
    parts = licences.shipped_parts([tmp_path / "spam.py"], tmp_path)
    spam = next(part for part in parts if part.name == "spam")
    assert [text.name for text in spam.texts] == ["LICENSE", "zlib.txt"]


def test_a_part_of_unknown_licence_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(SetUpError, match="spam"):
        licences.write([licences.Part("spam", "1.0", "")], tmp_path / "licences")


def test_the_bill_of_materials_lists_everything_once() -> None:
    document = sbom.document("1.2.3", [MIT, licences.Part("Qt", "", "LGPL", python=False)], [MODEL])
    assert document["metadata"]["component"]["version"] == "1.2.3"
    components = document["components"]
    assert [component["name"] for component in components] == ["spam", "Qt", "small"]
    assert components[0]["purl"] == "pkg:pypi/spam@1.0"
    assert "purl" not in components[1]
    assert components[2]["hashes"] == [{"alg": "SHA-256", "content": MODEL.sha256}]
    references = [component["bom-ref"] for component in components]
    assert document["dependencies"] == [{"ref": "carrel", "dependsOn": references}]
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", document["serialNumber"])


def test_the_same_contents_give_the_same_bill() -> None:
    assert sbom.document("1", [MIT], [MODEL]) == sbom.document("1", [MIT], [MODEL])
    assert sbom.document("1", [MIT], [])["serialNumber"] != sbom.document("2", [MIT], [])["serialNumber"]


def test_checksums_are_in_the_form_that_is_checked(tmp_path: Path) -> None:
    product = tmp_path / "carrel.deb"
    product.write_bytes(b"product")
    write_checksums(tmp_path / "SHA256SUMS", [product])
    expected = f"{hashlib.sha256(b'product').hexdigest()}  carrel.deb\n"
    assert (tmp_path / "SHA256SUMS").read_text() == expected


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    folder = tmp_path / "frozen"
    (folder / "_internal").mkdir(parents=True)
    (folder / "carrel").write_bytes(b"\x7fELF program")
    (folder / "carrel").chmod(0o700)
    (folder / "_internal" / "data.bin").write_bytes(b"data")
    return folder


def test_the_package_lays_out_what_a_desktop_expects(frozen: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    build_deb.lay_out(frozen, tree)
    assert (tree / "opt/carrel/carrel").is_file()
    assert (tree / "usr/bin/carrel").readlink() == Path("/opt/carrel/carrel")
    entry = (tree / "usr/share/applications/carrel.desktop").read_text()
    assert "Exec=/usr/bin/carrel open %F" in entry
    assert "application/pdf" in entry
    information = (tree / "usr/share/metainfo/app.carrel.Carrel.metainfo.xml").read_text()
    assert f'version="{__version__}"' in information
    assert "@" not in information
    listed = dict(reversed(line.split("  ", 1)) for line in build_deb.sums(tree))
    assert listed["opt/carrel/_internal/data.bin\n"] == hashlib.md5(b"data").hexdigest()


def test_the_program_of_a_package_is_open_to_everybody(frozen: Path) -> None:
    build_deb._open_to_all(frozen)
    modes = {path.name: path.stat().st_mode & 0o777 for path in frozen.rglob("*")}
    assert modes == {"carrel": 0o755, "_internal": 0o755, "data.bin": 0o644}


def test_libraries_are_told_by_their_content(frozen: Path) -> None:
    assert [path.name for path in build_deb.elf_files(frozen)] == ["carrel"]


def test_the_release_has_the_date_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert build_deb.today() == "1970-01-02"


def test_the_control_file_reads_as_one_paragraph() -> None:
    fields = dict(
        line.split(": ", 1)
        for line in build_deb.control("1.2.3", "amd64", "libc6", 10).splitlines()
        if not line.startswith(" ")
    )
    assert (fields["Version"], fields["Architecture"], fields["Depends"]) == ("1.2.3", "amd64", "libc6")
    assert fields["Installed-Size"] == "10"


def test_nothing_that_is_built_is_under_version_control() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    endings = (".deb", ".exe", ".dmg", ".gguf", ".spec.log")
    assert not [name for name in listed.splitlines() if name.endswith(endings)]
