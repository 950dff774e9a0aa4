"""Whether llama.cpp can be built with its Vulkan backend here, which runs models on graphics processors."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import os
import re
import shutil
import sys
from pathlib import Path

from dev_steps import CACHE

OLDEST_HEADERS = (1, 4)
FETCHED = CACHE / "vulkan" / "include"  # where linux/vulkan_headers.sh lays newer headers than the system's
SYSTEM = Path("/usr/include")


def cmake_options() -> tuple[list[str], str]:
    """Return the CMake options of the backend and how it stands in words; none where a tool is missing."""
    if sys.platform == "darwin":
        return [], "Metal instead of Vulkan on this system"
    if shutil.which("glslc") is None:
        return [], "without Vulkan: glslc, the compiler of shaders, is not installed"
    found = [folder for folder in header_folders() if header_version(folder) >= OLDEST_HEADERS]
    if not found:
        wanted = ".".join(map(str, OLDEST_HEADERS))
        return [], f"without Vulkan: no headers of version {wanted} or newer (see packaging/README.md)"
    return ["-DGGML_VULKAN=ON", f"-DVulkan_INCLUDE_DIR={found[0].as_posix()}"], "with Vulkan"


def header_folders() -> list[Path]:
    """Return the folders that may hold the headers, the first choice first."""
    kit = os.environ.get("VULKAN_SDK")
    named = [Path(kit) / name for name in ("include", "Include")] if kit else []
    return [*named, FETCHED, SYSTEM]


def header_version(folder: Path) -> tuple[int, int]:
    """Return major and minor version of the Vulkan headers in a folder; (0, 0) where there are none."""
    try:
        text = (folder / "vulkan" / "vulkan_core.h").read_text(encoding="utf-8")
    except OSError:
        return 0, 0
    found = re.search(r"VK_HEADER_VERSION_COMPLETE VK_MAKE_API_VERSION\(\d+, (\d+), (\d+),", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)
