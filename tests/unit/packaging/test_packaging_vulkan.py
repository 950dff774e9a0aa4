"""Whether an installer gets the Vulkan backend: what must be there, and what is said when it is not."""

from collections.abc import Callable
from pathlib import Path

import build_freeze
import build_vulkan
import pytest

NEW = "#define VK_HEADER_VERSION_COMPLETE VK_MAKE_API_VERSION(0, 1, 4, VK_HEADER_VERSION)"
OLD = "#define VK_HEADER_VERSION_COMPLETE VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION)"


@pytest.fixture
def headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Return a function that lays headers into one of the two folders that are looked at."""
    folders = {"fetched": tmp_path / "fetched", "system": tmp_path / "system"}
    monkeypatch.setattr(build_vulkan, "FETCHED", folders["fetched"])
    monkeypatch.setattr(build_vulkan, "SYSTEM", folders["system"])
    monkeypatch.delenv("VULKAN_SDK", raising=False)
    monkeypatch.setattr(build_vulkan.sys, "platform", "linux")
    monkeypatch.setattr(build_vulkan.shutil, "which", lambda name: f"/usr/bin/{name}")

    def lay(place: str, text: str) -> Path:
        file = folders[place] / "vulkan" / "vulkan_core.h"
        file.parent.mkdir(parents=True)
        file.write_text(f"// head\n{text}\n", "utf-8")
        return folders[place]

    return lay


def test_new_headers_beside_old_ones_are_taken(headers: Callable[[str, str], Path]) -> None:
    headers("system", OLD)
    folder = headers("fetched", NEW)
    expected = ["-DGGML_VULKAN=ON", f"-DVulkan_INCLUDE_DIR={folder.as_posix()}"]
    assert build_vulkan.cmake_options() == (expected, "with Vulkan")


def test_headers_that_are_too_old_are_told(headers: Callable[[str, str], Path]) -> None:
    headers("system", OLD)
    options, words = build_vulkan.cmake_options()
    assert options == []
    assert words.startswith("without Vulkan: no headers of version 1.4")


def test_a_missing_compiler_is_told(
    headers: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    headers("system", NEW)
    monkeypatch.setattr(build_vulkan.shutil, "which", lambda _name: None)
    assert build_vulkan.cmake_options()[1].startswith("without Vulkan: glslc")


def test_a_build_for_every_processor_asks_for_both(
    headers: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P184: a person's own options come last and win."""
    headers("system", NEW)
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_BLAS=ON")
    assert build_freeze.portable() == "for every processor, with Vulkan"
    arguments = build_freeze.os.environ["CMAKE_ARGS"].split()
    assert arguments[0] == "-DGGML_NATIVE=OFF"
    assert {"-DGGML_CPU_ALL_VARIANTS=ON", "-DGGML_VULKAN=ON"} <= set(arguments)
    assert arguments[-1] == "-DGGML_BLAS=ON"
