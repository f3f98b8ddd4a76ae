"""The sentence patterns of each occasion: plain strings, several of each, chosen by a number.

A pattern that does not begin with a name begins in lower case, because other words may stand before it; `about_mails` sets the capital and
the full stop. Slots are filled with speakable text only.
"""

import re
from dataclasses import replace

from briefing.speech.content.invitations import CalendarMail, CalendarNews
from briefing.speech.content.occasions import SPELLED_CODE, MailKind
from briefing.speech.content.reported import that, to_do, whether
from briefing.speech.content.signals import REQUEST
from briefing.speech.content.summary import LONGEST_PAIR, Summary, tells_little
from briefing.speech.content.topics import Subject, adds_to
from briefing.speech.content.undelivered import Undelivered
from briefing.speech.wording.characters import plain, says_something
from briefing.speech.wording.quoting import said, titled
from briefing.speech.wording.speakable import capped, speakable
from briefing.words import fold

_Choices = tuple[str, ...]

_WHETHER = ("{who} asks{lang} {clause}", "{who} would like to know{lang} {clause}", "{who} wants to know{lang} {clause}")
_TO_DO = ("{who} asks you{lang} {clause}", "{who} would like you {clause}", "{who} wants you {clause}")
_THAT = ("{who} says{lang} {clause}", "{who} writes{lang} {clause}", "{who} lets you know{lang} {clause}", "{who} tells you{lang} {clause}")
_QUESTION_ABOUT = (
    "{who} has a question{lang} about {title}: {words}",
    "{who} asks{lang} about {title}: {words}",
    "{who} writes{lang} about {title} and asks: {words}",
    "on {title}, {who} asks{lang}: {words}",
)
_QUESTION = ("{who} asks{lang}: {words}", "{who} has a question{lang}: {words}", "a question{lang} from {who}: {words}")
_REQUEST_ABOUT = (
    "{who} has a request{lang} about {title}: {words}",
    "{who} writes{lang} about {title}: {words}",
    "on {title}, {who} asks{lang}: {words}",
)
_REQUEST = ("{who} asks{lang}: {words}", "{who} has a request{lang}: {words}", "a request{lang} from {who}: {words}")
_STATEMENT_ABOUT = (
    "{who} writes{lang} about {title}: {words}",
    "on {title}, {who} says{lang}: {words}",
    "a mail{lang} from {who} about {title}: {words}",
    "{who} writes{lang}, on {title}: {words}",
)
_STATEMENT = ("{who} writes{lang}: {words}", "{who} says{lang}: {words}", "{who} tells you{lang}: {words}")
_ASKED_ABOUT = ("{who} writes{lang} about {title}: {words}", "a mail{lang} from {who} about {title}: {words}")
_ASKED = ("{who} writes{lang}: {words}", "{who} writes to you{lang}: {words}")
_REPLY_ABOUT = (
    "{who} replies{lang} about {title}: {words}",
    "a reply{lang} from {who} about {title}: {words}",
    "on {title}, {who} replies{lang}: {words}",
)
_REPLY = ("{who} replies{lang}: {words}", "a reply{lang} from {who}: {words}")
_ANSWER_ABOUT = (
    "{who} answers you{lang} about {title}: {words}",
    "an answer{lang} from {who} about {title}: {words}",
    "on {title}, {who} answers you{lang}: {words}",
)
_ANSWER = ("{who} answers you{lang}: {words}", "an answer{lang} from {who}: {words}")
_NOTICE_THAT = ("{who} reports{lang} {clause}", "{who} says{lang} {clause}", "{who} informs you{lang} {clause}")
_NOTICE = ("{who} reports{lang}: {words}", "a notice{lang} from {who}: {words}", "{who} informs you{lang}: {words}")
_NOTICE_ABOUT = ("{who} reports{lang} on {title}: {words}", "a notice{lang} from {who} about {title}: {words}")
_NEWSLETTER = (
    "a newsletter{lang} from {who}: {title}",
    "{who} sends a newsletter{lang}, titled {title}",
    "the newsletter{lang} from {who} is about {title}",
)
_ADVERTISING = ("advertising{lang} from {who}: {title}", "{who} advertises{lang}: {title}", "an offer{lang} from {who}: {title}")
_BILLS = {MailKind.INVOICE: "an invoice", MailKind.STATEMENT: "a statement", MailKind.RECEIPT: "a receipt"}
_CODE = ("{who} sends you a code: {words}", "a code from {who}: {words}", "your code from {who}: {words}")

