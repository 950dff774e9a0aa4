"""Questions about the library as a whole: how many documents, all that match, a summary of one."""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["count", "list", "summary"]

_ANY = (
    r"documents?|files?|texts?|pdfs?|documentos?|archivos?|ficheros?|textos?|dokumente?|dateien|datei|texte?"
)
_SORTS = (
    r"notes?|reports?|statements?|invoices?|receipts?|letters?|contracts?|minutes|messages?|e-?mails?|mails?|"
    r"articles?|papers?|forms?|records?|manuals?|guides?|policies|policy|"
    r"notas?|informes?|extractos?|facturas?|recibos?|cartas?|contratos?|actas?|mensajes?|correos?|"
    r"art[ií]culos?|formularios?|manual(?:es)?|"
    r"notizen|notiz|berichte?|rechnungen|rechnung|briefe?|vertr[aä]ge?|protokolle?|nachrichten|artikel|"
    r"formulare?|handb[uü]cher"
)
_DOCUMENTS = rf"{_ANY}|{_SORTS}"
_ABOUT = (
    r"about|on|from|with|mention(?:ing|s)?|that mention|which mention|containing|"
    r"sobre|de|con|que mencionan|über|zu|von|mit|aus"
)
_TOPIC = rf"(?: (?:{_ABOUT}) (?P<topic>.+))?"
_NOUN = rf"(?P<noun>{_DOCUMENTS})"
_HERE = (
    r"are there|do i have|have i got|are in (?:the|my|this) (?:library|collection|folder)|"
    r"does (?:the|my) library (?:have|hold|contain)"
)
_COUNT = (
    rf"how many {_NOUN}(?: (?:{_HERE}))?{_TOPIC}",
    rf"cu[aá]nt[oa]s {_NOUN}(?: hay| tengo)?(?: en (?:la|mi) biblioteca)?{_TOPIC}",
    rf"wie ?viele {_NOUN}(?: gibt es| habe ich| sind (?:hier|da|in der bibliothek))?{_TOPIC}",
)
_EVERY = r"all|every|each|tod[oa]s|cada|alle[ns]?|jede[nrms]?|sämtliche[nr]?"
_EVERY_TOPIC = rf"(?P<topic>.*\b(?:{_EVERY})\b.+)"
_SPEAK_OF = (
    r"mention|contain|speak of|talk about|are about|deal with|have|say (?:something|anything) about|is|are"
)
_LIST = (
    rf"(?:please )?(?:list|enumerate|show|give|name|tell)(?: me| us)? {_EVERY_TOPIC}",
    rf"(?:lista|enumera|muestra|muéstrame|dime|da)(?:me)? {_EVERY_TOPIC}",
    rf"(?:liste|nenne|zeige?|gib)(?: mir| uns)? {_EVERY_TOPIC}",
    rf"(?:in )?which (?:{_DOCUMENTS}) (?:{_SPEAK_OF}) (?P<topic>.+)",
    rf"(?:en )?qu[eé] (?:{_DOCUMENTS}) (?:mencionan|contienen|hablan de|tratan de) (?P<topic>.+)",
    rf"welche (?:{_DOCUMENTS}) (?:erwähnen|enthalten|handeln von|sprechen von|nennen) (?P<topic>.+)",
)
_THIS = r"this|the|these|my|est[ea]|el|la|mi|dies(?:e[nsr]?)?|das|die|den|mein(?:en?)?"
_ONE = rf"(?:{_THIS}) (?:{_DOCUMENTS})\b.*|it"
_SUM_UP = r"summari[sz]e|sum up|give (?:me )?an? (?:short )?(?:summary|overview) of"
_SUMMARY = (
    rf"(?:please )?(?:{_SUM_UP}) (?P<topic>.+)",
    rf"what (?:is|are) (?:{_THIS}) (?P<topic>(?:{_DOCUMENTS})(?: .+)?) about",
    rf"(?:comment on|what do you think (?:of|about)|tell me about|describe) (?P<topic>{_ONE})",
    r"(?:resume|resúmeme|haz un resumen de|dame un resumen de) (?P<topic>.+)",
    rf"de qué trata (?:{_THIS}) (?P<topic>.+)",
    r"fasse? (?P<topic>.+) zusammen",
    rf"worum geht es in (?:{_THIS}) (?P<topic>.+)",
)
_SCAFFOLD = re.compile(rf"\b(?:{_EVERY}|{_THIS}|{_ANY}|of|de|von|that|which|que)\b", re.IGNORECASE)
_ANY_DOCUMENT = re.compile(_ANY, re.IGNORECASE)
_ENDS = " \t?!.¿¡"


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question about many documents or a whole one.

    `topic` are the words that say which documents are meant, empty for all of them; for a summary what was
    said of the document ("this report", "lease.pdf"). `sort` is what a count calls them ("invoices"), empty
    for documents of any sort: they may say so or not.
    """

    kind: Kind
    topic: str
    sort: str = ""


def library_question(question: str) -> LibraryQuestion | None:
    """Return what a question asks of the library as a whole, None for a question about a fact in it."""
    asked = " ".join(question.split()).strip(_ENDS)
    for kind, patterns in _PATTERNS.items():
        for pattern in patterns:
            found = pattern.fullmatch(asked)
            if found is not None:
                topic, noun = (found.groupdict().get(name) or "" for name in ("topic", "noun"))
                sort = "" if _ANY_DOCUMENT.fullmatch(noun) else noun
                return LibraryQuestion(kind, topic.strip() if kind == "summary" else _plain(topic), sort)
    return None


def _plain(topic: str) -> str:
    """Return the words of a topic that say what the documents are about."""
    return " ".join(_SCAFFOLD.sub(" ", topic).split()).strip(_ENDS)


_PATTERNS: dict[Kind, tuple[re.Pattern[str], ...]] = {
    "count": tuple(re.compile(pattern, re.IGNORECASE) for pattern in _COUNT),
    "list": tuple(re.compile(pattern, re.IGNORECASE) for pattern in _LIST),
    "summary": tuple(re.compile(pattern, re.IGNORECASE) for pattern in _SUMMARY),
}
