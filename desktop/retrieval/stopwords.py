"""Function words of a few languages: a question is about its other words."""

from collections.abc import Collection

# Only words that carry no topic in their language; words that are topics in another one are left out.
_WORDS = {
    "en": """a about all an and any are as at be been being but by can could did do does doing for from had
        has have having he her here him his how i if in into is it its itself just may me might more
        most much must my no nor not of on or our out over shall she should so some such than that the
        their them then there these they this those to too under up us was we were what when where which
        while who whom whose why will with would you your please tell show""",
    "es": """a al algo ante bajo cada como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde
        donde el ella ellas ellos en entre era eran es esa ese eso esta estaba estado estan estar este
        esto estos estas fue fueron ha habia han hasta hay la las le les lo los mas me mi mis muy ni no
        nos o para pero por porque pueden puede que quien quienes se segun ser si sin sobre son su sus
        tambien te tiene tienen tu un una unas uno unos y ya""",
    "de": """ab aber als am an auch auf aus bei beim bin bis bist da das dass dem den denn der des dessen die
        dies diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es etwa
        fur gab gegen gibt haben hat hatte hatten ich ihr ihre ihrem ihren ihrer im in ins ist ja kann
        konnen mein mit nach nicht noch nur ob oder ohne sein seine seinem seinen seiner seit sich sie
        sind so sowie um und unter viel viele vom von vor wann warum was weil welche welchem welchen
        welcher welches wem wen wer werden wessen wie wird wo woher wohin wurde wurden zu zum zur uber""",
    "fr": """a au aux avec ce cela ces cette comme combien dans de des du elle elles en est et etait ete etre
        eu il ils je la le les leur leurs lui mais me meme ne nos notre nous on ont ou par pas plus pour
        pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur ta te tu
        un une vos votre vous y""",
    "it": """a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove
        e ed era erano fu gli ha hanno i il in io la le lo loro ma nei nel nella non o per perche piu
        quale quali quando quanti quanto questa questo se si sono su sua sul sulla suo tra un una uno""",
    "pt": """a ao aos as com como da das de do dos e ela ele em era eram essa esse esta este foi foram ha
        isso isto na nas no nos o onde os ou para pela pelo por porque qual quais quando quanto que quem
        se sem ser seu sua sao um uma""",
    "ro": """a ai al ale am ar are au ca cand care cat cate ce cea cei cele cel cu cum da de despre din
        dintre dupa e ea ei el ele este era erau fi fie fost in intre isi la le lor lui mai ne nu o pe
        pentru prin sa sau se si sub sunt un una unde unei unui va vor""",
    "nl": """aan als bij dat de den der deze die dit door een en er had heeft hebben het hij hoe hoeveel ik
        in is kan maar met na naar niet of om onder ook op over te tot uit van veel voor waar waarom
        wanneer was wat welk welke werd werden wie wordt worden zich zijn zij""",
}
_BY_LANGUAGE = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_LANGUAGES_OF = {
    word: tuple(language for language, known in _BY_LANGUAGE.items() if word in known)
    for word in frozenset().union(*_BY_LANGUAGE.values())
}


def function_words(folded: Collection[str]) -> frozenset[str]:
    """Return those of the words (folded) that are function words of the language they agree with best.

    Empty when the words agree with none. English wins a tie, then Spanish, German and the others.
    """
    words = frozenset(folded)
    return words & max(_BY_LANGUAGE.values(), key=lambda known: len(words & known))


def best_language(folded: Collection[str]) -> str:
    """Return the language whose function words most of the words (folded) are, empty when none are."""
    words = frozenset(folded)
    agreement = {language: len(words & known) for language, known in _BY_LANGUAGE.items()}
    best = max(agreement, key=agreement.__getitem__)
    return best if agreement[best] else ""


def english_lead(folded: Collection[str]) -> int:
    """Return how many more words (folded) are English function words than ones of the next best language.

    Above 0 the text is most likely English, below 0 another language, at 0 nobody knows.
    """
    agreement = dict.fromkeys(_BY_LANGUAGE, 0)
    for word in _LANGUAGES_OF.keys() & folded:
        for language in _LANGUAGES_OF[word]:
            agreement[language] += 1
    return agreement.pop("en") - max(agreement.values())
