"""Describes a person's own GGUF file from its metadata: what it is for and how to feed it."""

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from desktop.domain.errors import UserError
from desktop.llm.gguf_metadata import Value, read_header
from desktop.llm.model_entry import Family, ModelEntry, Role

_POOLING = {0: "", 1: "mean", 2: "cls", 3: "last", 4: "rank"}
_ENCODERS = frozenset(
    {
        "bert",
        "eurobert",
        "gemma-embedding",
        "jina-bert-v2",
        "jina-bert-v3",
        "modern-bert",
        "neo-bert",
        "nomic-bert",
        "nomic-bert-moe",
    }
)
_HEADS = ("cls.output.weight", "cls.weight")  # last layer of a model that scores texts: width x outputs
_LONGEST_INPUT = 512  # tokens; chunks are far shorter, and a longer window only costs memory
_LONGEST_CONTEXT = 8192  # tokens of a chat model, for the same reason
_ADVICE = "Choose a chat, embedding or reranker model in one GGUF file."


def describe(path: Path, sha256: str, families: Iterable[Family]) -> ModelEntry:
    """Return the catalogue entry of a GGUF file; UserError naming what makes it unusable."""
    metadata, shapes = read_header(path)
    parameters = sum(math.prod(shape) for shape in shapes.values())
    architecture = _architecture(path, metadata)
    name = str(metadata.get("general.name") or path.stem)
    family = _family(f"{name} {path.stem}", families)
    pooling = _POOLING.get(_number(metadata, f"{architecture}.pooling_type", 0), "") or family.pooling
    role = _role(
        path, metadata, architecture, pooling, next((shapes[name] for name in _HEADS if name in shapes), None)
    )
    longest = _LONGEST_CONTEXT if role == "chat" else _LONGEST_INPUT
    context = min(_number(metadata, f"{architecture}.context_length", longest), longest)
    return ModelEntry(
        id=f"own-{re.sub('[^a-z0-9]+', '-', path.stem.lower()).strip('-')}-{sha256[:8]}",
        role=role,
        name=name,
        file=path.name,
        size=path.stat().st_size,
        sha256=sha256,
        licence=str(metadata.get("general.license", "")),
        pooling={"embedder": pooling or "mean", "reranker": "rank"}.get(role, pooling),
        query_prefix=family.query_prefix if role == "embedder" else "",
        passage_prefix=family.passage_prefix if role == "embedder" else "",
        context=context,
        max_tokens=_LONGEST_INPUT if role == "chat" else context,
        languages=f"Your own file, architecture {architecture}",
        parameters=round(parameters / 1e9, 3),
    )


def _architecture(path: Path, metadata: Mapping[str, Value]) -> str:
    import gguf

    architecture = str(metadata.get("general.architecture", ""))
    kind = str(metadata.get("general.type", "model"))
    if kind != "model" or architecture == "clip":
        raise _unusable(
            f"{path.name} is only a part for another model ({kind if kind != 'model' else 'vision'})."
        )
    if _number(metadata, "split.count", 1) > 1:
        raise _unusable(f"{path.name} is one of several files of a split model.")
    if architecture not in gguf.MODEL_ARCH_NAMES.values():
        raise _unusable(
            f"{path.name} has the architecture “{architecture}”, which this version does not know."
        )
    if "tokenizer.ggml.model" not in metadata:
        raise _unusable(f"{path.name} holds no vocabulary.")
    return architecture


def _role(
    path: Path,
    metadata: Mapping[str, Value],
    architecture: str,
    pooling: str,
    head: tuple[int, ...] | None,
) -> Role:
    """Return what a model is for; not every cross-encoder names its pooling, but each has a scoring head."""
    if pooling == "rank" and head is None:
        raise _unusable(f"{path.name} is meant for reranking but has no layer that makes a score.")
    if pooling == "rank" or (head is not None and math.prod(head[1:]) == 1):
        return "reranker"
    if architecture in _ENCODERS or pooling:
        return "embedder"
    if "tokenizer.chat_template" not in metadata:
        raise _unusable(
            f"{path.name} writes text but has no chat template, so it was not made for questions."
        )
    return "chat"


def _family(name: str, families: Iterable[Family]) -> Family:
    folded = re.sub(r"[\s_]+", "-", name.lower())
    return next((family for family in families if family.match in folded), Family(""))


def _number(metadata: Mapping[str, Value], key: str, default: int) -> int:
    value = metadata.get(key, default)
    return int(value) if isinstance(value, int | float) else default


def _unusable(detail: str) -> UserError:
    return UserError("This model cannot be used", detail, _ADVICE)
