"""Which mail or topic is meant by "the one from Anna", "the third one", "the invoice"."""

from collections.abc import Sequence

from briefing.mail import Envelope, MailId
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.speech.wording.ages import spoken_age
from briefing.tracking.focus import Listed
from briefing.understanding.hearing.heard_names import who_sounds_like
from briefing.understanding.searched_for import forms_of
from briefing.understanding.telling_words import (
    FILLERS,
    FUNCTION_WORDS,
    is_the_other,
    of_description,
    places_on,
    shared_words,
    told_of_by,
)
from briefing.understanding.wish_words import THE_OPEN_ONE
from briefing.words import split_words
from session.call import Call
from session.outcome import NoSuchMailError, SkillRefusedError, WhichOneError, WhoIsMeantError

LAST = -1
_NEWEST = frozenset({"last", "latest", "newest"})
MOST_TOPICS = 1000


def find_mail(call: Call, *, number: int = 0, description: str = "", changes: bool = False, asks: bool = False) -> MailId:
    """By number in the last search or else the current topic, or by the words of a description; with both, the last of those that fit.

    Refuses when nothing fits. When mails of several people fit equally well it refuses too, names them, and makes them what a number
    refers to next; with `asks` also of several of one person. What `changes` a mail takes no other word for the one that was said.
    """
    newest = bool(description) and (number == LAST or not _NEWEST.isdisjoint(split_words(description)))
    if number and not newest:
        return _numbered(call, number)
    if places := places_on(description):
        return _beside(call, places)
    if is_the_other(description):
        return _the_other(call)
    without = " ".join(word for word in split_words(description) if word not in _NEWEST)
    if newest and not changes and not of_description(without) and (told := call.envelopes_to_speak_of()):
        return max([each for each in told if each.mail_id in call.dialogue.found] or told, key=lambda each: each.received_at).mail_id
    fitting = _described(call, description) or (_described(call, without) if newest else []) or _widely(call, without, alike=not changes)
    if not fitting:
        ask_who_is_meant(call, description)
        raise NoSuchMailError(replies.NO_SUCH_MAIL)
    if len({envelope.sender.email for envelope in fitting}) > 1:
        call.dialogue.note(Listed(tuple(envelope.mail_id for envelope in fitting), more=len(fitting) > replies.MOST_NAMED))
        raise SkillRefusedError(replies.found_list([(envelope.sender, envelope.subject) for envelope in fitting], len(fitting)))
    if asks and not newest and len({envelope.thread_id for envelope in fitting}) > 1:
        return only_one(call, fitting)
    return max(fitting, key=lambda envelope: envelope.received_at).mail_id if newest else fitting[0].mail_id


def spoken_of(call: Call) -> MailId:
    """The mail that was spoken of last. Where that was a list, or nothing, refuses; of a list with a question that names its mails."""
    if call.dialogue.focus.unclear and (told := [each for each in call.envelopes_to_speak_of() if each.mail_id in call.dialogue.found]):
        return only_one(call, sorted(told, key=lambda envelope: call.dialogue.found.index(envelope.mail_id)))
    if call.it is None:
        raise SkillRefusedError(replies.NOTHING_UNDER_CURSOR)
    return call.it


def ask_who_is_meant(call: Call, named: str) -> None:
    """Refuses with a question where several of those who wrote bear this name, or, where nobody does, one that sounds like it."""
    heard = " ".join(word for word in split_words(named) if word not in FILLERS)
    people = who_sounds_like(heard, {each.sender.email: each.sender for each in call.mail.pipeline.envelopes.values()}.values())
    if len(people) > 1:
        raise WhoIsMeantError(replies.who_is_meant(people), heard, people)


def only_one(call: Call, fitting: Sequence[Envelope]) -> MailId:
    """The only one of these; asks which one where there are several, and a number means one of these then."""
    if not fitting:
        raise NoSuchMailError(replies.NO_SUCH_MAIL)
    if len(fitting) > 1:
        call.dialogue.note(Listed(tuple(envelope.mail_id for envelope in fitting), more=len(fitting) > replies.MOST_NAMED))
        ages = [spoken_age(envelope.received_at, call.now()) for envelope in fitting]
        raise WhichOneError(replies.which_one([(envelope.sender, envelope.subject) for envelope in fitting], len(fitting), ages=ages))
    return fitting[0].mail_id


