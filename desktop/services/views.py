"""Records that services hand to the window and the command line."""

from dataclasses import dataclass

from desktop.domain.answers import Answer
from desktop.domain.records import Collection, Document, Part


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A dropped file that was not added, and why, in one plain sentence."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class AddSummary:
    """What became of dropped files when they were queued; reading them follows.

    `added`, `updated` and `unchanged` are ids of documents; `updated` ones are in the library with other
    content and will be read again. `left_out` were not taken at all (hidden, temporary, unreadable links).
    `moved` are those of the unchanged ones that are now known at another place.
    """

    added: tuple[int, ...] = ()
    updated: tuple[int, ...] = ()
    unchanged: tuple[int, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    moved: tuple[int, ...] = ()

    @property
    def queued(self) -> tuple[int, ...]:
        """The documents that will be read."""
        return self.added + self.updated


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A watched folder: `offline` when it cannot be reached, `waiting` of its files are still to be read."""

    collection_id: int
    name: str
    folder: str
    ignored: tuple[str, ...] = ()
    offline: bool = False
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What a look at a watched folder found: numbers of files, and the paths of those that were removed.

    Files that vanish before they were read are not worth a word. `offline` files became unreachable, `back`
    ones can be reached again; `away`: the folder is not there.
    """

    collection: str
    folder: str
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: tuple[str, ...] = ()
    offline: int = 0
    back: int = 0
    away: bool = False

    def __bool__(self) -> bool:
        """Tell whether the library changed."""
        numbers = (self.added, self.changed, self.moved, len(self.removed), self.offline, self.back)
        return any(numbers)


@dataclass(frozen=True, slots=True)
class BackupMade:
    """A finished backup and its size in bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A library that came from a backup: its number of documents, and where the replaced one was kept."""

    documents: int
    kept: str


@dataclass(frozen=True, slots=True)
class CheckedLibrary:
    """What a look through a library found, repaired and left; `kept` is the copy made before repairing."""

    problems: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    kept: str = ""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The stored text of a document (or a stretch of it from `start`) and the parts of the whole."""

    text: str
    start: int
    length: int  # of the whole text
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """Figures of a library: `pending` documents are queued or wait for vectors."""

    library: str
    size_bytes: int
    documents: int
    chunks: int
    vectors: int
    pending: int
    failed: int
    embedder: str = ""
    chat: str = ""
    reranker: str = ""
    device: str = "CPU"


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A graphics processor; `words` are its name and memory."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """What the models may run on: `chosen` and `used` are ids.

    `chosen` is empty for automatic and "processor" for none of the devices, `used` empty for the processor.
    """

    chosen: str
    devices: tuple[DeviceView, ...]
    used: str
    reason: str  # a sentence


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation in the list; `updated` is ISO 8601."""

    id: int
    title: str
    updated: str
    turns: int


@dataclass(frozen=True, slots=True)
class ConversationTurns:
    """A conversation with its turns in order; an interrupted turn has `interrupted` set and partial text."""

    conversation: Conversation
    turns: tuple[Answer, ...]
    draft: str = ""


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model for the settings page. `state` is ready, missing or broken; sizes are bytes."""

    id: str
    role: str  # embedder, chat, reranker
    name: str
    description: str
    licence: str
    size: int
    state: str
    in_use: bool
    source: str  # where a download would come from, in words
    memory: int
    recommended: bool = False
    for_tests: bool = False  # too poor to answer with


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """What a model did with a small task. `seconds` were needed to load it.

    A chat model wrote `text`, `per_second` tokens; others scored a related text `near` and an unrelated one
    `far`, `per_second` passages.
    """

    role: str
    works: bool
    seconds: float
    per_second: float
    text: str = ""
    near: float = 0.0
    far: float = 0.0


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A retrieval profile to choose from. `own` ones are the person's files; `error` says what is wrong."""

    name: str
    description: str
    own: bool
    path: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class ProfileChoices:
    """The library's profile by name, the collections with theirs, and the profiles there are."""

    library: str
    collections: tuple[Collection, ...]
    profiles: tuple[ProfileView, ...]

    def of(self, collection: Collection) -> str:
        """Return the name of the profile that a collection is searched with."""
        return collection.profile or self.library


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class TourReport:
    """What happened on the tour; `pictures` are the paths of the screenshots."""

    ok: bool
    problem: str
    documents: tuple[Document, ...]
    answers: tuple[Answer, ...]
    pictures: tuple[str, ...]
