"""What a mail asks of its reader, told from its first words: a question, a deadline.

English, German and French. Rules and not a model, because this runs over every unread mail before the first word is spoken. A trigger
word is looked up first; only mails that hold one are read with a pattern.
"""

import re

from briefing.words import Words, split_words

_QUESTIONS_READ = 8

_YOU = frozenset(
    split_words(
        "you your yours u ya anyone anybody someone "
        "du dich dir dein deine deinen ihr euch euer eure sie ihnen ihre ihren jemand "
        "tu te toi ton ta tes vous votre vos quelqu"
    )
)
_OPENERS = frozenset(
    split_words(
        "can could would will shall should may might do does did is are was were have has when what where which who whom why how any "
        "kann kannst könnt können könntest könnten hast habt haben ist sind bist seid passt wann was wo wer wen wem wie warum wieso "
        "welche welcher welches darf dürfen soll sollen gibt magst willst wollen möchtest "
        "peux pouvez pourrais pourriez peut est es êtes as avez quand quoi qui que quel quelle comment pourquoi combien ou"
    )
)
_OPENING_WORDS = 4

_DEADLINE_WORDS = frozenset(
    split_words(
        "asap deadline eod cob urgent urgently overdue expires "
        "dringend eilig eilt frist stichtag schnellstmöglich baldmöglichst überfällig spätestens "
        "échéance urgente délai butoir"
    )
)
_DEADLINE_TRIGGERS = frozenset(split_words("by until till before due latest bis vor zum fällig avant ici jusqu pour end"))

_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|noon|midnight|eod|eow|cob"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|monatsende|wochenende|jahresende"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|midi|minuit)"
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
    r"\b(?:"
    r"(?:by|until|till|before|due|latest|bis|vor|zum|fallig|avant|ici|jusqu|pour)"
    r"(?: (?:the|this|next|coming|on|at|by|in|end|close|of|later|than|den|dem|der|am|um|zum|kommenden|nachsten|a|au|le|la|ce)){0,5}"
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


def names_deadline(words: Words) -> bool:
    """Whether the text says by when: "by Friday", "until 5 pm", "bis Montag", "avant vendredi", "asap"."""
    if not _DEADLINE_WORDS.isdisjoint(words.vocabulary):
        return True
    return not _DEADLINE_TRIGGERS.isdisjoint(words.vocabulary) and _DEADLINE.search(words.joined) is not None


def _sentence_before(text: str, end: int) -> str:
    start = max(text.rfind(mark, 0, end) for mark in ".!?\n")
    return text[start + 1 : end]


def _is_for_reader(sentence: str) -> bool:
    words = re.findall(r"\w+", sentence)
    return not _YOU.isdisjoint(words) or not _OPENERS.isdisjoint(words[:_OPENING_WORDS])
