"""Reads what a GGUF file says of itself, in a moment: vocabularies are passed over, not turned into objects.

(The gguf package's own reader needs 10 to 45 seconds for a vocabulary of 150,000 to 250,000 entries.)
"""

import math
import struct
from pathlib import Path
from typing import BinaryIO

from desktop.domain.errors import UserError

Value = str | int | float | bool
_NUMBERS = dict(enumerate(("B", "b", "H", "h", "I", "i", "f", "?")))  # the format's value types 0 to 7
_NUMBERS |= {10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9
_LONGEST_TEXT = 1 << 24  # far beyond any chat template; a damaged length must not eat the memory
_MOST_KEYS = 100_000


def read_metadata(path: Path) -> dict[str, Value]:
    """Return the single values of a GGUF file by key; arrays are left out. Raises as `read_header`."""
    return read_header(path)[0]


def read_header(path: Path) -> tuple[dict[str, Value], dict[str, tuple[int, ...]]]:
    """Return the single values of a GGUF file by key, and the shape of each tensor, innermost first.

    Raises UserError when the file is not GGUF, damaged, or of a version other than 2 and 3.
    """
    try:
        with path.open("rb") as file:
            return _read(file)
    except OSError as error:
        raise UserError("The model cannot be read", f"{path.name}: {error.strerror}.") from error
    except (struct.error, ValueError, KeyError) as error:
        raise UserError(
            "Not a usable model file",
            f"{path.name} is not a whole GGUF file ({error}).",
            "Get the file again; Carrel runs models in the GGUF format.",
        ) from error


def _read(file: BinaryIO) -> tuple[dict[str, Value], dict[str, tuple[int, ...]]]:
    if file.read(4) != b"GGUF":
        raise ValueError("it does not start with GGUF")
    version, tensors, keys = _unpack(file, "IQQ")
    if version not in (2, 3):
        raise ValueError(f"its version is {version}")
    if keys > _MOST_KEYS:
        raise ValueError("its header is damaged")
    values: dict[str, Value] = {}
    for _ in range(int(keys)):
        key = _text(file)
        value = _value(file, _unpack(file, "I")[0])
        if value is not None:
            values[key] = value
    return values, _shapes(file, tensors, int(values.get("general.alignment", 32)))


def _shapes(file: BinaryIO, tensors: int, alignment: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes; ValueError when the file ends before its last tensor: a download that broke off."""
    import gguf

    end = 0
    shapes: dict[str, tuple[int, ...]] = {}
    for _ in range(tensors):
        name = _text(file)
        (dimensions,) = _unpack(file, "I")
        shape = _unpack(file, f"{dimensions}Q")
        shapes[name] = shape
        kind, offset = _unpack(file, "IQ")
        block, block_bytes = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType(kind)]
        end = max(end, offset + math.prod(shape) // block * block_bytes)
    start = -(-file.tell() // alignment) * alignment
    if file.seek(0, 2) < start + end:
        raise ValueError("it ends too early")
    return shapes


def _unpack(file: BinaryIO, form: str) -> tuple[int, ...]:
    packed = struct.Struct("<" + form)
    return packed.unpack(file.read(packed.size))


def _text(file: BinaryIO) -> str:
    (length,) = _unpack(file, "Q")
    if length > _LONGEST_TEXT:
        raise ValueError("a text in it is impossibly long")
    data = file.read(length)
    if len(data) != length:
        raise ValueError("it ends too early")
    return data.decode("utf-8", errors="replace")


def _value(file: BinaryIO, kind: int) -> Value | None:
    if kind == _TEXT:
        return _text(file)
    if kind == _ARRAY:
        _skip_array(file)
        return None
    return _unpack(file, _NUMBERS[kind])[0]


def _skip_array(file: BinaryIO) -> None:
    kind, length = _unpack(file, "IQ")
    if kind in _NUMBERS:
        file.seek(length * struct.calcsize(_NUMBERS[kind]), 1)
        return
    for _ in range(length):
        if kind == _TEXT:
            file.seek(_unpack(file, "Q")[0], 1)
        elif kind == _ARRAY:
            _skip_array(file)
        else:
            raise KeyError(kind)
