"""Documents found by their titles."""

from store_filling import fill

from desktop.store.library_file import LibraryFile
from desktop.store.titles import titled


def _titled(library: LibraryFile, *names: str, most: int = 3) -> list[tuple[str, int]]:
    with library.read() as c:
        return [(title, len(ids)) for title, ids in titled(c, names, most=most)]


def test_a_document_is_found_by_its_title(library: LibraryFile) -> None:
    with library.write() as c:
        for title in ("Estación Norte", "Neighbours (TV series)", "Neighbourhood", "Other"):
            fill(c, f"/{title}.txt", ["text"], title=title)
    assert _titled(library, "estacion norte") == [("Estación Norte", 1)]
    assert _titled(library, "Neighbours") == [("Neighbours (TV series)", 1)]
    assert _titled(library, "Other", "Neighbours") == [("Other", 1), ("Neighbours (TV series)", 1)]
    assert _titled(library, "", " ", "Nothing") == []
    assert _titled(library) == []


def test_a_title_that_many_have_says_nothing(library: LibraryFile) -> None:
    with library.write() as c:
        for number in range(3):
            fill(c, f"/{number}.txt", ["text"], title="Minutes")
    assert _titled(library, "Minutes", most=3) == [("Minutes", 3)]
    assert _titled(library, "Minutes", most=2) == []


def test_a_document_without_text_cannot_answer(library: LibraryFile) -> None:
    with library.write() as c:
        fill(c, "/a.txt", [], title="Minutes")
    assert _titled(library, "Minutes") == []
