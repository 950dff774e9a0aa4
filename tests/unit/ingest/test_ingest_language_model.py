"""Walking the language model word by word finds what walking it byte by byte does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from desktop.ingest import language_model

PIECES = [
    "the",
    "harbour",
    "der",
    "Fährhafen",
    "barco",
    "日本語の文",
    "ไทย",
    " ",
    "  ",
    "x" * 40,
    "É",
    "привет",
]
_LIBRARY = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
_LIBRARY.set_languages(["en", "de", "es", "ja", "th", "ru"])
_OURS = language_model.load()
_OURS.set_languages(["en", "de", "es", "ja", "th", "ru"])


@given(text=st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)))
@settings(max_examples=200, deadline=None)
def test_any_text_gets_the_same_probabilities(text: str) -> None:
    for _ in range(2):  # the second time from memory
        assert dict(_OURS.rank(text)) == pytest.approx(dict(_LIBRARY.rank(text)), abs=1e-5)
