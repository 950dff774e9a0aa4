"""Words by which a question leans on the one before it, in a few languages."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from desktop.retrieval.stopwords import best_language


@dataclass(frozen=True, slots=True)
class FollowUpWords:
    """The words of one language, lower-cased with their accents.

    `opener` matches what a short follow-up begins with ("and what about"). `asking` are question words,
    `verbs` those that begin a question to be answered by yes or no. `pointing` are pronouns and the like;
    `definite` are articles, `prepositions` begin phrases of time, place and purpose.
    """

    opener: re.Pattern[str]
    asking: frozenset[str]
    verbs: frozenset[str]
    pointing: frozenset[str]
    definite: frozenset[str]
    articles: frozenset[str]
    prepositions: frozenset[str]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text separated by blanks."""
    return frozenset(text.split())


def _words(opener: str, *texts: str) -> FollowUpWords:
    """Return the words of a language: asking, verbs, pointing, definite, indefinite, prepositions."""
    asking, verbs, pointing, definite, indefinite, prepositions = map(word_set, texts)
    pattern = re.compile(rf"^[\s¿¡]*(?:{opener})\s+[¿¡]?", re.IGNORECASE)
    return FollowUpWords(pattern, asking, verbs, pointing, definite, definite | indefinite, prepositions)


TIMES = word_set("year month week day time room place one jahr monat tag año mes día")
AFTER_THESE = word_set("is was were be does did do about of for with to in on at from by how why when and")
BEFORE_ONE = word_set("which this that the there other first second third last")
OF = word_set("of about de del du des di da do von vom van over")

_BY_LANGUAGE = {
    "en": _words(
        r"(?:(?:and|but|or|so),?\s+)?(?:what|how)\s+about|(?:and\s+)?(?:the\s+)?same\s+for|(?:and|but|or)(?:\s+also)?",
        "who whom whose what when where which why how",
        "is are was were am do does did has have had can could will would should shall may might must",
        "it its itself he him his she her hers they them their theirs this these those there former latter"
        " same else that one ones others",
        "the",
        "a an this these my our your",
        "in on at by for from to with without of under over about since until till after before during"
        " between through into per against",
    ),
    "es": _words(
        r"(?:(?:y|e|pero|o)\s+)?¿?\s*(?:qué|que)\s+(?:(?:hay|pasa|tal|ocurre)\s+(?:de|con)|tal)"
        r"|(?:y\s+)?(?:en\s+)?cuanto\s+a|(?:y|e|pero|o)(?:\s+también)?",
        "quién quiénes qué cuándo dónde adónde cuál cuáles cómo cuánto cuánta cuántos cuántas quien que"
        " cuando donde cual cuales como cuanto cuanta cuantos cuantas",
        "es son era fue está están tiene tienen hay puede pueden debe",
        "él ella ellos ellas ello eso esa ese esos esas esto su sus suyo suya allí ahí aquel aquella"
        " aquellos aquellas mismo misma",
        "el la los las del al",
        "un una unos unas mi mis",
        "en de del a al con sin para por sobre desde hasta durante entre según contra bajo tras",
    ),
    "de": _words(
        r"(?:(?:und|aber|oder)\s+)?(?:was\s+ist|wie\s+(?:ist|sieht|steht)\s+es)\s+(?:mit|bei|um)"
        r"|(?:und|aber|oder)(?:\s+auch)?",
        "wer wen wem wessen was wann wo wohin woher warum wieso weshalb wie welcher welche welches welchen"
        " welchem womit wofür wovon",
        "ist sind war waren hat haben hatte kann können darf dürfen muss müssen soll wird werden gibt",
        "er sie ihm ihn ihnen ihr ihre ihren ihrem ihres ihrer es seine seinen seinem seiner seines dort"
        " davon dafür damit daran darüber dazu dabei danach davor darin darauf dessen deren diese dieser"
        " dieses diesen diesem jene jener jenes jenen jenem dasselbe derselbe dieselbe",
        "der die das den dem des",
        "ein eine einen einem einer eines mein meine unser unsere",
        "in im am an auf aus bei beim bis für mit nach ohne seit über um unter von vom vor während wegen"
        " zu zum zur zwischen gegen ab",
    ),
    "fr": _words(
        r"(?:et\s+)?qu['’]en\s+est[-\s]il\s+(?:de|pour)|(?:et|mais|ou)(?:\s+aussi)?",
        "qui que quoi quand où quel quelle quels quelles pourquoi comment combien",
        "est sont était a ont peut peuvent doit",
        "il elle ils elles lui leur leurs cela ça celui celle ceux celles son sa ses ce cette ces",
        "le la les du des au aux",
        "un une mon ma mes",
        "en de du à au aux avec sans pour par sur depuis jusque pendant entre selon contre sous après avant",
    ),
    "it": _words(
        r"(?:e\s+)?che\s+dire\s+di|(?:e|ed|ma|o)(?:\s+anche)?",
        "chi che cosa quando dove quale quali perché come quanto quanta quanti quante",
        "è sono era ha hanno può possono deve",
        "lui lei loro esso essa ciò quello quella quelli quelle suo sua suoi sue ne ci questo questa",
        "il lo la i gli le del della dei delle al alla",
        "un uno una",
        "in di a da con senza per su sul sulla nel nella dal dalla tra fra durante dopo prima",
    ),
    "pt": _words(
        r"(?:e\s+)?(?:que\s+tal|quanto\s+a)|(?:e|mas|ou)(?:\s+também)?",
        "quem que quando onde qual quais porquê como quanto quanta quantos quantas",
        "é são era foi tem têm pode podem deve há",
        "ele ela eles elas isso isto aquilo esse essa esses essas seu sua seus suas lá ali",
        "o a os as do da dos das ao à",
        "um uma uns umas",
        "em de do da a ao com sem para por sobre desde até durante entre no na nos nas",
    ),
    "nl": _words(
        r"(?:en\s+)?(?:hoe\s+zit\s+het|wat\s+is\s+er)\s+met|(?:en|maar|of)(?:\s+ook)?",
        "wie wat wanneer waar welk welke waarom hoe hoeveel",
        "is zijn was waren heeft hebben kan kunnen mag moet wordt worden",
        "hij zij ze hem haar hun hen daar daarvan daarmee deze dit dat",
        "de het",
        "een mijn",
        "in op aan bij voor van naar met zonder over sinds tot tijdens na door onder tussen",
    ),
}  # fmt: skip
_NONE = _words(r"\b\B", "", "", "", "", "", "")


def follow_up_words(folded: Collection[str], before: Collection[str] = ()) -> FollowUpWords:
    """Return the words of the language that a question (folded words) agrees with best.

    A question that agrees with none ("Beta?") is taken to be in the language of the one before it; where
    that is unknown too, every set is empty.
    """
    language = best_language(folded) or best_language(before)
    return _BY_LANGUAGE.get(language, _NONE)
