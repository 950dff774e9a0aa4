"""What a person wishes of the answers of their library: a text that steers how they are worded."""

from dataclasses import dataclass

from desktop.services.changes import Changes
from desktop.services.valid_text import valid_text
from desktop.store import settings
from desktop.store.library_file import LibraryFile

MAX_TUNING = 2000  # characters that reach the chat model
_KEPT = 20_000  # characters that are kept at all
_KEY = "tuning"


@dataclass(frozen=True, slots=True)
class Tuning:
    """The text as it was typed. `used` is what reaches the chat model, cut at a word."""

    text: str = ""

    @property
    def used(self) -> str:
        """The first 2,000 characters, to the end of a word."""
        text = self.text.strip()
        if len(text) <= MAX_TUNING:
            return text
        cut = text[:MAX_TUNING]
        whole_words = cut[: max(cut.rfind(" "), cut.rfind("\n")) + 1].rstrip()
        return whole_words or cut

    @property
    def cut(self) -> bool:
        """Whether some of the text is not used."""
        return len(self.used) < len(self.text.strip())


class TuningService:
    """Reads and keeps the steering text of one library."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def current(self) -> Tuning:
        """Return the text, empty when there is none."""
        with self._library.read() as c:
            return Tuning(str(settings.get(c, _KEY, "")))

    def change(self, *, text: str) -> Changes:
        """Keep a text; a blank one forgets it."""
        clean = valid_text(text).strip()[:_KEPT]
        with self._library.write() as c:
            if clean:
                settings.put(c, _KEY, clean)
            else:
                settings.remove(c, _KEY)
        return Changes()
