"""Opens llama.cpp and its compute libraries: the one for this processor, those of graphics processors.

A wheel made for many machines has one library for each processor generation and one for each kind of graphics
driver; another wheel has everything in one piece. Drivers are only touched where they are asked for: a broken
one can end the process.
"""

import ctypes
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from desktop.domain.errors import UserError
from desktop.llm.devices import Device, kind_of, named

_LOGGED = {3, 4}  # warnings and errors in ggml.h
_VARIANT = re.compile(r"^(?:lib)?ggml-cpu-(?P<name>\w+)\.(?:so|dll)$")
_DRIVERS = re.compile(r"^(?:lib)?ggml-(?:vulkan|cuda|hip|metal)\.(?:so|dll)$")
_GPU, _INTEGRATED = 1, 2  # types of devices in ggml-backend.h
_ENDINGS = {"win32": "{}.dll", "darwin": "lib{}.dylib"}

_lock = threading.Lock()


class LlamaLibrary:
    """The bindings and what was loaded for them."""

    def __init__(self, *, graphics: bool) -> None:
        # A thread of libgomp that spins while another program has the core costs up to ten times the speed.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        import llama_cpp.llama_cpp as bindings

        self.bindings: Any = bindings
        self._folder = Path(bindings.__file__).parent / "lib"
        self._log = bindings.llama_log_callback(_log_to_stderr)  # kept: ctypes would free it
        bindings.llama_log_set(self._log, None)
        self._registry = self._opened("ggml")
        self._base = self._opened("ggml-base")
        self.variant = self._load_variant()
        if graphics and self.variant:  # else the drivers are in the one piece already
            for path in _matching(self._folder, _DRIVERS):
                self._load(path)
        bindings.llama_backend_init()
        self._pointers = self._graphics_devices() if graphics else {}

    @property
    def devices(self) -> tuple[Device, ...]:
        """The graphics processors as their drivers list them, with the memory free at this moment."""
        return tuple(self._described(name, pointer) for name, pointer in self._pointers.items())

    def device_list(self, device: str) -> Any:  # noqa: ANN401 - ctypes array
        """Return what llama.cpp wants as the devices of a model: this one, or none for the processor."""
        chosen = [self._pointers[device]] if device else []
        return (ctypes.c_void_p * (len(chosen) + 1))(*chosen, None)

    def _opened(self, name: str) -> ctypes.CDLL:
        # The very file that libllama uses: a copy under another name would be a second registry.
        return ctypes.CDLL(str(self._folder / _ENDINGS.get(sys.platform, "lib{}.so.0").format(name)))

    def _load_variant(self) -> str:
        """Load the library for this processor where there are several; return its name."""
        path = best_variant(self._folder)
        if path is None:
            return ""
        if not self._load(path):
            raise _unsupported()
        match = _VARIANT.match(path.name)
        return match["name"] if match else ""

    def _load(self, path: Path) -> bool:
        load = self._registry.ggml_backend_load
        load.argtypes, load.restype = [ctypes.c_char_p], ctypes.c_void_p
        return bool(load(os.fsencode(path)))

    def _graphics_devices(self) -> dict[str, int]:
        self._registry.ggml_backend_dev_count.restype = ctypes.c_size_t
        get = self._registry.ggml_backend_dev_get
        get.argtypes, get.restype = [ctypes.c_size_t], ctypes.c_void_p
        pointers = [get(index) for index in range(self._registry.ggml_backend_dev_count())]
        graphics = [pointer for pointer in pointers if self._type(pointer) in (_GPU, _INTEGRATED)]
        return dict(zip(named([self._description(pointer) for pointer in graphics]), graphics, strict=True))

    def _described(self, name: str, pointer: int) -> Device:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self._base.ggml_backend_dev_memory(ctypes.c_void_p(pointer), ctypes.byref(free), ctypes.byref(total))
        kind = kind_of(self._description(pointer), shares_memory=self._type(pointer) == _INTEGRATED)
        return Device(name, kind, total.value, free.value)

    def _type(self, pointer: int) -> int:
        return int(self._base.ggml_backend_dev_type(ctypes.c_void_p(pointer)))

    def _description(self, pointer: int) -> str:
        describe = self._base.ggml_backend_dev_description
        describe.argtypes, describe.restype = [ctypes.c_void_p], ctypes.c_char_p
        return (describe(pointer) or b"").decode("utf-8", "replace").strip()


_open: list[LlamaLibrary] = []


def open_library(*, graphics: bool = False) -> LlamaLibrary:
    """Open llama.cpp once for this process; the first call decides about graphics drivers."""
    with _lock:
        if not _open:
            _open.append(LlamaLibrary(graphics=graphics))
        return _open[0]


def best_variant(folder: Path, score: Callable[[Path], int] | None = None) -> Path | None:
    """Return the library that fits this processor best; None where there is only one for all.

    Raises UserError when there are several and none fits.
    """
    variants = _matching(folder, _VARIANT)
    if not variants:
        return None
    best, path = max(((score or _score)(path), path) for path in variants)
    if best == 0:
        raise _unsupported()
    return path


def _score(path: Path) -> int:
    """Return how well a library fits this processor, 0 when it does not run here."""
    try:
        function = ctypes.CDLL(str(path)).ggml_backend_score
    except (OSError, AttributeError):
        return 0
    return int(function())


def _matching(folder: Path, pattern: re.Pattern[str]) -> list[Path]:
    return sorted(path for path in folder.iterdir() if pattern.match(path.name))


def _log_to_stderr(level: int, text: bytes, _data: object) -> None:
    """Write warnings and errors to the process's log."""
    if level in _LOGGED and sys.stderr:
        sys.stderr.write(text.decode("utf-8", "replace"))


def _unsupported() -> UserError:
    return UserError(
        "Language models cannot run on this processor",
        "None of the parts made for the generations of processors fits this one.",
        "Finding by words works without them.",
    )
