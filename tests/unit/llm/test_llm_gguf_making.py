"""The GGUF files that Carrel makes: right content, the same bytes every time, damaged sources refused."""

import struct
from pathlib import Path

import gguf
import numpy as np
import pytest
from gguf_files import (
    FEED_FORWARD,
    PIECES,
    VOCABULARY,
    WIDTH,
    bert_files,
    e5_container,
    e5_tensors,
    quantise,
    write_safetensors,
)
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm import gguf_bert, gguf_charsmap, gguf_e5

NORMALISATION = {"ﬁ": "fi", "\n": " ", "，": ",", "\x01": ""}


def look_up(table: bytes, text: str) -> str | None:
    """Find a whole text in a normalisation table as llama.cpp's tokenizer does."""
    (size,) = struct.unpack_from("<I", table)
    units = struct.unpack_from(f"<{size // 4}I", table, 4)
    index = units[0] >> 10
    for byte in text.encode():
        index ^= byte
        unit = units[index]
        if unit & ((1 << 31) | 0xFF) != byte:
            return None
        leaf = bool(unit >> 8 & 1)
        index ^= (unit >> 10) << ((unit & (1 << 9)) >> 6)
    if not leaf:
        return None
    start = 4 + size + (units[index] & ((1 << 31) - 1))
    return table[start : table.index(b"\0", start)].decode()


@given(
    st.dictionaries(
        st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=3),
        min_size=1,
        max_size=60,
    ),
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
)
def test_table_replaces_exactly_its_keys(replacements: dict[str, str], other: str) -> None:
    table = gguf_charsmap.build(replacements)
    assert {key: look_up(table, key) for key in replacements} == replacements
    assert look_up(table, other) == replacements.get(other)


def test_table_does_not_depend_on_the_order() -> None:
    backwards = dict(reversed(NORMALISATION.items()))
    assert gguf_charsmap.build(NORMALISATION) == gguf_charsmap.build(backwards)


def convert_e5(folder: Path) -> Path:
    source, target = folder / "e5.bin", folder / "e5.gguf"
    source.write_bytes(e5_container(NORMALISATION))
    gguf_e5.convert(source, target, CancelToken())
    return target


def test_e5_tensors_are_copied_block_by_block(tmp_path: Path) -> None:
    made = {tensor.name: tensor for tensor in gguf.GGUFReader(convert_e5(tmp_path)).tensors}
    original = e5_tensors()
    assert len(made) == len(original)
    for name, values in original.items():
        tensor = made[gguf_e5.gguf_name(name)]
        if tensor.tensor_type == gguf.GGMLQuantizationType.Q4_0:
            assert np.array_equal(tensor.data.reshape(-1), quantise(values).reshape(-1))
        else:
            assert np.array_equal(tensor.data.reshape(-1), values.reshape(-1))
        assert tensor.shape.tolist() == list(reversed(values.shape))


def test_e5_vocabulary_and_shape(tmp_path: Path) -> None:
    fields = gguf.GGUFReader(convert_e5(tmp_path)).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    assert tokens[: len(PIECES)] == [piece.decode() for piece in PIECES]
    assert tokens[len(PIECES) :] == ["[PAD8]", "[PAD9]"]
    assert len(tokens) == VOCABULARY
    assert fields["tokenizer.ggml.token_type"].contents() == [3, 3, 3, 2, 1, 1, 1, 3, 5, 5]
    assert fields["bert.embedding_length"].contents() == WIDTH
    assert fields["bert.feed_forward_length"].contents() == FEED_FORWARD
    assert fields["bert.pooling_type"].contents() == gguf.PoolingType.MEAN
    assert bytes(fields["tokenizer.ggml.precompiled_charsmap"].contents()) == gguf_charsmap.build(
        NORMALISATION
    )


def test_e5_conversion_is_the_same_every_time(tmp_path: Path) -> None:
    first = convert_e5(tmp_path).read_bytes()
    assert convert_e5(tmp_path).read_bytes() == first


WHOLE = e5_container(NORMALISATION)


@given(st.integers(min_value=0, max_value=len(WHOLE) - 1))
def test_a_cut_e5_container_is_refused(length: int) -> None:
    with pytest.raises(UserError, match="e5 weights"):
        gguf_e5.parse(WHOLE[:length])


def test_a_cancelled_conversion_writes_nothing(tmp_path: Path) -> None:
    source, token = tmp_path / "e5.bin", CancelToken()
    source.write_bytes(e5_container({}))
    token.cancel()
    with pytest.raises(Cancelled):
        gguf_e5.convert(source, tmp_path / "e5.gguf", token)
    assert not (tmp_path / "e5.gguf").exists()


def convert_bert(folder: Path) -> Path:
    target = folder / "bert.gguf"
    gguf_bert.convert(gguf_bert.BertSource(*bert_files(folder)), target, CancelToken())
    return target


def test_bert_matrices_are_halved_and_vectors_kept(tmp_path: Path) -> None:
    kinds = {
        tensor.name: tensor.tensor_type.name for tensor in gguf.GGUFReader(convert_bert(tmp_path)).tensors
    }
    assert kinds == {
        "token_embd.weight": "F16",
        "position_embd.weight": "F32",
        "token_types.weight": "F32",
        "token_embd_norm.weight": "F32",
        "token_embd_norm.bias": "F32",
        "blk.0.attn_q.weight": "F16",
        "blk.0.attn_q.bias": "F32",
        "blk.0.ffn_down.weight": "F16",
    }


def test_bert_word_pieces(tmp_path: Path) -> None:
    fields = gguf.GGUFReader(convert_bert(tmp_path)).fields
    expected = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "\u2581hello", "s", "\u2581!"]
    assert fields["tokenizer.ggml.tokens"].contents() == expected
    assert fields["tokenizer.ggml.token_type"].contents() == [3, 2, 3, 3, 3, 1, 1, 1]
    assert fields["tokenizer.ggml.bos_token_id"].contents() == 2
    assert fields["tokenizer.ggml.eos_token_id"].contents() == 3


def test_bert_conversion_is_the_same_every_time(tmp_path: Path) -> None:
    first = convert_bert(tmp_path).read_bytes()
    assert convert_bert(tmp_path).read_bytes() == first


def test_bert_weights_of_another_type_are_refused(tmp_path: Path) -> None:
    files = bert_files(tmp_path)
    write_safetensors(files[0], {"embeddings.LayerNorm.bias": (8,)}, kind="BF16")
    with pytest.raises(UserError, match="BF16"):
        gguf_bert.convert(gguf_bert.BertSource(*files), tmp_path / "x.gguf", CancelToken())


def test_bert_weights_without_a_place_are_refused(tmp_path: Path) -> None:
    files = bert_files(tmp_path)
    write_safetensors(files[0], {"decoder.strange.weight": (8, 8)})
    with pytest.raises(UserError, match=r"decoder\.strange"):
        gguf_bert.convert(gguf_bert.BertSource(*files), tmp_path / "x.gguf", CancelToken())
