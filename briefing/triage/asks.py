"""What a mail asks of its reader, told from its first words: a question, a request, a deadline.

English, German and French in full; in ten more languages the words with which one asks and says by when. Rules and not a model, because
this runs over every unread mail before the first word is spoken. A trigger
word is looked up first; only mails that hold one are read with a pattern.
"""

import re

from briefing.agenda import ReasonKind
from briefing.words import Words, split_words

_QUESTIONS_READ = 8

_YOU = frozenset(
    split_words(
        "you your yours u ya anyone anybody someone "
        "du dich dir dein deine deinen ihr euch euer eure sie ihnen ihre ihren jemand "
        "tu te toi ton ta tes vous votre vos quelqu "
        "usted ustedes ti tuyo puedes puede podrias podria vienes tienes quieres sabes te os lei voi puoi puo potresti potrebbe hai "
        "vuoi vieni "
        "voce voces teu tua podes pode poderia tens jij je jou jouw u uw kun kunt kan heb heeft wil wilt mozesz moze moglbys masz "
        "chcesz pan pani "
        "dig din jer deg deres ni er voitko voitteko sopiiko onko sinulla ты вы вас вам тебе можешь можете сможешь сможете"
    )
)
_OPENERS = frozenset(
    split_words(
        "can could would will shall should may might do does did is are was were have has when what where which who whom why how any "
        "kann kannst könnt können könntest könnten hast habt haben ist sind bist seid passt wann was wo wer wen wem wie warum wieso "
        "welche welcher welches darf dürfen soll sollen gibt magst willst wollen möchtest "
        "peux pouvez pourrais pourriez peut est es êtes as avez quand quoi qui que quel quelle comment pourquoi combien ou "
        "cuando donde que quien cual como por cuanto quando dove che chi quale come perche quanto onde qual quem porque wanneer waar "
        "wat wie "
        "welke hoe waarom kiedy gdzie co kto jaki jak czy dlaczego hvornar hvor hvad hvem hvilken hvordan nar var vad vem vilken hur "
        "varfor "
        "milloin missa mita kuka miten koska когда где что кто какой как почему"
    )
)
_OPENING_WORDS = 4

_REQUEST_TRIGGERS = frozenset(
    split_words(
        "please kindly can could would need needs know tell let bring send call must bitte bescheid brauche brauchen benotige senden "
        "schicken "
        "rufen veuillez merci besoin necesito necesitamos favor ruego prego favore ho conferma confermi preciso agradeco graag alstublieft "
        "prosze potrzebuje venligst vennligst vanligen behover пожалуйста прошу missing fehlt fehlen"
    )
)
# These patterns begin with the space before a word: the search for a fixed character is quick, trying every place is not.
_REQUEST = re.compile(
    r" (?:(?:can|could|would|will) you|please (?!find|see|note|do not|don t|contact|visit|feel|click|unsubscribe|disregard|ignore)"
    r"|kindly \w"
    r"|(?:i|we) (?:still )?need |need(?:s)? (?:you|your)|let (?:me|us) know|tell (?:me|us)|call (?:me|us)|(?:is|are) (?:still )?missing"
    r"|bitte (?!beachten|nicht|(?:antworten|auf)(?: \w{1,20}){1,4} nicht)"
    r"|geben sie (?:mir|uns)|(?:ich|wir) (?:brauche|benotige)n?|fehl(?:t|en) (?:uns|mir|noch)"
    r"|sag(?:en sie)? (?:mir|uns)"
    r"|(?:veuillez|merci de) (?!ne pas)|j ai besoin|por favor (?!no )|necesit(?:o|amos)|per favore (?!non )"
    r"|ho bisogno|mi confermi|preciso d|se faz favor|alstublieft"
    r"|graag (?:uw|je|een)|prosze o|potrzebuje|venligst|vennligst|behover|пожалуйста|прошу)"
)

