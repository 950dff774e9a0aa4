"""Measure the check of answers on labelled pairs: check_precision.py --data-dir FOLDER COLLECTION [--limit N]

With --show the sentences it is wrong about are printed too.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY), str(Path(__file__).parent)]

from labelled_pairs import SUPPORTED, UNSUPPORTED, Fact, Pair, labelled_pairs  # noqa: E402

from desktop.app import build  # noqa: E402
from desktop.domain.answers import SearchHit  # noqa: E402
from desktop.domain.records import Chunk, DocumentRef  # noqa: E402
from desktop.domain.work import CancelToken  # noqa: E402
from desktop.llm.interfaces import Embedder  # noqa: E402
from desktop.services.calibration import calibration  # noqa: E402
from desktop.services.checking import check_answer  # noqa: E402
from desktop.services.evidence import PassageEvidence, evidence_of  # noqa: E402
from desktop.services.question_collection import read_collection, spread  # noqa: E402


def facts_of(folder: Path, limit: int) -> list[Fact]:
    """Return answerable questions of a collection with the passages that state their answers."""
    collection = read_collection(folder)
    texts = {document.id: document.text for document in collection.documents}
    answerable = [question for question in collection.questions if question.answers and question.grades]
    return [
        Fact(texts[next(iter(question.grades))], question.text, question.answers[0])
        for question in spread(answerable, limit)
    ]


def accepted(
    pairs: Iterable[Pair],
    embedder: Embedder | None,
    floor: float,
    wrong: Callable[[Pair], object] = lambda _pair: None,
) -> dict[str, list[bool]]:
    """Return for each kind which of its sentences the check lets stand; `wrong` is told its mistakes."""
    verdicts: dict[str, list[bool]] = defaultdict(list)
    token = CancelToken()
    known: dict[tuple[str, str], list[PassageEvidence]] = {}
    for number, pair in enumerate(pairs, start=1):
        key = pair.passage, pair.question
        if key not in known:
            chunk = Chunk(number, number, 0, pair.passage, start=0, end=len(pair.passage))
            hit = SearchHit(1, DocumentRef(number, "Passage", "/passage.txt"), chunk, 0.0, 0.0)
            known = {key: evidence_of(pair.question, [hit], {}, embedder, token)}
        checked = check_answer(
            pair.sentence, pair.question, known[key], embedder=embedder, support_floor=floor, token=token
        )
        verdicts[pair.kind].append(bool(checked) and checked[0].supported)
        if verdicts[pair.kind][-1] != pair.supported:
            wrong(pair)
    return verdicts


def table(verdicts: Mapping[str, Sequence[bool]]) -> list[str]:
    """Return recall of the supported kinds, rejection of the others, and precision over all, in lines."""
    lines = []
    for kind in SUPPORTED:
        lines.append(f"{kind:16} {len(verdicts[kind]):5} accepted {_share(verdicts[kind]):.3f}")
    for kind in UNSUPPORTED:
        lines.append(f"{kind:16} {len(verdicts[kind]):5} rejected {1 - _share(verdicts[kind]):.3f}")
    right = sum(sum(verdicts[kind]) for kind in SUPPORTED)
    wrong = sum(sum(verdicts[kind]) for kind in UNSUPPORTED)
    total = sum(len(verdicts[kind]) for kind in SUPPORTED)
    lines.append(f"precision {right / max(1, right + wrong):.3f}, recall {right / max(1, total):.3f}")
    return lines


def _show(pair: Pair) -> None:
    sys.stdout.write(f"{pair.kind}: {pair.sentence}  <- {pair.question}\n")


def _share(values: Sequence[bool]) -> float:
    return sum(values) / max(1, len(values))


def main() -> None:
    """Print the table for a collection."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--data-dir", type=Path, required=True)
    options = parser.parse_args()
    app = build(data=options.data_dir)
    try:
        embedder = app.host.embedder()
        measured = calibration(app.paths, embedder.info.id)
        floor = measured.support if measured is not None else 0.0
        pairs = labelled_pairs(facts_of(options.folder, options.limit))
        verdicts = accepted(pairs, embedder, floor, _show if options.show else lambda _pair: None)
        sys.stdout.write("\n".join([*table(verdicts), ""]))
    finally:
        app.close()


if __name__ == "__main__":
    main()
