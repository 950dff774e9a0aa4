"""Rich text as Outlook packs it, after Microsoft's [MS-OXRTFCP]."""

import struct

from desktop.ingest.refusals import DAMAGED, TOO_LARGE, RefusedError

# What the window holds at the start, so that the usual beginning of a text takes little room.
_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "
    rb"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0" + b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW = 4096
_HEADER = struct.Struct("<IIII")  # packed size, size, kind, checksum
_PACKED, _PLAIN = 0x75465A4C, 0x414C454D
_MOST = 64 << 20  # bytes


def unpacked(content: bytes) -> bytes:
    """Return the rich text; RefusedError when the packing is broken."""
    if len(content) < _HEADER.size:
        raise RefusedError(DAMAGED)
    _, size, kind, _ = _HEADER.unpack_from(content)
    if kind == _PLAIN:
        return content[_HEADER.size :]
    if kind != _PACKED:
        raise RefusedError(DAMAGED)
    if size > _MOST:
        raise RefusedError(TOO_LARGE)
    window = bytearray(_START) + bytearray(_WINDOW - len(_START))
    return _run(content, window, len(_START), size)


def _run(content: bytes, window: bytearray, write: int, size: int) -> bytes:
    """Follow the control bytes: each announces eight items, a byte as it is or a run from the window."""
    out = bytearray()
    position = _HEADER.size
    while position < len(content) and len(out) < size:
        control = content[position]
        position += 1
        for bit in range(8):
            if position >= len(content):
                break
            run = content[position : position + 1]
            position += 1
            if control >> bit & 1:
                if position >= len(content):
                    break
                reference = run[0] << 8 | content[position]
                position += 1
                offset, length = reference >> 4, (reference & 15) + 2
                if offset == write:
                    return bytes(out)
                run = b""
                for step in range(length):
                    byte = window[(offset + step) % _WINDOW]
                    window[(write + step) % _WINDOW] = byte
                    out.append(byte)
                write = (write + length) % _WINDOW
            else:
                window[write] = run[0]
                write = (write + 1) % _WINDOW
                out += run
    return bytes(out)