_DEADLINE_WORDS = frozenset(
    split_words(
        "asap deadline eod cob urgent urgently overdue expires "
        "plazo scadenza prazo senast viimeistaan uiterlijk срок "
        "dringend eilig eilt frist stichtag schnellstmöglich baldmöglichst überfällig spätestens "
        "échéance urgente délai butoir"
    )
)
_DEADLINE_TRIGGERS = frozenset(
    split_words(
        "by until till before due latest bis vor zum fällig avant ici jusqu pour end antes hasta entro prima ate voor uiterlijk do "
        "inden innen senast до"
    )
)

_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|noon|midnight|eod|eow|cob"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|monatsende|wochenende|jahresende"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|midi|minuit"
    r"|lunes|martes|miercoles|jueves|viernes|manana|lunedi|martedi|mercoledi|giovedi|venerdi|domani|segunda|terca|quarta|quinta|sexta"
    r"|amanha"
    r"|maandag|dinsdag|woensdag|donderdag|vrijdag|poniedzialku|wtorku|srody|czwartku|piatku|mandag|tirsdag|onsdag|torsdag|fredag"
    r"|понедельника|вторника|среды|четверга|пятницы)"
)
_MONTH = (
    r"(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|fevrier|mar(?:ch|s|z)|apr(?:il)?|avril|may|mai|june?|juni?|juin|july?|juli|juillet"
    r"|aug(?:ust)?|aout|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember|embre)?)"
)
_CLOCK = (
    r"(?:\d{1,2}(?:am|pm|h|uhr|st|nd|rd|th)(?:\d\d)?"
    rf"|\d{{1,2}} (?:am|pm|o clock|uhr|h|heures|{_MONTH}|(?:[0-5]\d|1[0-2])\b)"
    rf"|{_MONTH} \d{{1,2}})"
)
_DEADLINE = re.compile(
    r" (?:"
    r"(?:by|until|till|before|due|latest|bis|vor|zum|fallig|avant|ici|jusqu|pour|antes del?|hasta|entro|prima di|ate|voor|do|inden"
    r"|innen|до)"
    r"(?: (?:the|this|next|coming|on|at|by|in|end|close|of|later|than|den|dem|der|am|um|zum|kommenden|nachsten|a|au|le|la|ce|el|il)){0,5}"
    rf" (?:{_DAY}|{_CLOCK}|(?:week|month|business)\b|morgen (?:fruh|mittag|abend|\d)|heute (?:mittag|abend))"
    r"|end of (?:the )?(?:day|week|month|business)"
    r"|due (?:date|today|tomorrow)"
    r")"
)


def asks_question(words: Words) -> bool:
    """Whether a sentence asks the reader something: it ends in a question mark and says "you" or opens as a question does.

    The question marks of links do not count: something must end there.
    """
    text = words.folded
    at = text.find("?")
    for _ in range(_QUESTIONS_READ):
        if at < 0:
            return False
        if not text[at + 1 : at + 2].isalnum() and _is_for_reader(_sentence_before(text, at)):
            return True
        at = text.find("?", at + 1)
    return False


def requests(words: Words) -> bool:
    """Whether it wants something of its reader without a question mark: "please send", "let me know", "fehlt uns noch"."""
    return not _REQUEST_TRIGGERS.isdisjoint(words.vocabulary) and _REQUEST.search(f" {words.joined}") is not None


def wish_in(words: Words) -> ReasonKind | None:
    """A question, else a request, else nothing."""
    if asks_question(words):
        return ReasonKind.QUESTION
    return ReasonKind.REQUEST if requests(words) else None


def names_deadline(words: Words) -> bool:
    """Whether the text says by when: "by Friday", "until 5 pm", "bis Montag", "avant vendredi", "asap"."""
    if not _DEADLINE_WORDS.isdisjoint(words.vocabulary):
        return True
    return not _DEADLINE_TRIGGERS.isdisjoint(words.vocabulary) and _DEADLINE.search(f" {words.joined}") is not None


def _sentence_before(text: str, end: int) -> str:
    start = max(text.rfind(mark, 0, end) for mark in ".!?\n")
    return text[start + 1 : end]


def _is_for_reader(sentence: str) -> bool:
    words = re.findall(r"\w+", sentence)
    return "¿" in sentence or not _YOU.isdisjoint(words) or not _OPENERS.isdisjoint(words[:_OPENING_WORDS])