_WORK = re.compile(r"(?:RFC|RESEND|PATCH|PULL|GIT PULL|ANN|ANNOUNCE|BUG|v?\d)\b", re.IGNORECASE)
_SERIAL = re.compile(r"\b(?:newsletter|digest|weekly|daily|monthly|issue|edition|ausgabe|news|update)\b", re.IGNORECASE)
_EMOJI = {
    "\U0001f44d": "a thumbs up", "\u2764": "a heart", "\U0001f602": "a laugh", "\U0001f600": "a smile", "\U0001f642": "a smile",
    "\U0001f60a": "a smile", "\U0001f389": "congratulations", "\U0001f64f": "folded hands", "\U0001f44f": "applause",
    "\U0001f622": "a sad face", "\U0001f44c": "an OK sign", "\U0001f970": "a loving smile", "\U0001f60d": "a loving smile",
}  # fmt: skip


def _filled(choices: _Choices, turn: int, **slots: str) -> str:
    return choices[turn % len(choices)].format(**slots)


def _telling(about: _Choices, alone: _Choices, turn: int, title: str, words: str, **slots: str) -> str:
    shown = titled(title) if adds_to(title, words) else ""
    return _filled(about if shown else alone, turn, title=shown, words=said(words), **slots)


def person(who: str, subject: Subject, summary: Summary, lang: str, turn: int, *, answers_me: bool) -> str:
    sentence = summary.sentence
    if subject.title.split()[:1] == who.split()[:1]:  # "Carla sent you a message", as platforms write
        subject = replace(subject, title="")
    if subject.forward:
        about = f" {titled(subject.title)}" if adds_to(subject.title, sentence) else " a mail"
        return f"{who} forwards you{about}{lang}: {said(sentence)}"
    replies = answers_me or subject.reply
    choices, clause = _reported(sentence, may_tell=not replies)
    if clause and not lang:
        return _with_title(_filled(choices, turn, who=who, lang="", clause=clause), subject, sentence)
    return _telling(*_quoting(sentence, subject, answers_me=answers_me), turn, subject.title, sentence, who=who, lang=lang)


def foreign(who: str, subject: Subject, summary: Summary, lang: str, *, answers_me: bool) -> str:
    """What can be told of a mail whose words the voice cannot say: who writes, in which language, and about what."""
    asks = summary.question or REQUEST.search(summary.sentence)
    verb = "forwards you a mail" if subject.forward else "answers you" if answers_me else "asks you something" if asks else "writes"
    return f"{who} {verb}{lang}{f' about {titled(subject.title)}' if subject.title else ''}"


def _reported(sentence: str, *, may_tell: bool) -> tuple[_Choices, str]:
    """The patterns and the clause of reported speech; the clause is empty where the sentence must be quoted."""
    if sentence.endswith("?"):
        return _WHETHER, whether(sentence)
    if clause := to_do(sentence):
        return _TO_DO, clause
    return _THAT, that(sentence) if may_tell and not REQUEST.search(sentence) else ""


def _quoting(sentence: str, subject: Subject, *, answers_me: bool) -> tuple[_Choices, _Choices]:
    """Patterns with and without the subject. Two sentences are told, whatever the second one asks."""
    if not re.search(r"[.!?] \S", sentence):
        if REQUEST.search(sentence):
            return _REQUEST_ABOUT, _REQUEST
        if sentence.endswith("?"):
            return _QUESTION_ABOUT, _QUESTION
    if answers_me or subject.reply:
        return (_ANSWER_ABOUT, _ANSWER) if answers_me else (_REPLY_ABOUT, _REPLY)
    return (_ASKED_ABOUT, _ASKED) if "?" in sentence else (_STATEMENT_ABOUT, _STATEMENT)


def _with_title(core: str, subject: Subject, sentence: str) -> str:
    return f"on {titled(subject.title)}, {core}" if adds_to(subject.title, sentence) and len(core) < 200 else core


def notice(who: str, subject: Subject, summary: Summary, lang: str, turn: int) -> str:
    """What a machine reports: its sentence if it says more than the subject, else the subject."""
    sentence = subject.title if subject.title and tells_little(summary.sentence) else summary.sentence
    tag = capped(speakable(subject.tags[0]), 30) if subject.tags else ""
    if tag and re.fullmatch(r"[\w./ -]+", tag) and tag.lower() not in who.lower():
        lang = f"{lang} on {tag}"
    elif not lang and (clause := _notice_clause(subject.title, sentence)):
        return _filled(_NOTICE_THAT, turn, who=who, lang="", clause=clause)
    return _telling(_NOTICE_ABOUT, _NOTICE, turn, subject.title, sentence, who=who, lang=lang)


def _notice_clause(title: str, sentence: str) -> str:
    """What is reported: the subject where it is a sentence of its own ("Your storage is full"), else the mail's sentence."""
    headline = that(title)
    if headline and adds_to(title, sentence):
        return f"{headline}: {said(sentence)}" if len(headline) + len(sentence) < LONGEST_PAIR else headline
    return that(sentence)


