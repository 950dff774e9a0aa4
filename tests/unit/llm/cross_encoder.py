"""A tiny BERT cross-encoder made by the tests: the GGUF file, and the same network in numpy."""

import math
from pathlib import Path

import gguf
import numpy as np

WORDS = ("ferry", "leaves", "harbour", "nine", "bread", "rests", "when", "does", "boat", "?")
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *("\u2581" + word for word in WORDS)]
UNKNOWN, OPENING, CLOSING = 1, 2, 3
WIDTH, FEED_FORWARD, HEADS, LAYERS, POSITIONS = 32, 64, 2, 2, 24
EPSILON = 1e-12

Weights = dict[str, np.ndarray]


def weights() -> Weights:
    """Return the tensors under their GGUF names; matrices are outputs x inputs."""
    numbers = np.random.default_rng(11)

    def matrix(rows: int, columns: int) -> np.ndarray:
        return (numbers.standard_normal((rows, columns)) / math.sqrt(columns)).astype(np.float32)

    def vector(size: int, around: float = 0.0) -> np.ndarray:
        return (around + 0.1 * numbers.standard_normal(size)).astype(np.float32)

    made: Weights = {
        "token_embd.weight": matrix(len(PIECES), WIDTH),
        "position_embd.weight": matrix(POSITIONS, WIDTH),
        "token_types.weight": matrix(2, WIDTH),
        "token_embd_norm.weight": vector(WIDTH, 1.0),
        "token_embd_norm.bias": vector(WIDTH),
        "cls.weight": matrix(WIDTH, WIDTH),
        "cls.bias": vector(WIDTH),
        "cls.output.weight": matrix(1, WIDTH),
        "cls.output.bias": vector(1),
    }
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            made |= {
                f"blk.{layer}.{part}.weight": matrix(WIDTH, WIDTH),
                f"blk.{layer}.{part}.bias": vector(WIDTH),
            }
        made |= {
            f"blk.{layer}.ffn_up.weight": matrix(FEED_FORWARD, WIDTH),
            f"blk.{layer}.ffn_up.bias": vector(FEED_FORWARD),
            f"blk.{layer}.ffn_down.weight": matrix(WIDTH, FEED_FORWARD),
            f"blk.{layer}.ffn_down.bias": vector(WIDTH),
        }
        for norm in ("attn_output_norm", "layer_output_norm"):
            made |= {
                f"blk.{layer}.{norm}.weight": vector(WIDTH, 1.0),
                f"blk.{layer}.{norm}.bias": vector(WIDTH),
            }
    return made


def write(path: Path) -> Path:
    """Write the GGUF file as the converters of llama.cpp lay one out."""
    writer = gguf.GGUFWriter(path, "bert")
    writer.add_name("Tiny cross-encoder")
    writer.add_context_length(POSITIONS)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_head_count(HEADS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_layer_norm_eps(EPSILON)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.RANK)
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_type_count(2)
    writer.add_token_list(PIECES)
    special = {UNKNOWN: gguf.TokenType.UNKNOWN} | dict.fromkeys((0, 2, 3, 4), gguf.TokenType.CONTROL)
    writer.add_token_types([int(special.get(i, gguf.TokenType.NORMAL)) for i in range(len(PIECES))])
    for add, token in (
        (writer.add_bos_token_id, OPENING),
        (writer.add_eos_token_id, CLOSING),
        (writer.add_sep_token_id, CLOSING),
        (writer.add_pad_token_id, 0),
        (writer.add_unk_token_id, UNKNOWN),
        (writer.add_mask_token_id, 4),
    ):
        add(token)
    for name, values in weights().items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def tokens(text: str) -> list[int]:
    """Return the tokens of blank-separated words."""
    known = {word: PIECES.index("\u2581" + word) for word in WORDS}
    return [known.get(word, UNKNOWN) for word in text.split()]


def pair(question: str, passage: str) -> list[int]:
    """Return the whole input of a question and a passage."""
    return [OPENING, *tokens(question), CLOSING, *tokens(passage), CLOSING]


def score(inputs: list[int]) -> float:
    """Return what the network makes of an input, computed with numpy alone."""
    w = weights()
    x = w["token_embd.weight"][inputs] + w["token_types.weight"][0] + w["position_embd.weight"][: len(inputs)]
    x = _norm(x, w, "token_embd_norm")
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        x = _norm(x + _attention(x, w, block), w, f"{block}attn_output_norm")
        inner = _gelu(_dense(x, w, f"{block}ffn_up"))
        x = _norm(x + _dense(inner, w, f"{block}ffn_down"), w, f"{block}layer_output_norm")
    pooled = np.tanh(_dense(x[:1], w, "cls"))
    return float(_dense(pooled, w, "cls.output")[0, 0])


def _attention(x: np.ndarray, w: Weights, block: str) -> np.ndarray:
    size = WIDTH // HEADS
    query, key, value = (
        _dense(x, w, f"{block}attn_{part}").reshape(len(x), HEADS, size).transpose(1, 0, 2) for part in "qkv"
    )
    logits = query @ key.transpose(0, 2, 1) / math.sqrt(size)
    shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return _dense((shares @ value).transpose(1, 0, 2).reshape(len(x), WIDTH), w, f"{block}attn_output")


def _dense(x: np.ndarray, w: Weights, name: str) -> np.ndarray:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _norm(x: np.ndarray, w: Weights, name: str) -> np.ndarray:
    centred = x - x.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    return scaled * w[f"{name}.weight"] + w[f"{name}.bias"]


def _gelu(x: np.ndarray) -> np.ndarray:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
