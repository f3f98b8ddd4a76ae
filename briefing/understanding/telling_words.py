"""Which words of a description tell one mail, person or account from another, and which could stand in any sentence."""

import re
from collections.abc import Collection, Iterable, Set
from functools import lru_cache
from itertools import pairwise

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId
from briefing.understanding.command_grammar.command_frame import NOT_IN_A_TARGET, NOT_IN_WHO
from briefing.understanding.command_grammar.command_leads import VOCABULARY
from briefing.understanding.command_grammar.dictated.text_beginnings import NO_NAMES
from briefing.understanding.times.spans import names_span
from briefing.understanding.verbs.table import VERBS
from briefing.words import split_words

FILLERS = frozenset({"the", "a", "an", "one", "mail", "email", "message", "from", "about", "by", "of", "on", "topic", "with"})
FUNCTION_WORDS = frozenset(
    {
        "i", "me", "my", "mine", "we", "us", "our", "you", "your", "yours", "he", "him", "his", "she", "her", "hers", "it", "its",
        "they", "them", "their", "this", "that", "these", "those", "there", "here", "who", "what", "which", "when", "where", "why",
        "how", "and", "or", "but", "so", "if", "than", "as", "at", "to", "in", "into", "for", "out", "off", "up", "down", "over",
        "away", "aside", "with", "without", "back", "again", "be", "am", "is", "are", "was", "were", "been", "being", "do", "does",
        "did", "done", "have", "has", "had", "can", "could", "will", "would", "shall", "should", "may", "might", "must", "not", "no",
        "yes", "all", "any", "both", "each", "every", "some", "more", "most", "still", "just", "only", "also", "too", "very", "now",
        "then", "please", "like", "want", "need", "got", "get", "go", "going", "say", "said", "tell", "think", "know", "see", "s", "t",
        "re", "ve", "ll", "d", "m", "reply", "answer", "forward", "new",
        *(word for verb in VERBS.values() for word in verb.own_words),
    }
)  # fmt: skip
"""Words of every sentence, and of what is to be done to a mail."""

SOMEBODY = frozenset({"him", "her", "them", "he", "she", "they"})
"""Who was spoken of, instead of a name."""
NAMES_NOBODY = (
    FUNCTION_WORDS
    | NOT_IN_A_TARGET
    | NOT_IN_WHO
    | VOCABULARY
    | NO_NAMES
    | frozenset(
        """
        january february march april may june july august september october november december second third fourth fifth
        yes yeah okay ask call write answer respond thank copy know good great well thanks hello let sure about
        """.split()  # noqa: SIM905 - a list would fill the screen
    )
)
"""What stands in requests, dates and answers whoever wrote: a sender who is called one of these words is not named by it."""
_OF_GRAMMAR = frozenset({"the", "an", "of", "from", "about", "on", "by", "because", "whether", "while", "until"})
_BESIDE = re.compile(
    r"^(?:the )?(?:(?:one |mail |message )?(?:right |just )?(after|behind|following|before)(?: (?:it|this|that)(?: one)?)?"
    r"|(next|previous|preceding)(?: one| mail| message)?)$"
)
_IN_ANY_ACCOUNT = frozenset({"my", "the", "account", "mail", "mails", "email", "emails", "inbox", "mailbox"})
_IN_ANY_ARGUMENT = frozenset({"the", "a", "an", "of", "to", "my", "all", "every", "in", "on", "at", "and", "s"})
_IN_ANY_ANSWER = FILLERS.union(
    """
    and archive archived are but can cannot deleted done email emails flag flagged for hello here how info like mails marked
    more new next noreply not now okay our out please read reply skip skipped sure that them then there they this what when
    will would you your
    """.split()  # noqa: SIM905 - a list would fill the screen
)
"""Words that stand in subjects and in any answer of a model."""
_SHORTEST_SUBJECT_WORD = 3
_SPOKEN = re.compile(r"[,;:.]|[^\s,;:.]+")
_LISTS = frozenset({",", ";", ":", ".", "and", "then", "plus", "also"})
_PLACES_OTHERWISE = frozenset(
    """
    second third fourth fifth sixth seventh eighth ninth tenth last number before after behind following previous earlier later
    done archived deleted flagged moved marked snoozed already except apart besides but not no nothing neither without
    """.split()  # noqa: SIM905 - a list would fill the screen
)
"""In a sentence that names several mails: the first one that it names may not be the first one of the list."""