def newsletter(who: str, subject: Subject, summary: Summary, occasion: MailKind, lang: str, turn: int) -> str:
    """Mail to many: its title is what the sender thought worth opening it for."""
    choices = _ADVERTISING if occasion is MailKind.ADVERTISING else _NEWSLETTER
    title = _without_name(subject.title, who)
    if summary.sentence and (not title or _SERIAL.search(title)):
        return f"a newsletter{lang} from {who}{f', {titled(title)}' if title else ''}: {said(summary.sentence)}"
    return _filled(choices, turn, who=who, lang=lang, title=titled(title or summary.sentence, 120))


def _without_name(title: str, who: str) -> str:
    """`The Batch: Small models` from The Batch is about small models."""
    head, colon, rest = title.partition(": ")
    return rest if colon and head.lower() == who.lower() else title


def bill(who: str, summary: Summary, occasion: MailKind, lang: str, turn: int) -> str:
    noun = f"{_BILLS[occasion]}{lang}"
    due = f", to be paid {summary.deadline}" if occasion is not MailKind.RECEIPT and summary.deadline else ""
    patterns = ("{noun} from {who} over {amount}{due}", "{who} sends {noun} over {amount}{due}")
    return _filled(patterns, turn, who=who, noun=noun, amount=summary.amount, due=due)


def code(who: str, words: str, turn: int) -> str:
    found = SPELLED_CODE.search(words)
    return _filled(_CODE, turn, who=who, words=found[0] if found else said(words))


def on_list(subject: Subject, list_id: str) -> str:
    """` on the python-dev list`, by the list's id, as the subject's tag writes it; empty if neither can be said."""
    of_id = "" if list_id.startswith(("list.", "lists.")) else _list_name(list_id.strip("<> ").partition(".")[0])
    tags = [_list_name(tag) for tag in subject.tags if not _WORK.match(tag)]
    name = next((tag for tag in tags if not of_id or fold(tag) in of_id or of_id in fold(tag)), of_id)
    return f" on the {name} list" if name else " on a list"


def _list_name(written: str) -> str:
    name = " ".join(re.findall(r"[\w-]+", plain(written)))[:30]
    return name if says_something(name) and not name.isdigit() else ""


_CALENDAR = {
    CalendarNews.INVITED: ("{who} invites you to {what}{when}{where}", "an invitation from {who} to {what}{when}{where}"),
    CalendarNews.CHANGED: ("{who} has changed the invitation to {what}{now}{where}",),
    CalendarNews.CANCELLED: ("{who} has cancelled {what}{when}",),
    CalendarNews.ACCEPTED: ("{who} will come to {what}{when}", "{who} has accepted your invitation to {what}{when}"),
    CalendarNews.DECLINED: ("{who} cannot come to {what}{when}", "{who} has declined your invitation to {what}{when}"),
    CalendarNews.TENTATIVE: ("{who} may come to {what}{when}",),
}


def calendar(who: str, event: CalendarMail, turn: int) -> str:
    place = event.where if event.where == "online" or not event.where else f"at {event.where}"
    return _filled(
        _CALENDAR[event.news],
        turn,
        who=who,
        what=titled(event.what) or "an appointment",
        when=_on(event.when),
        now=f": it is now {event.when}" if event.when else "",
        where=f", {place}" if place else "",
    )


def undelivered(who: str, report: Undelivered) -> str:
    """`the mail system could not deliver your mail to eve at example.org: the mailbox is full`"""
    whom = f" to {speakable(report.whom)}" if report.whom else ""
    could = "has not delivered your mail{} yet and goes on trying" if report.waits else "could not deliver your mail{}"
    return f"{who} {could.format(whom)}{f': {report.why}' if report.why else ''}"


def _on(when: str) -> str:
    if not when:
        return ""
    return f" on {when}" if re.match(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[0-9]{1,2} [A-Z]", when) else f", {when}"


def wordless(who: str, subject: Subject, attachments: str, text: str) -> str:
    """A mail whose text holds no letter: an emoji, attachments, or nothing but its subject."""
    about = f" about {titled(subject.title)}" if subject.title else ""
    if sign := next((spoken for emoji, spoken in _EMOJI.items() if emoji in text), ""):
        return f"{who} answers {titled(subject.title)} with {sign}" if subject.reply and about else f"{who} sends {sign}{about}"
    if attachments:
        return (
            f"{who} sends you {attachments}, titled {titled(subject.title)}" if about else f"{who} sends you {attachments}, without a word"
        )
    return f"{who} writes only: {said(subject.title)}" if about else f"a mail from {who}, without any text"
