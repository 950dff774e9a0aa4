"""Frozen records of a search and of an answer, as the window and the command line show them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from desktop.domain.records import Chunk, DocumentRef

Mode = Literal["hybrid", "lexical", "vector"]
Outcome = Literal["answered", "quoted", "deflected"]
Band = Literal["strong", "fair", "weak"]

MOST_HOPS = 3


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question and how to search for it. Dates are ISO 8601 and inclusive; scopes are collection names.

    For `rerank`, `hyde` and `multihop` see SearchModes; None is the library's default. `use_model` False
    does all without the chat model.
    """

    question: str
    mode: Mode = "hybrid"
    scopes: tuple[str, ...] = ()
    documents: tuple[int, ...] = ()
    since: str | None = None
    until: str | None = None
    limit: int = 20
    language: str | None = None
    rerank: bool | None = None
    hyde: bool | None = None
    multihop: int | None = None
    use_model: bool = True


@dataclass(frozen=True, slots=True)
class SearchModes:
    """Optional steps of a search, each dearer than the search itself.

    `rerank` compares the best passages with the question once more, `hyde` also embeds a hypothetical answer
    of the chat model, `multihop` is the number of hops over references in the passages, 0 to MOST_HOPS.
    """

    rerank: bool = False
    hyde: bool = False
    multihop: int = 0


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One ranked chunk with everything that says why it is there.

    `companion` names the rule of the profile that asks for it, whatever its rank; what the rule is about
    stands at `companion_at` in the chunk.
    """

    rank: int
    document: DocumentRef
    chunk: Chunk
    score: float
    cosine: float
    lexical_rank: int | None = None
    vector_rank: int | None = None
    name_hit: bool = False
    why: tuple[str, ...] = ()
    companion: str = ""
    companion_at: int = 0


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far the library supports an answer. `band` comes from the same numbers as `answerable`."""

    z_score: float = 0.0
    margin: float = 0.0
    term_coverage: float = 0.0
    best_cosine: float = 0.0
    answerable: bool = False
    band: Band = "weak"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tiers:
    """Documents by use: cited, related, suggested for the prompt, and titles to try instead."""

    cited: tuple[DocumentRef, ...] = ()
    related: tuple[DocumentRef, ...] = ()
    suggested: tuple[DocumentRef, ...] = ()
    maybe_try: tuple[DocumentRef, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The ranked hits of one question, from one snapshot of the library."""

    question: str
    mode: Mode
    scopes: tuple[str, ...]
    hits: tuple[SearchHit, ...]
    confidence: Confidence
    tiers: Tiers
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered quotation: `quote` is exactly the stored document text from `start` to `end`."""

    n: int
    document: DocumentRef
    chunk_id: int
    quote: str
    start: int
    end: int
    page: int | None = None
    page_label: str | None = None
    heading: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer. `citations` are numbers of sources that the check found to support it."""

    text: str
    citations: tuple[int, ...] = ()
    supported: bool = False


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question to answer. `use_model` False answers by quotation only; for the modes see SearchRequest.

    `as_it_stands` asks a question of a conversation without completing it from the earlier ones. `read` lets
    the chat model read on in whole documents where passages give no answer; None is the model's default.
    """

    question: str
    conversation_id: int | None = None
    scopes: tuple[str, ...] = ()
    documents: tuple[int, ...] = ()
    use_model: bool = True
    as_it_stands: bool = False
    read: bool | None = None
    rerank: bool | None = None
    hyde: bool | None = None
    multihop: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished turn. `text` is what is shown, with markers such as [1] that the program set."""

    question: str
    standalone_question: str
    outcome: Outcome
    text: str
    sentences: tuple[Sentence, ...] = ()
    sources: tuple[Source, ...] = ()
    closest: tuple[Source, ...] = ()  # on a deflection: nearest passages, which do not answer
    tiers: Tiers = field(default_factory=Tiers)
    confidence: Confidence = field(default_factory=Confidence)
    steps: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    model: str = ""
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    conversation_id: int | None = None
    message_id: int | None = None
    interrupted: bool = False
    may_read_on: bool = False  # reading on in whole documents was not tried and may help


@dataclass(frozen=True, slots=True)
class Retrieved:
    """First event of an answer: the panes can be filled."""

    result: SearchResult


@dataclass(frozen=True, slots=True)
class EvidenceSelected:
    """The program chose these quotations; they can be shown before any word is generated."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class StepStarted:
    """What is being done now, in words for people ("Reading lease.pdf, page 3")."""

    text: str


@dataclass(frozen=True, slots=True)
class TextStreamed:
    """More words of the answer being formed; provisional until AnswerFinished."""

    text: str


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """Something the person should know but need not act on ("The language model was restarted")."""

    text: str


AnswerEvent = Retrieved | EvidenceSelected | StepStarted | TextStreamed | NoticeGiven
