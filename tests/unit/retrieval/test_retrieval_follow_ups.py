"""When a question needs the one before it, how a short one is completed, and which rewritings stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.ellipsis import carried_over
from desktop.retrieval.follow_ups import dependence
from desktop.retrieval.rewrites import acceptable, same_text, with_words_of

PUMP = "What pressure has the Alpha pump?"
PUMPE = "Welchen Druck hat die Alpha-Pumpe?"
BOMBA = "¿Qué presión tiene la bomba Alfa?"


@pytest.mark.parametrize(
    "question",
    [
        "Who won the 1998 World Cup?",
        "What is the capital of France?",
        "When does the ferry leave?",
        "What is sourdough?",
        "And who wrote the handbook?",
        "And what does the Beta pump weigh?",
        "ferry timetable",
        "How long does it take to cross the bay?",
        "Is there a discount for children?",
        "Does the Alpha pump leak when it is cold?",
        "Who approved the budget this year?",
        "Which rooms have a key that opens the attic?",
        "Gibt es eine Ermäßigung für Kinder?",
        "Was kostet das große Boot?",
        "Wie können Sie kündigen?",
        "Seit wann gilt die Regel?",
        "¿Cuándo abre el museo los domingos?",
        "Какое давление у насоса Альфа?",
    ],
)
def test_a_question_that_names_its_subject_is_left_alone(question: str) -> None:
    assert dependence(question, PUMP) == "none"


@pytest.mark.parametrize(
    "question",
    [
        "And Beta?",
        "Beta?",
        "what about the others?",
        "And why?",
        "Why?",
        "How much does it weigh?",
        "Who built it?",
        "Which one is heavier?",
        "Which is heavier?",
        "Who was mayor that year?",
        "Is there one for children?",
        "What does the manual say about it?",
        "Tell me more",
        "Und Beta?",
        "Wann war das?",
        "Wer hat sie gebaut?",
        "¿Y Beta?",
        "¿Cuánto pesa?",
        "¿Y cuánto cuesta?",
        "Combien coûte-t-elle ?",
        "Quanto custa?",
        "А Бета?",
        "那贝塔呢？",
    ],
)
def test_pronouns_and_ellipses_need_what_was_asked_before(question: str) -> None:
    assert dependence(question, PUMP) == "certain"


@pytest.mark.parametrize(
    "question", ["What is the price?", "¿Quién la construyó?", "Was ist der Preis?", "Opening hours?"]
)
def test_the_one_thing_of_something_may_be_of_what_was_asked_before(question: str) -> None:
    assert dependence(question, PUMP) == "possible"


@pytest.mark.parametrize(
    ("question", "previous", "completed"),
    [
        ("And Beta?", PUMP, "What pressure has the Beta pump?"),
        ("Beta?", PUMP, "What pressure has the Beta pump?"),
        ("And Alpha?", PUMP, PUMP),
        ("And on Sunday?", "When does it leave on Sunday?", "When does it leave on Sunday?"),
        ("What about Beta?", PUMP, "What pressure has the Beta pump?"),
        ("And the Beta pump?", PUMP, "What pressure has the Beta pump?"),
        ("and the beta pump?", PUMP.lower(), "what pressure has the beta pump?"),
        ("And Rolf Eriksen?", "Who is Ilse Varga?", "Who is Rolf Eriksen?"),
        ("And Rolf?", "Who is Ilse Varga?", "Who is Rolf?"),
        ("And 2023?", "How many members were there in 2022?", "How many members were there in 2023?"),
        ("And ORD-0418?", "What is the total of ORD-0417?", "What is the total of ORD-0418?"),
        ("And room 12?", "Who uses room 14?", "Who uses room 12?"),
        ("and the large boat?", "What does the small boat cost?", "What does the large boat cost?"),
        ("And to Vik?", "What does the ferry to Skarholm cost?", "What does the ferry to Vik cost?"),
        (
            "And the ferry to Vik?",
            "What does the ferry to Skarholm cost?",
            "What does the ferry to Vik cost?",
        ),
        ("And on Sunday?", "When does the ferry leave?", "When does the ferry leave on Sunday?"),
        ("And on Sunday?", "When does it leave on Saturday?", "When does it leave on Sunday?"),
        ("For children?", "What does a ticket cost for adults?", "What does a ticket cost for children?"),
        ("Und Beta?", PUMPE, "Welchen Druck hat die Beta-Pumpe?"),
        ("Was ist mit Beta?", PUMPE, "Welchen Druck hat die Beta-Pumpe?"),
        ("Und die Beta-Pumpe?", PUMPE, "Welchen Druck hat die Beta-Pumpe?"),
        ("Und Beta?", "Wie hoch ist der Druck der Pumpe Alpha?", "Wie hoch ist der Druck der Pumpe Beta?"),
        ("Und Vik?", "Was kostet die Fähre nach Skarholm?", "Was kostet die Fähre nach Vik?"),
        ("Und am Sonntag?", "Wann fährt die Fähre am Samstag?", "Wann fährt die Fähre am Sonntag?"),
        ("¿Y Beta?", BOMBA, "¿Qué presión tiene la bomba Beta?"),
        ("¿Y la bomba Beta?", BOMBA, "¿Qué presión tiene la bomba Beta?"),
        ("¿Qué hay de Beta?", BOMBA, "¿Qué presión tiene la bomba Beta?"),
        ("¿Y para niños?", "¿Cuánto cuesta para adultos?", "¿Cuánto cuesta para niños?"),
        ("Et la pompe Bêta ?", "Quelle pression a la pompe Alpha ?", "Quelle pression a la pompe Bêta ?"),
        ("E la pompa Beta?", "Che pressione ha la pompa Alfa?", "Che pressione ha la pompa Beta?"),
    ],
)
def test_a_short_follow_up_takes_the_place_of_its_kind(question: str, previous: str, completed: str) -> None:
    assert carried_over(question, previous) == completed


@pytest.mark.parametrize(
    ("question", "previous"),
    [
        ("And the weight?", PUMP),  # another thing, not another pump
        ("Und der Preis?", PUMPE),
        ("And Rome?", "How far is Berlin from Paris?"),  # which of the two?
        ("And 2023?", "Was 2021 better than 2022?"),
        ("And the pump?", PUMP),  # brings nothing
        ("And it?", PUMP),
        ("And how much does it weigh?", PUMP),
        ("Who won the World Cup?", PUMP),
        ("And Beta?", "alpha pump pressure"),
        ("And of the roof?", "Who paid for the tower?"),
    ],
)
def test_what_could_mean_several_things_is_not_guessed(question: str, previous: str) -> None:
    assert carried_over(question, previous) is None


@pytest.mark.parametrize(
    ("rewriting", "question", "earlier", "answer"),
    [
        ("How much does the Alpha pump weigh?", "How much does it weigh?", PUMP, "3 bar."),
        ("Why does the Alpha pump have a pressure of 3 bar?", "Why?", PUMP, "It has 3 bar."),
        ("Who was mayor in 1874?", "Who was mayor that year?", "When was it built?", "It was built in 1874."),
        ("When was Ilse Varga born?", "When was she born?", "Who is the mayor?", "Ilse Varga is the mayor."),
        ("Und der Preis der Alpha-Pumpe?", "Und der Preis?", PUMPE, "3 bar"),
        ("Combien pèse la pompe Alpha ?", "Combien pèse-t-elle ?", "Quelle pression a la pompe Alpha ?", ""),
        ("Какое давление у насоса Бета?", "А Бета?", "Какое давление у насоса Альфа?", "3 бар."),
    ],
)
def test_a_rewriting_with_the_words_of_the_conversation_stands(
    rewriting: str, question: str, earlier: str, answer: str
) -> None:
    assert acceptable(rewriting, question, [earlier], [answer])


@pytest.mark.parametrize(
    ("rewriting", "question"),
    [
        ("", "And Beta?"),
        ("What pressure has the Alpha pump?", "And Beta?"),  # the name is lost
        ("What pressure has the Gamma pump?", "And Beta?"),  # another name
        ("What pressure has the Beta pump of Siemens?", "And Beta?"),  # made up
        ("What pressure has the Beta pump at 3 bar?", "And Beta?"),  # the old answer
        ("What pressure has the Beta pump?\nIt has 5 bar.", "And Beta?"),
        ("What does the Alpha pump cost?", "And ORD-0418?"),
        ("How heavy is the Alpha pump in 2024?", "How heavy is it in 2023?"),
        ("And the weight?", "And the weight?"),  # nothing done
        ("What pressure has the Alpha pump", "Why?"),  # the question before
        ("Why " + "does the Alpha pump " * 40, "Why?"),
    ],
)
def test_a_rewriting_that_loses_or_invents_falls(rewriting: str, question: str) -> None:
    assert not acceptable(rewriting, question, [PUMP], ["The Alpha pump has 3 bar."])


def test_without_a_rewriting_the_words_before_are_added_once() -> None:
    assert with_words_of("And the weight?", PUMP) == "And the weight? (pressure Alpha pump)"
    assert with_words_of("And the Alpha weight?", PUMP) == "And the Alpha weight? (pressure pump)"
    assert with_words_of("Why?", "What is it?") == "Why?"
    assert with_words_of("Why?", " ".join(f"word{n}" for n in range(900))).endswith("word10 word11)")


def test_texts_are_the_same_but_for_case_blanks_and_their_end() -> None:
    assert same_text("what  is it", ["Why?", "What is it?"])
    assert not same_text("What is that?", ["What is it?"])


@given(question=st.text(max_size=80), previous=st.text(max_size=80), answer=st.text(max_size=40))
def test_any_text_is_a_question(question: str, previous: str, answer: str) -> None:
    assert dependence(question, previous) in {"none", "possible", "certain"}
    completed = carried_over(question, previous)
    assert completed is None or completed.strip()
    assert not acceptable(previous, question, [previous], [answer])
    assert with_words_of(question, previous).startswith(question.rstrip())


SOME = "and what how who the a Alpha Beta pump 2022 2023 on in of it that cost ¿ ? und die Pumpe y la"
WORDS = st.sampled_from(SOME.split())


@given(question=st.lists(WORDS, max_size=6).map(" ".join), previous=st.lists(WORDS, max_size=8).map(" ".join))
def test_any_words_are_completed_without_losing_their_own(question: str, previous: str) -> None:
    completed = carried_over(question + "?", previous + "?")
    if completed is not None:
        assert all(name in completed for name in ("Alpha", "Beta", "2022", "2023") if name in question)
