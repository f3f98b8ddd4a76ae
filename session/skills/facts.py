"""Answers to questions, without a model: of the mail that "it" is, of what matters, of the drafts. They only read."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial, wraps

from actions.changes.entries import ChangeOutcome
from actions.changes.journal import JournalUnavailableError
from actions.sending_states import SendingState
from briefing.mail import UNKNOWN_SENDER, Envelope, MailId, MailText
from briefing.mail_action import MailAction
from briefing.speech.content import whole_mail
from briefing.speech.content.attached import attached_parts
from briefing.speech.content.names import spoken_name
from briefing.speech.content.topics import subject_of
from briefing.speech.sentences import about_facts, about_sending, replies
from briefing.speech.sentences.what_next import help_sentence
from briefing.tracking.focus import Listed
from briefing.understanding.command_grammar.command_phrases.examples import EXAMPLES
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from providers.mailbox import MailboxError, MailGoneError
from session.call import Call
from session.glancing import asked_of_it
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills import choosing_account, narrowing_down, overview, recounting, vips
from session.skills.changing.mailing import resolve
from session.skills.finding import spoken_of
from session.skills.liking import how_told
from session.skills.lookup import dated, listed, read_found, read_in_full, ref_of
from session.skills.presenting import present
from session.skills.writing.asking_to_send import names_of
from session.skills.writing.drafting import keeping
from session.turn.what_can_be_said import AT_ANY_TIME
from session.untrusted import as_data

Skill = Callable[..., Coroutine[object, object, Outcome]]

MOST_NAMED = 3
_MARKS = frozenset({MailAction.MARK_IMPORTANT, MailAction.MARK_NOT_IMPORTANT})
MOST_OF_A_THREAD = 8


async def sender(call: Call) -> Outcome:
    envelope = await _envelope(call)
    if envelope.sender == UNKNOWN_SENDER:
        raise SkillRefusedError(replies.NO_SENDER)
    return _of_a_mail(about_facts.sent_by(envelope.sender))


async def address(call: Call) -> Outcome:
    """Where the mail comes from, whatever name its sender has chosen."""
    envelope = await _envelope(call)
    if not envelope.sender.email:
        raise SkillRefusedError(replies.NO_SENDER)
    return _of_a_mail(about_facts.comes_from(envelope.sender))


async def recipients(call: Call) -> Outcome:
    envelope = await _envelope(call)
    own = call.acting.own_addresses
    others = [each for each in envelope.to if each.email not in own]
    copies = [each for each in envelope.cc if each.email not in own]
    to_user = len(others) + len(copies) < len(envelope.to) + len(envelope.cc)
    return _of_a_mail(about_facts.sent_to(others, copies, to_user=to_user))


async def time(call: Call) -> Outcome:
    return saying(about_facts.came((await _envelope(call)).received_at, now=call.now()))


async def length(call: Call) -> Outcome:
    envelope, text = await _whole(call)
    if not (envelope.readable and text.readable):
        raise SkillRefusedError(about_facts.NOT_READABLE)
    words = await asyncio.to_thread(whole_mail.words_of, envelope, text)
    return _of_a_mail(about_facts.length(words, _attached(envelope, text)))


async def attachments(call: Call) -> Outcome:
    return _of_a_mail(about_facts.attached(_attached(*await _whole(call))))


async def in_attachment(call: Call) -> Outcome:
    return _of_a_mail(about_facts.in_attachments(_attached(*await _whole(call))))


async def gist(call: Call) -> Outcome:
    """What the mail wants, told as it was told first."""
    mail, current = spoken_of(call), call.tracker.current()
    return await (present(call, short=False) if current is not None and current.mail_id == mail else read_found(call, mail))


async def more(call: Call) -> Outcome:
    return await read_in_full(call)


async def subject(call: Call) -> Outcome:
    return _of_a_mail(about_facts.subject_line((await _envelope(call)).subject))


async def importance(call: Call) -> Outcome:
    ref = ref_of(call, await _envelope(call))
    return _of_a_mail(about_facts.importance(ref, marked=await _marked(call, ref.mail_id)))


async def is_flagged(call: Call) -> Outcome:
    return saying(about_facts.is_flagged(ref_of(call, await _envelope(call))))


async def _marked(call: Call, mail: MailId) -> MailAction | None:
    """How the user has marked the mail, with the last mark that was not taken back; unknown while the journal is away."""
    try:
        entries = await call.acting.journal.entries(call.user_id, limit=None)
    except JournalUnavailableError:
        return None
    undone = {entry.undoes_key for entry in entries if entry.outcome is ChangeOutcome.UNDONE}
    marks = (entry for entry in entries if entry.action in _MARKS and entry.outcome is ChangeOutcome.DONE and entry.key not in undone)
    return next((entry.action for entry in marks if call.acting.known_as(entry.mail_id) == mail), None)


async def genuine(call: Call) -> Outcome:
    who = (await _envelope(call)).sender
    if who == UNKNOWN_SENDER:
        raise SkillRefusedError(replies.NO_SENDER)
    return _of_a_mail(about_facts.genuine(who, written_to=who.email in call.mail.pipeline.written_to))


async def important_mails(call: Call) -> Outcome:
    """Name what looks important among the mails that are left, in the order in which they come; a number then means one of these."""
    states = (call.tracker.state_of(mail) for topic in call.tracker.snapshot().topics for mail in topic.mails)
    left = [state.mail for state in states if state is not None and state.active]
    found = [mail for mail in left if mail.important]
    if not found:
        return saying(about_facts.NOTHING_IMPORTANT_YET if call.mail.loading or call.mail.refining else about_facts.NOTHING_IMPORTANT)
    return listed(call, found, about_facts.important_mails, named=about_facts.MOST_NAMED, again=partial(important_mails, call))


async def thread(call: Call) -> Outcome:
    """The exchange that the mail stands in: who wrote when, the newest `MOST_OF_A_THREAD`; a model gets the beginning of each."""
    this = await _envelope(call)
    try:
        mails = await call.mail.inbox.thread(this.mail_id, this.thread_id) or [this]
    except MailboxError:
        raise SkillRefusedError(replies.CANNOT_READ) from None
    last = mails[-MOST_OF_A_THREAD:]
    call.mail.pipeline.envelopes.update({mail.mail_id: mail for mail in last if mail.mail_id not in call.mail.pipeline.envelopes})
    call.dialogue.note(Listed(tuple(mail.mail_id for mail in last)))
    told = [dated(call, ref_of(call, mail)) for mail in last]
    parts = [(spoken_name(mail.sender), mail.received_at.astimezone(call.now().tzinfo)) for mail in last]
    said = about_facts.thread(parts, len(mails), now=call.now())
    return saying(said, what="", data=as_data({"count": len(mails), "mails": told}))


async def drafts(call: Call) -> Outcome:
    """Name the drafts, the one that was changed last first, and which of them is open or about to leave."""
    async with keeping(call):
        everything = await call.acting.drafts.all()
        waiting = {news.message_id: news for news in await call.acting.outbox.waiting()}
    if not everything:
        return _verbatim(about_sending.NO_DRAFTS)
    seen = call.acting.draft or call.acting.kept
    parts = []
    for draft in everything[:MOST_NAMED]:
        leaves = waiting.get(draft.message_id)
        state = "is open" if seen is not None and seen.draft_id == draft.draft_id else ""
        if leaves is not None:
            later = leaves.state is SendingState.HELD and leaves.action is MailAction.SEND_LATER
            later_on = about_sending.leaves_on(leaves.leaves_at.astimezone(call.now().tzinfo), now=call.now()) if later else "is on its way"
            state = about_sending.GOES_TO_NOBODY if leaves.dry_run else later_on
        parts.append((await names_of(call, draft), subject_of(draft.subject).title, state))
    return _verbatim(about_sending.drafts(parts, len(everything)))


async def clock(call: Call) -> Outcome:
    return saying(about_facts.clock(call.now()))


async def _envelope(call: Call) -> Envelope:
    """Of the mail that "it" is."""
    try:
        envelope = await call.mail.prefetch.envelope(resolve(call, ""))
    except MailGoneError:
        raise SkillRefusedError(replies.ALREADY_GONE) from None
    if envelope is None:
        raise SkillRefusedError(replies.CANNOT_READ)
    return envelope


async def _whole(call: Call) -> tuple[Envelope, MailText]:
    envelope = await _envelope(call)
    try:
        text = await call.mail.prefetch.text(envelope.mail_id)
    except MailGoneError:
        raise SkillRefusedError(replies.ALREADY_GONE) from None
    if text is None:
        raise SkillRefusedError(replies.CANNOT_READ)
    return envelope, text


def _attached(envelope: Envelope, text: MailText) -> tuple[str, ...]:
    return attached_parts(text.attachments or envelope.attachments, invitation=envelope.invitation)


def _of_a_mail(said: str) -> Outcome:
    """A sentence with names or words out of mails: a model gets it as data."""
    return saying(said, what="", data=as_data({"answer": said}))


def _verbatim(said: str) -> Outcome:
    return replace(_of_a_mail(said), verbatim=True)


async def more_help(_: Call) -> Outcome:
    return saying(help_sentence([EXAMPLES[kind] for kind in AT_ANY_TIME]))


_SKILLS: Mapping[Fact, Skill] = {
    Fact.SENDER: sender,
    Fact.ADDRESS: address,
    Fact.RECIPIENTS: recipients,
    Fact.TIME: time,
    Fact.LENGTH: length,
    Fact.ATTACHMENTS: attachments,
    Fact.IN_ATTACHMENT: in_attachment,
    Fact.GIST: gist,
    Fact.MORE: more,
    Fact.SUBJECT: subject,
    Fact.IMPORTANCE: importance,
    Fact.GENUINE: genuine,
    Fact.IS_FLAGGED: is_flagged,
    Fact.IMPORTANT_MAILS: important_mails,
    Fact.TIME_LEFT: how_told.time_left,
    Fact.IN_A_HURRY: how_told.in_a_hurry,
    Fact.MORE_HELP: more_help,
    Fact.OVERVIEW: overview.overview,
    Fact.TOPICS: overview.topics,
    Fact.DUE_TODAY: overview.due_today,
    Fact.DEADLINES: overview.deadlines,
    Fact.NEWSLETTERS: overview.newsletters,
    Fact.WAITING_FOR_ME: overview.waiting_for_me,
    Fact.FROM_PEOPLE: overview.from_people,
    Fact.TO_SIGN_OR_PAY: overview.to_sign_or_pay,
    Fact.FLAGGED: overview.flagged,
    Fact.ACCOUNTS: choosing_account.accounts,
    Fact.THREAD: thread,
    Fact.CHANGES: recounting.changes,
    Fact.SENT: recounting.sent,
    Fact.DRAFTS: drafts,
    Fact.CLOCK: clock,
    Fact.ZONE: how_told.which_zone,
    Fact.VIPS: vips.who_matters,
    Fact.KEYWORDS: vips.what_matters,
    Fact.LEFT_OUT: narrowing_down.what_is_left_out,
    Fact.ON_SCREEN: asked_of_it.on_screen,
    Fact.WHY_SILENT: asked_of_it.why_silent,
}


def _repeatable(skill: Skill) -> Skill:
    """What it tells is what "say that again" means then."""

    @wraps(skill)
    async def told(call: Call, **arguments: object) -> Outcome:
        before = call.dialogue.state.last
        outcome = await skill(call, **arguments)
        if call.dialogue.state.last == before:
            call.dialogue.say(*outcome.spoken)
        return outcome

    return told


SKILLS: Mapping[Fact, Skill] = {fact: _repeatable(skill) for fact, skill in _SKILLS.items()}

OFFERED = frozenset({Fact.RECIPIENTS, Fact.OVERVIEW, Fact.IMPORTANT_MAILS, Fact.THREAD, Fact.CHANGES, Fact.SENT, Fact.DRAFTS})
"""What a model cannot tell from the mail itself; each name costs tokens in every request."""
