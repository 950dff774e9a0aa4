"""The parts of a GGUF file that every BERT sentence encoder shares."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gguf


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """The sizes of an encoder network."""

    width: int
    layers: int
    heads: int
    feed_forward: int
    positions: int
    norm_epsilon: float


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """The ids of the tokens with a meaning of their own; `start` and `end` surround every text."""

    start: int
    end: int
    pad: int
    unknown: int
    mask: int


def new_writer(target: Path, name: str, licence: str, shape: EncoderShape) -> "gguf.GGUFWriter":
    """Return a writer for `target` that holds the description of a mean-pooling encoder."""
    import gguf

    writer = gguf.GGUFWriter(target, "bert")
    writer.add_name(name)
    writer.add_license(licence)
    writer.add_context_length(shape.positions)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_head_count(shape.heads)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_layer_norm_eps(shape.norm_epsilon)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    return writer


def add_special_tokens(writer: "gguf.GGUFWriter", tokens: SpecialTokens) -> None:
    """Record the ids of the special tokens."""
    writer.add_bos_token_id(tokens.start)
    writer.add_eos_token_id(tokens.end)
    writer.add_sep_token_id(tokens.end)
    writer.add_pad_token_id(tokens.pad)
    writer.add_unk_token_id(tokens.unknown)
    writer.add_mask_token_id(tokens.mask)


def write(writer: "gguf.GGUFWriter") -> None:
    """Write everything that was added to the file, and close it."""
    try:
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
    finally:
        writer.close()
