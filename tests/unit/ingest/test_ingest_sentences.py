"""Sentences in many scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.ingest.sentences import sentence_spans


@pytest.mark.parametrize(
    "sentences",
    [
        ["We use Python 3.10 and v2.21.3.", "It costs 4.50 EUR."],
        ["Dr. J. Smith, e.g. from Acme Inc. said so.", "The U.S. Army came at 5 p.m.", "We left."],
        ["Am 3. Mai kam er.", "Das war z.B. gut, d.h. sehr gut.", "Im 19. Jahrhundert war es so."],
        ["Es dauert 14 Tage.", "Dann Nr. 5."],
        ["La Sra. Pérez vive en la Av. Sol.", "¿Cuánto cuesta?", "¡Mucho!"],
        ["यह एक वाक्य है।", "यह दूसरा है।"],
        ["هذا سؤال؟", "نعم.", "انتهى۔"],
        ['He said "Stop."', "Then he left.", "(See Fig. 3.)", "Really?!", "Yes."],
        ["The answer is no.", "The end.", "See No. 5.", "Vitamin C.", "The rest."],
        ["Visit www.example.org.", "Use node.js and 10.0.0.1.", "Ok."],
        ["Нас было т.е. пять человек.", "Живу на ул. Ленина."],
        ["The end... but not yet.", "Wait here."],
        [
            "The work of J. A. Hobson and C. I. Lewis is old.",
            "A. B. Stone wrote it.",
            "Plan B.",
            "A plan helps.",
        ],
    ],
)
def test_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["合同编号六六零一。", "违约金为百分之五！", "他说：“好。”", "然后走了。"],
        ["彼は「そうです。」と言った。", "次に行く。"],
    ],
)
def test_scripts_without_blanks(sentences: list[str]) -> None:
    text = "".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_thai_is_cut_at_blanks() -> None:
    clause = "สถานีนี้เปิดให้บริการทุกวันตั้งแต่เวลาหกโมงเช้าจนถึงเที่ยงคืนของวันถัดไป"
    text = f"{clause} {clause}"
    assert [text[start:end] for start, end in sentence_spans(text)] == [clause, clause]


def test_lines() -> None:
    text = "Wartung — Intervall 14 Tage\n© 2021 Müller\n- item one\n- item two\n\nA new paragraph"
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Wartung — Intervall 14 Tage",
        "© 2021 Müller",
        "- item one",
        "- item two",
        "A new paragraph",
    ]
    wrapped = (
        "The north pump was inspected in the autumn of that year by the\nUnited Nations and all was well."
    )
    assert sentence_spans(wrapped) == [(0, len(wrapped))]


def test_a_row_of_a_table_is_a_sentence() -> None:
    text = "Class: Adult | Fare: 3 and more words to make this a rather long row\nClass: Child | Fare: 2"
    assert [text[start:end] for start, end in sentence_spans(text)] == text.split("\n")


@given(st.text(alphabet=st.sampled_from('aB1.!?。 \n\t"”)(-é違ก'), max_size=120), st.integers(0, 50))
def test_spans_cover_all_but_blanks(text: str, start: int) -> None:
    end = start
    for first, last in sentence_spans(text, start):
        assert end <= first < last
        assert not text[end - start : first - start].strip()
        piece = text[first - start : last - start]
        assert piece == piece.strip()
        end = last
    assert not text[end - start :].strip()


@given(
    st.lists(
        st.sampled_from(["3.10", "10.0.0.1", "v2.21", "4.50", "1.000,00", "node.js", "a.b.c"]), min_size=1
    )
)
def test_numbers_and_versions_stay_whole(tokens: list[str]) -> None:
    text = "Use " + " ".join(tokens) + " now."
    assert sentence_spans(text) == [(0, len(text))]