_SENDER = re.compile(
    r"\b(?:from|by) (?!(?:the|my|all|this|that|here|now|him|her|them|it|everybody|everyone|me|you)\b)(\w+)"
    r"|\b(?!(?:let|it|that|what|he|she|there|who|here|where|today|tomorrow|one|life|heaven|god|pete)')(\w+)'s\b"
)
"""Whose mail is meant: "the one from Marcus", "Anna's mail"."""
_STUMBLES = re.compile(r"\b(?:u+h+m*|u+m+|e+r+m?|h+m+)\b[,.]*\s*+")


def of_description(description: str) -> set[str]:
    """The words of "the mail from Anna" that a mail is looked for by."""
    return set(split_words(description)) - FILLERS


def senders_named(words: str, meant: str) -> tuple[str, ...]:
    """The first names, folded, of those whose mail is spoken of; only those in what is `meant` where that is known: "the one from Anna, no,
    the one from Ben" is from Ben."""
    found = [each[1] or each[2] for each in _SENDER.finditer(_STUMBLES.sub("", words.lower().replace("\u2019", "'")))]
    names = [name for each in found if not names_span((each,)) for name in split_words(each)[:1]]
    wanted = split_words(meant)
    return tuple(name for name in names if not wanted or name in wanted)


def places_on(description: str) -> int:
    """How many places behind the mail that was spoken of: 1 for "the one after that", -1 for "the one before", else 0."""
    beside = _BESIDE.match(" ".join(split_words(description)))
    return (-1 if (beside[1] or beside[2]) in {"before", "previous", "preceding"} else 1) if beside else 0


def is_the_other(description: str) -> bool:
    """Whether it is the other one of two that is meant."""
    return " ".join(split_words(description)) in {"other", "other one", "other mail", "the other", "the other one", "the other mail"}


def of_argument(argument: str) -> set[str]:
    """The words of a tool's argument that the user must have said."""
    return set(split_words(argument)) - _IN_ANY_ARGUMENT


def of_account(label: str) -> frozenset[str]:
    """What tells one account from another; all words where none does."""
    words = frozenset(split_words(label))
    return words - _IN_ANY_ACCOUNT or words


def shared_words(wanted: set[str], mail: Envelope) -> tuple[int, int]:
    """How many wanted words the sender or subject has, and how many the sender alone has."""
    shared, sender = _shared(wanted, mail)
    return len(shared), len(sender)


def _shared(wanted: set[str], mail: Envelope) -> tuple[set[str], set[str]]:
    """A function word counts in a sender's name only, since somebody may be called Will."""
    sender = wanted.intersection(split_words(f"{mail.sender.name} {mail.sender.email.partition('@')[0]}"))
    return sender.union((wanted - FUNCTION_WORDS).intersection(split_words(mail.subject))), sender


def matter_words(words: str) -> frozenset[str]:
    """Those, folded, that tell what something is about."""
    return of_a_matter(split_words(words))


def of_a_matter(folded: Iterable[str]) -> frozenset[str]:
    """Those of these words that tell what something is about."""
    return frozenset(word for word in folded if len(word) > 1) - FUNCTION_WORDS - _OF_GRAMMAR


def told_of_by(wanted: set[str], mails: Iterable[Envelope]) -> frozenset[MailId]:
    """The mails that a clause may speak of: those that share words with it, and no other mail shares all of these and more."""
    shared = {mail.mail_id: frozenset(words) for mail in mails if (words := _shared(wanted, mail)[0])}
    kinds = set(shared.values())
    best = {words for words in kinds if not any(words < others for others in kinds)}
    return frozenset(mail for mail, words in shared.items() if words in best)


def speaks_of(words: Set[str], mail: Envelope) -> bool:
    """Whether any telling word of the mail's sender or subject is among the words."""
    sender, subject = (set(split_words(each)) for each in (mail.sender.name, mail.subject))
    telling = {word for word in (sender - NAMES_NOBODY) | (subject - FUNCTION_WORDS) if len(word) > 2}
    return not (telling - FILLERS).isdisjoint(words)


