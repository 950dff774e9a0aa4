"""Any question is a legal query, and identifiers, scripts and accents find themselves."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from word_table import WordTable

from desktop.retrieval import stopwords, tokens
from desktop.retrieval.quantities import dates
from desktop.retrieval.tokens import index_tokens, match_expression, query_tokens
from desktop.retrieval.words import MAXIMUM_TOKEN, stems

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=60)
_PIECES = (
    "the|and|of|la|el|und|harbour|Gebäude|ferries'|wasn't|a_b@c|v2.1|C++|3|14|19|20|1999|2024|2031|/|.|-|,|\n|"
    " |march|Mar.|de|april|04|-\n|\r\n|年|月|日|東京|ไทย|É|item2034|1/2/|2019-"
)
PIECES = _PIECES.split("|")
WRITTEN = st.one_of(ANYTHING, st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
ORDERS = ["ORD-0417 Ship by rail.", "ORD-0418 Ship by road.", "ORD 0419 Ship by sea."]
VERSIONS = [
    "Release 3.1 adds X2", "Release 3.10 adds X1", "Release 3.1.0 adds X3", "Release 13.10 adds X4",
    "Release v4.17 adds X5", "Norm 41.205 applies", "Image 22.10 is built", "Release v2.21 adds X6",
    "Host 10.0.0.1 answers", "Release 20.04 adds X7",
]  # fmt: skip
SIGNS = [
    "mail @harbor today", "we can't wait", "NOTE: call back", "at 5 km/h only", "a 20% tax",
    "C++ and C# here",
    "run --dry-run first", "salt&pepper shakers", "the in\\out tray", "press [tab] now", "set k=v there",
    "NEAR(1 2) is text", "the words AND OR NOT", "install @scope/pkg", "server node.js starts",
]  # fmt: skip
SCRIPTS = {
    "zh": "步骤3 重新运行sync-hub后30个失效链接已修好。仓库目录在附件里。",
    "ja": "賃料の支払期限は毎月五日です。",
    "ko": "점검주기는90일입니다",
    "th": "เครื่องสูบน้ำต้องตรวจสอบทุกเดือน",
}
NAMES = [
    "Østerby",
    "Michał",
    "Jiří",
    "Åkesson",
    "θάλασσα",
    "Straße",
    "İzmir ılıca",
    "đường phố",
    "façade",
    "Ægir",
]
PLAIN = [
    "Osterby",
    "Michal",
    "Jiri",
    "Akesson",
    "θαλασσα",
    "Strasse",
    "Izmir ilica",
    "duong pho",
    "facade",
    "Aegir",
]


@given(question=ANYTHING)
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_legal_query(question: str) -> None:
    table = WordTable(["some text"])
    match = match_expression(question, {}, 0)
    assert match is None or isinstance(table.run(match), list)


@given(text=ANYTHING)
@settings(max_examples=300, deadline=None)
def test_any_text_finds_itself(text: str) -> None:
    if query_tokens(text):
        assert WordTable([text, "unrelated"]).search(text)[0] == text


@given(text=ANYTHING)
@settings(max_examples=200, deadline=None)
def test_tokens_are_bounded_and_have_no_blank(text: str) -> None:
    for token in (*index_tokens(text).split(" "), *query_tokens(text)):
        assert len(token) <= MAXIMUM_TOKEN
        assert token == "" or token.split() == [token]
        token.encode()


@given(text=ANYTHING)
@settings(max_examples=300, deadline=None)
def test_pieces_between_blanks_are_scanned_as_the_whole_text_is(text: str) -> None:
    folded = tokens._unbroken(text)
    whole = tokens._scanner(ascii_only=folded.isascii()).finditer(folded)
    assert list(tokens._scan(folded)) == [(match.lastgroup, match.group()) for match in whole]


@given(text=WRITTEN)
@example("-\nx a-\n b 1-\nc d-1")
@example(
    "due 03/04/2024 in April 2024, 2024-05-01, item2034, 12.2.1999, v1.2019.3 of 20 2019 and 3 2019/2020"
)
@settings(max_examples=600, deadline=None)
def test_what_is_remembered_of_pieces_makes_the_tokens_of_the_whole_text(text: str) -> None:
    folded = re.sub(r"(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[^\W\d_])", "-", tokens.normalise(text))
    folded = folded if folded.isascii() else tokens._BROKEN_RUN.sub("", folded)
    words: list[str] = []
    grams: list[str] = []
    for match in tokens._scanner(ascii_only=folded.isascii()).finditer(folded):
        if match.lastgroup == "compound":
            words += tokens.compound_tokens(match.group())
        else:
            size = tokens._PAIR if match.lastgroup == "paired" else tokens._TRIPLE
            grams += tokens._grams_with_tail(match.group(), size)
    by_language = {name: len(known & set(words)) for name, known in stopwords._BY_LANGUAGE.items()}
    english = by_language.pop("en") > max(by_language.values())
    days = sorted(day for day in dates(text) if day.startswith(("19", "20")) and day not in words)
    assert index_tokens(text).split(" ") == " ".join(
        [*words, *([] if english else stems(words)), *grams, *days]
    ).split(" ")


@pytest.mark.parametrize("question", ["", "???", " \n", '"', "*", "…"])
def test_a_question_without_words_makes_no_query(question: str) -> None:
    assert match_expression(question, {}, 10) is None


@pytest.mark.parametrize("question", ["ORD-0417", '"ORD-0417"', "ord-0417", "ORD0417", "Where is ORD-0417?"])
def test_an_order_number_finds_its_line_first(question: str) -> None:
    assert WordTable(ORDERS).search(question)[0] == ORDERS[0]


def test_other_order_numbers_find_theirs() -> None:
    table = WordTable(ORDERS)
    assert table.search("What does ORD-0418 say?")[0] == ORDERS[1]
    assert table.search("ORD-0419")[0] == ORDERS[2]


@pytest.mark.parametrize("line", VERSIONS)
def test_a_version_finds_its_line_first(line: str) -> None:
    version = next(word for word in line.split() if "." in word)
    table = WordTable(VERSIONS)
    assert table.search(version)[0] == line
    assert table.search(f"What changed in {version}?")[0] == line


@pytest.mark.parametrize("line", SIGNS)
def test_a_line_with_signs_finds_itself(line: str) -> None:
    assert WordTable(SIGNS).search(line)[0] == line


@pytest.mark.parametrize(
    ("question", "line"),
    [("@harbor", 0), ("can't", 1), ("5 km/h", 3), ("20%", 4), ("C++", 5), ("C#", 5), ("--dry-run", 6),
     ("salt&pepper", 7), ("in\\out", 8), ("[tab]", 9), ("k=v", 10), ("NEAR(1 2)", 11), ("AND OR NOT", 12),
     ("@scope/pkg", 13), ("node.js", 14), ("can’t", 1), ("nodejs", 14)],
)  # fmt: skip
def test_signs_find_their_own_line(question: str, line: int) -> None:
    assert WordTable(SIGNS).search(question)[0] == SIGNS[line]


@pytest.mark.parametrize(
    ("question", "script"),
    [("失效", "zh"), ("仓库", "zh"), ("hub", "zh"), ("sync-hub", "zh"), ("支払期限", "ja"), ("期限", "ja"),
     ("점검", "ko"), ("90", "ko"), ("น้ำ", "th"), ("ตรวจสอบ", "th"), ("仓", "zh"), ("日", "ja"), ("里", "zh"),
     ("น", "th"), ("점", "ko")],
)  # fmt: skip
def test_scripts_without_blanks_are_found_by_their_parts(question: str, script: str) -> None:
    assert WordTable([*SCRIPTS.values(), "Latin text"]).search(question)[0] == SCRIPTS[script]


@pytest.mark.parametrize(("name", "plain"), list(zip(NAMES, PLAIN, strict=True)))
def test_a_name_is_found_typed_plainly(name: str, plain: str) -> None:
    table = WordTable([*NAMES, "another line"])
    for question in (plain, plain.lower(), plain.upper(), name.upper(), name.lower()):
        assert table.search(question)[0] == name


def test_the_exact_accents_rank_first() -> None:
    table = WordTable(["Michal schreibt", "Michał schreibt", "Michàl schreibt"])
    assert table.search("Michał")[0] == "Michał schreibt"
    assert len(table.search("Michal")) == 3


@pytest.mark.parametrize(
    ("text", "question"),
    [("infor-\nmation desk", "information"), ("e-mail", "email"), ("email", "e-mail"),
     ("soft\u00adware", "software"), ("Ægir", "aegir"), ("façade", "FACADE"),
     ("ＡＢＣ１２３", "abc123"), ("ﬁnance", "finance"), ("失\n效", "失效"),
     ("٢٠٢٤", "2024"), ("السلام", "سلام"),
     ("report_2023.pdf", "report 2023"), ("report 2023", "report_2023"), ("1,250.50", "1.250,50"),
     ("src/app/main.py", "main.py"), ("Die Verträge enden", "Vertrag"), ("L’eau froide", "eau"),
     ("पुस्तकालय में", "पुस्तकालय"), ("qwen 3", "qwen3")],
)  # fmt: skip
def test_spellings_meet(text: str, question: str) -> None:
    assert WordTable([text, "something else"]).search(question)[:1] == [text]


def test_frequent_words_are_left_out_when_rarer_ones_remain() -> None:
    match = match_expression("pump of valve", {"pump": 900, "of": 990, "valve": 3}, 1000)
    assert match == '"valve"'
    assert match_expression("pump", {"pump": 900}, 1000) == '"pump"'


def test_a_scope_may_have_few_of_the_frequent_words() -> None:
    frequencies = {"gardening": 900, "advice": 890}
    assert match_expression("gardening advice", frequencies, 1000) == '"advice"'
    assert match_expression("gardening advice", frequencies, 1000, in_scope=True) == '"advice" OR "gardening"'
    costly = {"gardening": 300_000, "advice": 290_000}
    assert match_expression("gardening advice", costly, 1_000_000, in_scope=True) == '"advice"'


def test_a_small_library_keeps_every_word() -> None:
    assert match_expression("price now", {"price": 2, "now": 2}, 2) == '"price" OR "now"'


def test_function_words_are_not_counted_beside_others() -> None:
    assert query_tokens("what is the price of a pump") == ("price", "pump")
    assert query_tokens("to be or not to be") == ("to", "be", "or", "not")


def test_function_words_alone_do_not_make_a_hit() -> None:
    assert WordTable(["what is the time of the day"]).search("what is the zxqv") == []
    assert WordTable(["to be or not to be"]).search("to be or not to be") != []


def test_a_long_text_makes_a_bounded_query() -> None:
    words = " ".join(f"word{number}x" for number in range(3000))
    match = match_expression(words, dict.fromkeys(query_tokens(words), 1), 5000)
    assert match is not None
    assert match.count(" OR ") < 64
