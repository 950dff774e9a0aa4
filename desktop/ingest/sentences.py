"""Where sentences begin and end, in many scripts; never inside numbers, versions or abbreviations."""

import re
from collections.abc import Iterator

from desktop.ingest.wordlists import words

_TERMINATORS = ".!?…。！？｡．؟۔।॥։።፧፨။།"
_WIDE = frozenset("。！？｡．")  # end a sentence without a blank after them
_CLOSERS = "\"'”’»›)]}」』）】〕》〉"
_OPENERS = "\"'“‘„«‹([{「『（【〔《〈¿¡"
_END = re.compile(rf"[{re.escape(_TERMINATORS)}]+[{re.escape(_CLOSERS)}]*")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"[ \t]*\n[ \t]*")
_LIST_MARK = re.compile(r"(?:[-–—*•▪◦●○■+➢✓·]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)])[ \t]")
_ENTRY = re.compile(r"\[?\d{4}-\d\d-\d\d|\d{1,2}:\d\d|\|")  # log lines and rows start so
_ROW = re.compile(
    r": [^|]{0,300} \| "
)  # a table row as the readers write it: "Header: value | Header: value"
_BEFORE_TOKEN = frozenset("\"'“‘„«‹([{")
_NEXT_TOKEN = re.compile(rf"[\s{re.escape(_OPENERS)}]*([^\s,;:.!?]+)")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_THAI = re.compile(r"(?<=[\u0e00-\u0eff])[ \t]+(?=[\u0e00-\u0eff])")

_LONGEST_TOKEN = 40  # characters looked at before a stop
_SHORT_LINE = 45  # characters; below this a line ending without a stop is a line of its own
_LONG_LINE = 120  # above this lines are paragraphs and not wrapped
_THAI_LENGTH = 60  # Thai and Lao have no stops; a blank after so many characters ends a sentence

# Abbreviations that more words follow.
_ABBREVIATIONS = words(
    "mr mrs ms dr prof st rev hon capt lt sgt messrs mme mlle vs v eg ie cf viz al approx ca op "
    "cit dept univ assn bros mt ft tel avg est incl excl resp hrsg herr fr hr bzw ggf evtl vgl "
    "anm aufl bd nrw str sog u.a z.b d.h u.u o.ä i.d.r v.a s.o s.u zzgl inkl exkl mind mio mrd "
    "gem lfd zb dh ua sra srta dra ud uds ej aprox av avda atte sig sig.ra dott prof.ssa es env "
    "ex réf éd bull т.е т.к ул д им руб тыс млн млрд см ср проф max min e.g i.e"
)
# Abbreviations only before a number or a letter: "No. 5", "Fig. A", "Art. II"; else they are words.
_BEFORE_NUMBERS = words(
    "no nos nr nrn n° num núm núms art arts fig figs tab eq eqs sec sect ch chap par para vol "
    "vols ed eds p pp pg ff rn abs abb kap ziff pág págs pag cap ecc lit cl rule reg ext jan feb "
    "mar apr jun jul aug sep sept oct okt nov dec dez mrt стр рис табл пр кв обл гг"
)
# Abbreviations that end sentences as often as not: the next word decides.
_MAY_END = words("etc inc ltd corp co llc plc jr sr am pm a.m p.m u.s u.k e.u ph.d usa gmbh usw т.д т.п г")
_STARTERS = words(
    "the a an this that these those it its he she they we you i in on at by for from with if when "
    "while as but and or so however there here what who how why where after before since although "
    "our their his her der die das ein eine er sie wir ihr im am bei mit wenn als aber und oder "
    "dies diese dieser el la los las un una en es al por para con si pero y le les une il elle "
    "nous vous ils dans sur mais et du no not"
)
_AFTER_ORDINAL = words(
    "januar februar märz april mai juni juli august september oktober november dezember jänner "
    "jan feb mär apr jun jul aug sep sept okt nov dez jahrhundert jahrhunderts jahrhunderte stock "
    "obergeschoss etage kapitel auflage klasse mal january february march may june july october "
    "december"
)
_NUMBER = re.compile(r"\d|[IVXLC]+\Z|[A-Z]\Z")