def is_of_its_clause(call: Call, action: MailAction, mail: MailId) -> bool:
    """Whether the clause that asks for this is about that mail: "archive the invoice" is about no other, and "delete the newsletters" not
    about the mail that happens to be open."""
    wanted = set(call.dialogue.evidence.clause(action)) - FILLERS
    envelopes, evidence = call.mail.pipeline.envelopes, call.dialogue.evidence
    if not wanted.isdisjoint(THE_OPEN_ONE):
        if mail not in call.dialogue.meant[:1] and evidence.names_only_behind(action, envelopes.get(mail)):
            return False
        if evidence.names_only_later(action, envelopes.get(mail)):
            return False
        return not evidence.is_of_another_thing(action, envelopes.get(mail))  # "the voicemail, delete it"
    if fitting := told_of_by(wanted, envelopes.values()):
        return mail in fitting
    return not evidence.means_several(action) and not evidence.is_of_another_thing(action, envelopes.get(mail))


def find_one(call: Call, *, number: int = 0, description: str = "") -> MailId:
    """The mail to be changed. Refuses as `find_mail` does, and also when several mails of one person fit: nothing is changed on a guess."""
    by_words = not (number or places_on(description) or is_the_other(description))
    fitting = _described(call, description) or _widely(call, description, alike=False) if by_words else []
    if len(fitting) > 1:
        return only_one(call, fitting)
    return find_mail(call, number=number, description=description, changes=True)


def _numbered(call: Call, number: int) -> MailId:
    agendas = call.told.agenda_then or [[mail.mail_id for mail in call.tracker.active_mails()]]
    mail = _at(number, call.dialogue.found or agendas[-1])
    if mail is None:
        raise NoSuchMailError(replies.NO_SUCH_NUMBER)
    return mail


def _at(number: int, mails: Sequence[MailId]) -> MailId | None:
    """The mail at this place, from 1, or from the end if negative; none at 0."""
    position = len(mails) + number if number < 0 else number - 1
    return mails[position] if 0 <= position < len(mails) else None


def is_at_its_place(call: Call, action: MailAction, mail: MailId, *, number: int = 0, description: str = "") -> bool:
    """Whether "the second", "the other one" or "the one after it" meant that mail as the user asked for this, whatever moved since."""
    dialogue, told = call.dialogue, call.told
    if places_on(description) and not number:
        return spoken_of(call) in dialogue.meant[:1]
    is_of_list = bool(number) or is_the_other(description)
    if is_of_list and (mail in told.unlisted_then | told.unplaced_then or dialogue.numbered != dialogue.found):
        return False
    place = number if is_of_list else dialogue.evidence.place(action)
    if place is None or (is_of_list and (dialogue.found or description)):
        return True  # a list was told, or "the last one from Anna" was found by its words
    agendas = [agenda for line, agenda in zip(dialogue.said, told.agenda_then, strict=True) if line.change.asks_for(action)]
    if not is_of_list and place < 0 and not dialogue.found:
        return False  # without a list "the last one" may be the one before
    return not agendas or mail == _at(place, dialogue.found or agendas[-1])


def _beside(call: Call, places: int) -> MailId:
    """So many places behind the mail that was spoken of last: in the list that it stands in, else on the agenda."""
    mail, told = spoken_of(call), call.dialogue.found
    mails = told if mail in told else [each for topic in call.tracker.snapshot().topics for each in topic.mails]
    states = [(each, call.tracker.state_of(each)) for each in mails]
    left = [each for each, state in states if each == mail or state is None or state.active or state.skipped]
    position = left.index(mail) + places if mail in left else -1
    if not 0 <= position < len(left):
        raise NoSuchMailError(replies.NO_SUCH_MAIL)
    return left[position]


