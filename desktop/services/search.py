"""Find the passages of the library for a question, with reasons."""

from desktop.domain.answers import SearchHit, SearchRequest, SearchResult
from desktop.domain.work import CancelToken


class SearchService:
    """Searches from one read snapshot. Safe to call from several threads."""

    def search(self, request: SearchRequest, token: CancelToken) -> SearchResult:
        """Return ranked hits, confidence and tiers. Without vectors it uses words alone and says so."""
        raise NotImplementedError

    def related(self, document_id: int, token: CancelToken, *, limit: int = 8) -> list[SearchHit]:
        """Return passages of other documents that are close to this one, never the document itself."""
        raise NotImplementedError
