"""Which mails a narrowing of the briefing means, among those that are at hand."""

from dataclasses import replace

from briefing.agenda import TopicKind
from briefing.mail import MailId
from briefing.tracking.wanted import Fits
from briefing.triage.grouping import kind_alone
from briefing.triage.mail_groups import groups_of
from briefing.understanding.command_grammar.matching_mails import is_one_of, with_whole_names
from briefing.understanding.command_grammar.narrowing import Narrowing
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.changing.several import at_hand
from session.skills.finding import find_topic


def is_there(call: Call, found: Narrowing) -> bool:
    """Whether anything that is left to be told is meant."""
    try:
        fits = meant(call, found)
    except SkillRefusedError:
        return False  # no such topic
    return is_anything_left(call, fits)


def is_anything_left(call: Call, fits: Fits | None) -> bool:
    mails = (mail for topic in call.tracker.snapshot().topics for mail in topic.mails if fits is None or fits(mail))
    return any(call.tracker.wants_account_of(mail) and (one := call.tracker.state_of(mail)) and one.pending for mail in mails)


def meant(call: Call, found: Narrowing) -> Fits:
    """Tells which mails are meant. A mail that has not loaded is not, until it has; from then on the answer stays the same, unless its
    sender or a word of it comes to matter.

    Raises `SkillRefusedError` for a topic that is not there.
    """
    there, around = at_hand(call)
    around, now = replace(around, here=_topic(call, found)), call.now()
    what = with_whole_names(found.what, there) if found.what is not None else None
    known: dict[tuple[MailId, bool], bool] = {}

    def fits(mail: MailId) -> bool:
        envelope, state = call.mail.pipeline.envelopes.get(mail), call.tracker.state_of(mail)
        if envelope is None or state is None or not state.mail.loaded:
            return False
        key = mail, state.mail.important
        if key not in known:
            if found.group is not None:
                is_meant = found.group in groups_of(state.mail, envelope, now=now)
            elif what is not None:
                letters = {mail} if kind_alone(envelope, state.mail) is TopicKind.NEWSLETTERS else set()
                is_meant = is_one_of(envelope, what, replace(around, newsletters=letters))
            else:
                is_meant = mail in around.here
            known[key] = is_meant is not found.without
        return known[key]

    return fits


def _topic(call: Call, found: Narrowing) -> frozenset[MailId]:
    """The mails of the topic that was named, else of the one that is open."""
    number = find_topic(call, found.topic) if found.topic else call.tracker.progress().topic_number
    topics = (frozenset(topic.mails) for topic in call.tracker.snapshot().topics)
    return next(
        (mails for mails in topics if any((one := call.tracker.topic_of(mail)) and one.number == number for mail in mails)), frozenset()
    )
