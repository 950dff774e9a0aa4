"""Example questions made from what is in the library."""

from desktop.domain.work import CancelToken


class ExampleService:
    """Offers questions that this library can answer."""

    def questions(self, token: CancelToken, *, limit: int = 3) -> list[str]:
        """Return up to `limit` questions from titles and headings; empty for an empty library."""
        raise NotImplementedError
