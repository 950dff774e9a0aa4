"""The small documents of the test set: what must be found, what must not, and how the rest is refused."""

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.domain.records import ReadDocument, Refusal

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def plain(text: str) -> str:
    """Text as a search sees it."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


FOUND = {
    "txt/utf8.txt": "north pump was inspected || Grünwald",
    "txt/cp1252_8d.txt": "last line readable || café",
    "txt/gb18030.txt": "违约金",
    "txt/zh_utf8_nobom.txt": "违约金",
    "txt/sjis.txt": "契約の違約金は5%です",
    "txt/eucjp.txt": "違約金は5%です",
    "txt/euckr.txt": "위약금은 5퍼센트",
    "txt/koi8r.txt": "Неустойка составляет пять",
    "txt/utf16le_bom.txt": "Serial 7781 geprüft || Протокол",
    "txt/utf16be_nobom.txt": "Serial 7782 checked",
    "txt/utf8_one_bad_byte.txt": "Prüfung der Anlage || geprüft für Köln",
    "txt/form_feed.txt": "Page one text || Serial 9005",
    "txt/subs.srt": "Serial 3371",
    "rst/good.rst": "covers the || Open valve 17 slowly || M8",
    "org/good.org": "Serial 3370 || peas",
    "tex/good.tex": "The load was 40 || measured 0.3",
    "html/cp1251_meta.html": "Неустойка пять процентов",
    "html/latin1_label_is_cp1252.html": "Preis 30 € – günstig",
    "html/broken.html": "cell two || cell three || after table || © 2024",
    "csv/good.csv": '00123 || Smith, John || says "hi" || Zoë',
    "csv/semicolon_cp1252.csv": "Schraube || 1,50 € || München",
    "csv/excel_unicode.csv": "Lübeck || Süd",
    "csv/good.tsv": "Serial 3320",
    "json/good.json": "Pump Süd || 3330-A || wet",
    "json/lines.jsonl": "Serial 3340",
    "code/pump.py": "soft start takes 3 s || rpm=1450",
    "code/Main.qml": "3360-Q",
    "code/conf.yaml": "3361-Y || Süd",
    "code/data.xml": "3363-X || Straße",
    "odd/nul.txt": "text with",
    "pdf/two_columns.pdf": "The warranty lasts 24 months from the day of delivery and covers all parts || "
    "accepted within 30 days when the box is still closed",
    "pdf/nospaces.pdf": "Inspect north pump seal || Replace the gasket yearly",
    "pdf/kerning.pdf": "Hospitalisation || Lindenallee 4 || AVATAR",
    "pdf/fakebold.pdf": "Important notice || Normal line follows",
    "pdf/hyphens.pdf": "submitted || Grundstück || Sparkassenbuch || well-known || PN-4471-B",
    "pdf/ligatures.pdf": "finance || flow || different",
    "pdf/arabic.pdf": "عقد الإيجار || الغرامة خمسة بالمئة",
    "pdf/cjk_notembedded.pdf": "合同编号六六零一",
    "pdf/cropbox.pdf": "Serial 5503",
    "pdf/scan_ocr_layer.pdf": "Invoice 7733 hidden layer",
    "pdf/mixed_private_use.pdf": "Readable first page, Serial 5510",
    "pdf/owner_rc4_40.pdf": "Serial 5521",
    "pdf/leading_junk.pdf": "Serial 5530 || Serial 5533",
    "pdf/form.pdf": "Form page || Field value 5550 || Sticky note 5551",
    "docx/word.docx": "Install version 7.3.1 today || Branch office: Vermont (north) || "
    "Use the portal to order || Smarttown depot || Block control paragraph 6611 || movedhere || "
    "Field result 6612 || complex result 6613 || cell control 6614",
    "docx/parts.docx": "Body || Deductible 500 || Gate code 8841 || DOC-2291 || HEAD-2292 || See annex K || "
    "Endnote annex L || Ask legal || After box",
    "docx/textbox_once.docx": "Boxed once 6615",
    "docx/nested_tables.docx": "Outer cell || Inner torque 6620 || Wide head 6621 || Tall 6622 || r2 6623",
}
ABSENT = {
    "txt/cp1252_8d.txt": "Ã",
    "txt/utf8_one_bad_byte.txt": "Ã",
    "html/broken.html": "commentsecret",
    "json/good.json": "\\u00fc",
    "pdf/two_columns.pdf": "months from Returns || covers all when",
    "pdf/fakebold.pdf": "Important notice Important notice || Important noticeImportant || IImmpp",
    "docx/word.docx": "obsolete || movedaway || instrsecret",
    "docx/textbox_once.docx": "Boxed once 6615 Boxed once 6615 || Boxed once 6615Boxed once 6615",
    "docx/nested_tables.docx": "Wide head 6621 Wide head 6621 || Tall 6622 Tall 6622",
}


@pytest.mark.parametrize("name", sorted(FOUND))
def test_finds_what_a_file_says(name: str, data: Path, read: Read) -> None:
    text = plain(read(data / name).text)
    assert [wanted for wanted in FOUND[name].split(" || ") if plain(wanted) not in text] == []
    assert [bad for bad in ABSENT.get(name, "").split(" || ") if bad and bad in text] == []


REFUSED = {
    "empty/blank.txt": ("empty", "empty"),
    "empty/frontmatter_only.md": ("empty", "empty"),
    "empty/notext.docx": ("empty", "empty"),
    "odd/archive.zip": ("unsupported", "archive"),
    "odd/report.txt": ("unsupported", "picture"),
    "odd/photo.jpg": ("unsupported", "picture"),
    "odd/legacy.doc": ("unsupported", "old Office"),
    "odd/random.txt": ("unsupported", "not text"),
    "pdf/scan2.pdf": ("no_text", "OCR"),
    "pdf/user_abc_rc4.pdf": ("locked", "password"),
    "pdf/selfref_only.pdf": ("damaged", "damaged"),
    "docx/entity_bomb.docx": ("damaged", "harmful"),
    "docx/deep_tables.docx": ("damaged", "nested"),
    "docx/truncated.docx": ("damaged", "damaged"),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_refuses_with_a_plain_reason(name: str, data: Path, refuse: Refuse) -> None:
    refusal = refuse(data / name)
    code, word = REFUSED[name]
    assert refusal.code == code
    assert word in refusal.reason


def test_every_cause_has_its_own_sentence(data: Path, refuse: Refuse) -> None:
    names = ["empty/blank.txt", "odd/archive.zip", "odd/photo.jpg", "odd/legacy.doc", "odd/random.txt"]
    names += ["pdf/scan2.pdf", "pdf/user_abc_rc4.pdf", "pdf/selfref_only.pdf", "docx/entity_bomb.docx"]
    reasons = [refuse(data / name).reason for name in names]
    assert len(set(reasons)) == len(reasons)
    assert not any(re.search(r"Error|Exception|\bNone\b|[{}<>_]", reason) for reason in reasons)


@pytest.mark.parametrize(
    ("name", "ending", "fragment"),
    [("pdf/kerning.pdf", "page.html", "Lindenallee"), ("docx/word.docx", "x.txt", "Vermont")],
)
def test_content_decides_not_the_ending(
    name: str, ending: str, fragment: str, data: Path, tmp_path: Path, read: Read
) -> None:
    target = tmp_path / ending
    target.write_bytes((data / name).read_bytes())
    assert fragment in read(target).text


def test_missing_and_forbidden_files(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(tmp_path / "gone.txt").code == "unreadable"
    assert refuse(tmp_path).code == "unreadable"


def test_title_and_date_of_front_matter(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.md"
    path.write_text('---\ntitle: "Pump plan"\ndate: 2024-03-14\nauthor: Ann\n---\n# Other\nText.\n')
    document = read(path)
    assert (document.title, document.date, document.date_source) == (
        "Pump plan",
        "2024-03-14",
        "front matter",
    )
    assert document.author == "Ann"


def test_title_falls_back_to_heading_then_name(tmp_path: Path, read: Read) -> None:
    headed = tmp_path / "a.md"
    headed.write_text("Intro.\n\n# First heading\n\nText.\n")
    bare = tmp_path / "field notes.txt"
    bare.write_text("Only text.\n")
    assert read(headed).title == "First heading"
    assert read(bare).title == "field notes"


def test_pictures_pages_are_counted(data: Path, read: Read) -> None:
    document = read(data / "pdf/mixed_private_use.pdf")
    assert (document.pages, document.pages_without_text) == (3, 2)
    assert document.parts_not_read == ("Pages 2–3 are without readable text (text recognition is needed).",)


def test_places_of_word_parts(data: Path, read: Read) -> None:
    document = read(data / "docx/parts.docx")
    places = {document.text[part.start : part.end]: (part.kind, part.place) for part in document.parts}
    assert places["Gate code 8841"] == ("textbox", "text box 1")
    assert places["See annex K"] == ("footnote", "footnote 1")
    assert places["Endnote annex L"] == ("endnote", "endnote 1")
    assert places["Ask legal"] == ("comment", "comment 1")
    assert places["HEAD-2292"] == ("header", "header")
    assert places["DOC-2291"] == ("footer", "footer")
    assert (document.title, document.date) == ("Service contract", "2024-03-14T10:15:00Z")


def test_headings_of_markup(data: Path, read: Read) -> None:
    rst = read(data / "rst/good.rst")
    assert any(part.heading == "Safety manual › Scope › Valves" for part in rst.parts)
    org = read(data / "org/good.org")
    assert any(part.heading == "Spring › Seeds" for part in org.parts)
    tex = read(data / "tex/good.tex")
    assert any(part.heading == "Method › Results" for part in tex.parts)


def test_csv_rows_carry_their_header(data: Path, read: Read) -> None:
    assert "id: 00123 | name: Smith, John" in read(data / "csv/good.csv").text


def test_hidden_spelling_of_a_joined_word(data: Path, read: Read) -> None:
    document = read(data / "pdf/hyphens.pdf")
    for offset, spelling in document.spellings:
        assert document.text[offset:].startswith(spelling.replace("-", ""))
    assert "submit-ted" in [word for _, word in document.spellings]
