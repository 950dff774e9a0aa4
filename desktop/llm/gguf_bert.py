"""Turns a BERT sentence encoder (safetensors weights and WordPiece vocabulary) into an f16 GGUF file."""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm import gguf_encoder
from desktop.llm.gguf_encoder import EncoderShape, SpecialTokens

if TYPE_CHECKING:
    import gguf

LEFT_OUT = ("pooler.", "embeddings.position_ids")  # mean pooling needs neither
KEPT_WIDE = ("position_embd.weight", "token_types.weight")  # llama.cpp adds these as f32
WORD_START = "\u2581"
SPECIAL = ("[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]")  # in the order of SpecialTokens


@dataclass(frozen=True, slots=True)
class BertSource:
    """The three files a conversion needs."""

    weights: Path
    vocabulary: Path
    config: Path


def read_tensors(path: Path) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield name and f32 values of each tensor of a safetensors file, sorted by name.

    Raises UserError when the file is damaged or holds another number type.
    """
    data = path.read_bytes()
    try:
        (length,) = struct.unpack_from("<Q", data)
        header: dict[str, Any] = json.loads(data[8 : 8 + length])
        header.pop("__metadata__", None)
        for name, described in sorted(header.items()):
            if name.startswith(LEFT_OUT):
                continue
            if described["dtype"] != "F32":
                raise ValueError(f"the tensor {name} has the type {described['dtype']}")
            start, end = described["data_offsets"]
            values = np.frombuffer(data, dtype="<f4", count=(end - start) // 4, offset=8 + length + start)
            yield name, values.reshape(described["shape"])
    except (struct.error, ValueError, KeyError) as error:
        raise UserError(
            "The model could not be converted",
            f"The weights are not in the expected form: {error}.",
            "Fetch the model again.",
        ) from error


def word_piece(piece: str) -> str:
    """Return a vocabulary entry as llama.cpp wants it: starts of words marked, continuations bare."""
    if piece.startswith("##"):
        return piece[2:]
    if piece.startswith("[") and piece.endswith("]"):
        return piece
    return WORD_START + piece


def convert(source: BertSource, target: Path, token: CancelToken) -> None:
    """Write the GGUF file `target`; matrices in f16, vectors in f32, the same bytes on every machine."""
    import gguf

    config: dict[str, Any] = json.loads(source.config.read_text(encoding="utf-8"))
    shape = EncoderShape(
        config["hidden_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["intermediate_size"],
        config["max_position_embeddings"],
        config["layer_norm_eps"],
    )
    writer = gguf_encoder.new_writer(target, "all-MiniLM-L6-v2", "Apache-2.0", shape)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    _add_vocabulary(writer, source.vocabulary, config["type_vocab_size"])
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, shape.layers)
    for name, values in read_tensors(source.weights):
        token.check()
        renamed = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if renamed is None:
            raise UserError("The model could not be converted", f"The tensor {name} has no place in it.")
        wide = values.ndim == 1 or renamed in KEPT_WIDE
        writer.add_tensor(renamed, values if wide else values.astype(np.float16))
    gguf_encoder.write(writer)


def _add_vocabulary(writer: "gguf.GGUFWriter", vocabulary: Path, token_types: int) -> None:
    import gguf

    pieces = vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    special = SpecialTokens(*(pieces.index(name) for name in SPECIAL))
    types = [gguf.TokenType.CONTROL if piece in SPECIAL else gguf.TokenType.NORMAL for piece in pieces]
    types[special.unknown] = gguf.TokenType.UNKNOWN
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_type_count(token_types)
    writer.add_token_list([word_piece(piece) for piece in pieces])
    writer.add_token_types([int(kind) for kind in types])
    gguf_encoder.add_special_tokens(writer, special)
