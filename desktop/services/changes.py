"""What a mutation changed, so that each view can decide whether to refresh."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    """Which kinds of thing changed; `document_ids` names documents when they are few."""

    documents: bool = False
    collections: bool = False
    conversations: bool = False
    models: bool = False
    document_ids: tuple[int, ...] = ()

    def __or__(self, other: "Changes") -> "Changes":
        """Merge two records of changes."""
        return Changes(
            self.documents or other.documents,
            self.collections or other.collections,
            self.conversations or other.conversations,
            self.models or other.models,
            tuple(dict.fromkeys(self.document_ids + other.document_ids)),
        )
