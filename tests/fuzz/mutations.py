"""Damages files the way disks, networks and attackers do; the same seed gives the same files."""

import io
import re
import struct
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

_EXTREMES = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
_NUMBERS = (b"-1", b"0", b"65536", b"2147483648", b"4294967295", b"99999999999999999999")
_LARGEST = 256 * 1024  # bytes of a file that is damaged: larger ones only take longer
_ZIP_HEADERS = ((b"PK\x03\x04", (14, 18, 22)), (b"PK\x01\x02", (16, 20, 24)))  # checksum and both sizes

Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]


def flip_bits(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Turn over one bit to some dozens."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 4, 16, 64))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def truncate(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Keep the beginning, as a broken download does."""
    return data[: random.randrange(len(data))]


def splice(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Put a stretch of another file, or of this one, somewhere into it."""
    source = random.choice((data, random.choice(others)))
    start = random.randrange(len(source))
    piece = source[start : start + random.choice((16, 256, 4096))] * random.choice((1, 1, 8))
    at = random.randrange(len(data))
    return data[:at] + piece + data[at + random.choice((0, len(piece))) :]


def lie_about_sizes(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Write extreme numbers over numbers: in words for text, in bytes elsewhere."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 3, 9))):
        numbers = [match.span() for match in re.finditer(rb"\d+", changed)]
        if numbers and random.random() < 0.5:
            start, end = random.choice(numbers)
            changed[start:end] = random.choice(_NUMBERS)
        elif len(changed) > 4:
            at, layout = random.randrange(len(changed) - 4), random.choice(("<I", ">I"))
            struct.pack_into(layout, changed, at, random.choice(_EXTREMES))
    return bytes(changed)


def damage_member(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Damage a file inside a package and pack it anew, so that the package itself is sound."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = [(item, package.read(item)) for item in package.infolist()]
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError):
        return flip_bits(data, random, others)
    filled = [number for number, (_, content) in enumerate(members) if content]
    if not filled:
        return truncate(data, random, others)
    chosen = random.choice(filled)
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        warnings.simplefilter("ignore")  # a name that is there twice is what an attacker may write
        for number, (item, content) in enumerate(members):
            if number == chosen:
                inner = random.choice((flip_bits, truncate, splice, lie_about_sizes))
                content = inner(content, random, others)  # noqa: PLW2901
            package.writestr(item.filename, content)
            if number == chosen and random.random() < 0.1:
                package.writestr(item.filename, content)
    return out.getvalue()


def lie_in_package(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Change checksums and sizes in the headers of a package; other files get other lies."""
    changed = bytearray(data)
    fields = [
        match.start() + offset
        for mark, offsets in _ZIP_HEADERS
        for match in re.finditer(re.escape(mark), data)
        for offset in offsets
        if match.start() + offset + 4 <= len(data)
    ]
    if not fields:
        return lie_about_sizes(data, random, others)
    for at in random.sample(fields, min(len(fields), random.choice((1, 2, 5)))):
        struct.pack_into("<I", changed, at, random.choice(_EXTREMES))
    return bytes(changed)


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits,
    truncate,
    splice,
    lie_about_sizes,
    damage_member,
    lie_in_package,
)


def damaged_files(seeds: Sequence[Path], number: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of `number` damaged files; every seed file has its turn."""
    random = Random(seed)
    whole = [(path, data) for path in seeds if 0 < len(data := path.read_bytes()) <= _LARGEST]
    others = [data for _, data in whole]
    order: list[tuple[Path, bytes]] = []
    for count in range(number):
        if not order:
            order = random.sample(whole, len(whole))
        path, data = order.pop()
        mutation = random.choice(MUTATIONS)
        yield f"{count:05}-{mutation.__name__}-{path.name}", mutation(data, random, others)