def mails_named(
    spoken: Set[str], mails: Iterable[Envelope], *, retold: MailId | None = None, quoted: Set[str] = frozenset()
) -> tuple[Envelope, ...]:
    """The mails that words, folded, name best: by the name of a person who wrote, else by two telling words of a sender or subject.

    A word of `quoted`, which the mail `retold` says, names no other mail: to retell a mail is to speak of that mail. Several mails are
    returned only where the words tell none of them from the others, or tell of each by words of its own.
    """
    found = [(*_naming(spoken if mail.mail_id == retold else spoken - quoted, mail), mail) for mail in mails]
    by_person = any(person for person, _, _ in found)
    hits = [(words, mail) for person, words, mail in found if words and person == by_person]
    return tuple(mail for words, mail in hits if not any(words < others for others, _ in hits))


def in_the_order_told(passage: str, mails: Collection[Envelope]) -> tuple[Envelope, ...]:
    """These mails as a passage tells of them one after the other; empty where it does not plainly: it has no word of its own for one of
    them, no "and" or mark between two, or says itself which comes first, or that one of them is done."""
    telling = {mail.mail_id: frozenset[str]().union(*_telling_of(mail)) for mail in mails}
    spoken = [word for part in _SPOKEN.findall(passage) for word in split_words(part) or [part]]
    if not _PLACES_OTHERWISE.isdisjoint(spoken) or "first" in spoken[1:]:
        return ()
    places = dict[MailId, int]()
    for mail, own in telling.items():
        others = frozenset[str]().union(*(each for other, each in telling.items() if other != mail))
        if (place := next((place for place, word in enumerate(spoken) if word in own - others), None)) is None:
            return ()
        places[mail] = place
    if any(_LISTS.isdisjoint(spoken[first:second]) for first, second in pairwise(sorted(places.values()))):
        return ()
    return tuple(sorted(mails, key=lambda mail: places[mail.mail_id]))


def _naming(spoken: Set[str], mail: Envelope) -> tuple[bool, Set[str]]:
    """Whether the person who wrote the mail is named, and the words that name it; empty if it is not named."""
    sender, subject = _telling_of(mail)
    words = spoken & (sender | subject)
    person = not (mail.bulk or mail.automatic) and not sender.isdisjoint(words)
    return person, words if person or len(words) >= min(2, len(sender | subject)) else frozenset()


def _telling_of(mail: Envelope) -> tuple[frozenset[str], frozenset[str]]:
    """The words of its sender, and those of its subject."""
    return _telling(mail.sender.name or mail.sender.email.partition("@")[0], mail.subject)


@lru_cache(maxsize=8192)
def _telling(sender: str, subject: str) -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset(word for word in split_words(sender) if len(word) > 1) - _IN_ANY_ANSWER - NAMES_NOBODY,
        frozenset(word for word in split_words(subject) if len(word) >= _SHORTEST_SUBJECT_WORD) - _IN_ANY_ANSWER - FUNCTION_WORDS,
    )


class MailNames:
    """Whether a sentence of a model names `mail`: by a word of its sender or subject.

    A word that `left` has too may be meant for that mail, as in "I archived the invoice". It counts only if `mail` has no other word, and
    then not in the first sentence. A mail without any word is named by the second sentence, whatever it says.
    """

    def __init__(self, mail: MailRef, left: MailRef | None) -> None:
        others = _of_mail(left) if left and left.mail_id != mail.mail_id else frozenset[str]()
        self._words = _of_mail(mail)
        self._own = self._words - others

    def __call__(self, sentence: str, *, first: bool) -> bool:
        spoken = split_words(sentence)
        if self._own or first:
            return not self._own.isdisjoint(spoken)
        return not self._words or not self._words.isdisjoint(spoken)


def _of_mail(mail: MailRef) -> frozenset[str]:
    """Words that name the mail when they are said, in the Latin alphabet: others would be translated or transcribed first."""
    sender = split_words(mail.sender.name or mail.sender.email.rpartition(".")[0])
    subject = [word for word in split_words(mail.subject) if len(word) >= _SHORTEST_SUBJECT_WORD]
    return frozenset(word for word in (*sender, *subject) if len(word) > 1 and word.isascii()) - _IN_ANY_ANSWER
