"""Small model files made by the tests: real formats, tiny networks."""

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy as np

PIECES = [b"<s>", b"<pad>", b"</s>", b"<unk>", "\u2581".encode(), "\u2581a".encode(), b"b", b"<mask>"]
WIDTH, FEED_FORWARD, LAYERS, VOCABULARY, POSITIONS = 32, 64, 1, 10, 16


def e5_tensors() -> dict[str, np.ndarray]:
    """Return the tensors of a one-layer network; matrices as their f32 values."""
    numbers = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "emb.word": (VOCABULARY, WIDTH),
        "emb.pos": (POSITIONS, WIDTH),
        "emb.type": (2, WIDTH),
        "emb.ln.w": (WIDTH,),
        "emb.ln.b": (WIDTH,),
    }
    for part in ("q", "k", "v", "ao"):
        shapes |= {f"l0.{part}.w": (WIDTH, WIDTH), f"l0.{part}.b": (WIDTH,)}
    shapes |= {"l0.fi.w": (FEED_FORWARD, WIDTH), "l0.fi.b": (FEED_FORWARD,)}
    shapes |= {"l0.fo.w": (WIDTH, FEED_FORWARD), "l0.fo.b": (WIDTH,)}
    for part in ("aln", "oln"):
        shapes |= {f"l0.{part}.w": (WIDTH,), f"l0.{part}.b": (WIDTH,)}
    return {name: numbers.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def e5_container(normalisation: dict[str, str]) -> bytes:
    """Return a whole container with the pieces above."""
    out = b"E5S1" + struct.pack(
        "<I7ifi", 1, WIDTH, LAYERS, 2, FEED_FORWARD, VOCABULARY, POSITIONS, 2, 1e-12, 32
    )
    blob = b"".join(PIECES)
    out += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(blob))
    offsets = [0, *np.cumsum([len(piece) for piece in PIECES]).tolist()]
    out += struct.pack(f"<{len(offsets)}I", *offsets)
    out += struct.pack(f"<{len(PIECES)}f", *(-float(number) for number in range(len(PIECES)))) + blob
    entries = b"".join(
        struct.pack(f"<IB{len(value)}I", ord(key), len(value), *map(ord, value))
        for key, value in normalisation.items()
    )
    return _with_tensors(out + struct.pack("<iI", len(normalisation), len(entries)) + entries)


def _with_tensors(head: bytes) -> bytes:
    tensors = e5_tensors()
    table_size = sum(2 + len(name) + 1 + 4 + 8 + 8 for name in tensors)
    start = len(head) + 4 + table_size
    table, data = struct.pack("<i", len(tensors)), b""
    for name, values in tensors.items():
        quantised = values.ndim == 2 and name not in ("emb.pos", "emb.type")
        raw = quantise(values).tobytes() if quantised else values.tobytes()
        table += struct.pack("<H", len(name)) + name.encode()
        table += struct.pack("<BIQQ", int(quantised), values.size, start + len(data), len(raw))
        data += raw
    return head + table + data


def quantise(values: np.ndarray) -> np.ndarray:
    """Return the Q4_0 blocks of a matrix."""
    return gguf.quants.quantize(values, gguf.GGMLQuantizationType.Q4_0)


def bert_files(folder: Path) -> tuple[Path, Path, Path]:
    """Write weights, vocabulary and configuration of a one-layer BERT and return their paths."""
    width = 8
    layer = "encoder.layer.0."
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (8, width),
        "embeddings.position_embeddings.weight": (4, width),
        "embeddings.token_type_embeddings.weight": (2, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
        f"{layer}attention.self.query.weight": (width, width),
        f"{layer}attention.self.query.bias": (width,),
        f"{layer}output.dense.weight": (width, 16),
        "pooler.dense.weight": (width, width),
    }
    write_safetensors(folder / "model.safetensors", shapes)
    (folder / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhello\n##s\n!\n", encoding="utf-8")
    config = {
        "hidden_size": width,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
        "max_position_embeddings": 4,
        "layer_norm_eps": 1e-12,
        "type_vocab_size": 2,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder / "model.safetensors", folder / "vocab.txt", folder / "config.json"


def write_safetensors(path: Path, shapes: dict[str, tuple[int, ...]], kind: str = "F32") -> None:
    """Write a safetensors file whose values count up from nought."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, shape in shapes.items():
        raw = np.arange(np.prod(shape), dtype="<f4").tobytes()
        header[name] = {
            "dtype": kind,
            "shape": list(shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_gguf(
    path: Path, architecture: str, tensors: Mapping[str, tuple[int, ...]] | None = None, /, **values: object
) -> Path:
    """Write a GGUF file with one small tensor (or more) and the given keys (`__` stands for a dot)."""
    writer = gguf.GGUFWriter(path, architecture)
    for key, value in values.items():
        name = key.replace("__", ".")
        if isinstance(value, bool):
            writer.add_bool(name, value)
        elif isinstance(value, int):
            writer.add_uint32(name, value)
        elif isinstance(value, list):
            writer.add_array(name, value)
        else:
            writer.add_string(name, str(value))
    for name, shape in {"token_embd.weight": (4, 8), **(tensors or {})}.items():
        writer.add_tensor(name, np.ones(shape, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