def _the_other(call: Call) -> MailId:
    """Of a list of two the one that was not spoken of last, or the only one that is left."""
    told, there = call.dialogue.found, {envelope.mail_id for envelope in call.envelopes_to_speak_of()}
    left = [mail for mail in told if mail in there]
    if len(left) == 2 and not call.dialogue.focus.unclear:
        left = [mail for mail in left if mail != call.it]
    if len(told) != 2 or len(left) != 1 or call.dialogue.focus.more:
        raise NoSuchMailError(replies.NO_SUCH_MAIL)
    return left[0]


def is_described(call: Call, description: str) -> bool:
    """Whether any mail that can be spoken of fits."""
    return bool(_described(call, description))


def _described(call: Call, description: str) -> list[Envelope]:
    """The mails with most words of the description in sender or subject: of the list that was told last, if it has any, else of all.

    Those of the agenda are in its order; what is ahead comes first.
    """
    wanted, mails = of_description(description), call.envelopes_to_speak_of()
    told = [each for each in mails if each.mail_id in call.dialogue.found] if call.dialogue.focus.unclear else []
    fitting = best_fitting(wanted, told) or best_fitting(wanted, mails)
    return sorted(fitting, key=lambda envelope: _place(call, envelope.mail_id))


def best_fitting(wanted: set[str], mails: Sequence[Envelope]) -> list[Envelope]:
    """Where the number of words is equal, words of the sender count more. One word of several that fits says too little."""
    fitting: dict[tuple[int, int], list[Envelope]] = {}
    for envelope in mails:
        fitting.setdefault(shared_words(wanted, envelope), []).append(envelope)
    best = max(fitting, default=(0, 0))
    return [] if best[0] == 0 or (best[0] == 1 < len(wanted - FUNCTION_WORDS)) else fitting[best]


def _widely(call: Call, description: str, *, alike: bool) -> list[Envelope]:
    """The mails whose sender or subject has a word of the description, and whose first words have what those do not; with `alike` also in
    other words for the same: "the dentist" for a dental practice."""
    wanted = [set(forms_of(word)) if alike else {word} for word in of_description(description) - FUNCTION_WORDS]

    def fits(envelope: Envelope) -> bool:
        named = set(split_words(f"{envelope.sender.name} {envelope.subject}"))
        told = named.union(split_words(envelope.snippet))
        return not all(map(named.isdisjoint, wanted)) and not any(map(told.isdisjoint, wanted))

    return sorted(filter(fits, call.envelopes_to_speak_of()), key=lambda envelope: _place(call, envelope.mail_id))


def only_one_that_tells_of(call: Call, description: str) -> MailId | None:
    """The only mail whose sender, subject or first words bear what it is described by, also in other words: to be asked about.

    None where the user said from whom it is: a mail that quotes Anna is not "the one from Anna".
    """
    words = of_description(description) - FUNCTION_WORDS
    if not words.isdisjoint(call.dialogue.last.senders):
        return None
    wanted = [set(forms_of(word)) for word in words]
    named = ((each, set(split_words(f"{each.sender.name} {each.subject} {each.snippet}"))) for each in call.envelopes_to_speak_of())
    fitting = [mail.mail_id for mail, words in named if wanted and not any(map(words.isdisjoint, wanted))]
    return fitting[0] if len(fitting) == 1 else None


def _place(call: Call, mail: MailId) -> tuple[bool, bool, int]:
    """The sort key of a mail. The open one comes last: a user who names a mail hardly means that one."""
    state, topic, current = call.tracker.state_of(mail), call.tracker.topic_of(mail), call.tracker.current()
    return current is not None and current.mail_id == mail, not (state and state.pending), topic.number if topic else 0


def find_topic(call: Call, description: str) -> int:
    """The number of the topic whose label holds most of the words, the first of several."""
    wanted = of_description(description)
    hits = {topic.number: len(wanted.intersection(split_words(topic.label))) for topic in call.tracker.topics(limit=MOST_TOPICS)}
    best = max(hits, key=lambda number: hits[number], default=0)
    if not hits.get(best):
        raise SkillRefusedError(replies.no_such_topic(call.tracker.progress().topics))
    return best
