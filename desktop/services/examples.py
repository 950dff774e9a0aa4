"""Example questions made from what is in the library."""

import random

from desktop.domain.records import HEADING_SEPARATOR, DocumentState
from desktop.domain.work import CancelToken
from desktop.store import documents
from desktop.store.library_file import LibraryFile

_READY = (DocumentState.TEXT_READY, DocumentState.READY, DocumentState.PARTLY_READ)
_LOOKED_AT = 40


class ExampleService:
    """Offers questions that this library can answer."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def questions(self, token: CancelToken, *, limit: int = 3) -> list[str]:
        """Return up to `limit` questions from titles and headings; empty for an empty library."""
        with self._library.read() as c:
            found = documents.listing(c, states=_READY, limit=_LOOKED_AT)
            random.Random(len(found)).shuffle(found)  # noqa: S311 - variety, the same for the same library
            questions: list[str] = []
            for document in found:
                token.check()
                if len(questions) == limit:
                    break
                headings = [p.heading.split(HEADING_SEPARATOR)[-1] for p in documents.parts(c, document.id)]
                topic = next((h for h in headings if _usable(h) and h != document.title), "")
                if topic:
                    questions.append(f"What does “{document.title}” say about {_lower_first(topic)}?")
                elif _usable(document.title):
                    questions.append(f"What is “{document.title}” about?")
        return questions


def _usable(heading: str) -> bool:
    telling = any(sign.isalpha() for sign in heading) and not heading.lower().startswith("about ")
    return telling and 4 <= len(heading) <= 48


def _lower_first(text: str) -> str:
    """Lower the first letter unless the word is all capitals (an acronym)."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