def sentence_spans(text: str, start: int = 0) -> list[tuple[int, int]]:
    """Return start and end of each sentence, both moved by `start`; between them is only white space."""
    spans: list[tuple[int, int]] = []
    has_stops = text.isascii() or _THAI.search(text) is None
    for begin, end in _paragraphs(text):
        for line_begin, line_end in _line_groups(text, begin, end):
            for first, last in _in_stretch(text, line_begin, line_end):
                if has_stops:
                    spans.extend(_trimmed(text, first, last))
                    continue
                for piece_begin, piece_end in _thai(text, first, last):
                    spans.extend(_trimmed(text, piece_begin, piece_end))
    return [(first + start, last + start) for first, last in spans]


def _trimmed(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for match in _PARAGRAPH.finditer(text):
        yield begin, match.start()
        begin = match.end()
    yield begin, len(text)


def _line_groups(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Lines that were only wrapped belong together; a list item or a short line stands alone."""
    group = line = begin
    for match in _LINE.finditer(text, begin, end):
        if _ends_at_line(text[line : match.start()], text[match.end() : min(match.end() + 40, end)]):
            yield group, match.start()
            group = match.end()
        line = match.end()
    yield group, end


def _ends_at_line(line: str, following: str) -> bool:
    """Whether a sentence ends with this line although no stop says so."""
    if not following or _ROW.search(line) or _ROW.search(following):
        return True
    if _LIST_MARK.match(following) or _ENTRY.match(following):
        return True
    if following[0].islower():
        return False
    return len(line) < _SHORT_LINE or len(line) > _LONG_LINE


def _in_stretch(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a stretch without paragraph ends."""
    first = begin
    for match in _END.finditer(text, begin, end):
        if match.end() < end and not _ends_here(text, first, match, end):
            continue
        yield first, match.end()
        first = match.end()
    yield first, end


def _ends_here(text: str, first: int, match: re.Match[str], end: int) -> bool:
    """Whether the signs matched end a sentence."""
    after = match.end()
    stop = match[0].rstrip(_CLOSERS)
    if stop[-1] in _WIDE:
        # A quotation in Chinese or Japanese may go on: 「…。」と言った
        return not (stop != match[0] and text[after : after + 1] in ("と", "っ", "の", "，", "、"))
    if not text[after].isspace():
        return False
    found = _NEXT_TOKEN.match(text, after, min(after + 80, end))
    following = found[1] if found else ""
    if following[:1].islower():
        return False
    if not stop.endswith(".") or stop.endswith(".."):
        return True
    token = _token_before(text, max(first, match.start() - _LONGEST_TOKEN), match.start())
    if found and len(following) == len(token) == 1 and text.startswith(".", found.end()):
        return False  # "J. A. Hobson": the "A" is no word that begins a sentence
    return _stop_ends(token, following, at_start=not token or match.start() - len(token) <= first)


def _token_before(text: str, least: int, end: int) -> str:
    """The run of signs before `end`, as far back as `least`, without blanks and opening signs."""
    begin = end
    while begin > least and not text[begin - 1].isspace() and text[begin - 1] not in _BEFORE_TOKEN:
        begin -= 1
    return text[begin:end]


def _stop_ends(token: str, following: str, *, at_start: bool) -> bool:
    """Whether a full stop after `token` ends the sentence when the capitalised `following` comes next."""
    word = token.lower().lstrip("¿¡")
    starts = following.lower() in _STARTERS
    if word in _ABBREVIATIONS:
        return False
    if word in _MAY_END or _DOTTED.match(word):
        return starts
    if word in _BEFORE_NUMBERS:
        return not _NUMBER.match(following)
    if word.isdecimal():
        # "1. Introduction" at the start is a list mark; "am 3. Mai" an ordinal.
        return not (at_start or (len(word) <= 2 and following.lower() in _AFTER_ORDINAL))
    if len(word) == 1 and word.isalpha() and token.isupper():
        return starts  # "J. Smith", but "Vitamin C. The"
    return not (at_start and len(word) == 1)


def _thai(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut scripts without stops at blanks, once enough has been said."""
    if end - begin > _THAI_LENGTH:
        for match in _THAI.finditer(text, begin, end):
            if match.start() - begin >= _THAI_LENGTH:
                yield begin, match.start()
                begin = match.end()
    yield begin, end
