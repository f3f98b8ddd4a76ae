"""Tools that read: the words of a mail in full, a search. None of them changes a mailbox."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from briefing.agenda import MailRef
from briefing.mail import Address, Envelope, MailId
from briefing.speech.content import whole_mail
from briefing.speech.sentences import about_mails, replies
from briefing.speech.wording.ages import spoken_age
from briefing.speech.wording.moments import spoken_clock
from briefing.tracking.focus import Listed
from briefing.understanding.command_grammar.command_phrases.navigating import FROM_THEM, OTHERS
from briefing.understanding.searched_for import searched_for
from inbox.unified import MOST_COUNTED
from providers.mailbox import MailGoneError
from session.call import Call
from session.dialogue import Again
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage, Reading
from session.skills.changing.mailing import resolve
from session.skills.presenting import present, provenance, read_on
from session.skills.writing.answered import person_spoken_of
from session.untrusted import as_data, listed_fields, mail_as_data

MOST_FOUND = 5
MOST_READ_CHARACTERS = 20_000


class ListSentence(Protocol):
    """The sentence of a list: so many mails in all, of which these are named; `ages` tell apart those that would be named alike."""

    def __call__(self, mails: Sequence[tuple[Address, str]], total: int, /, *, ages: Sequence[str]) -> str: ...


async def read_in_full(call: Call, mail_id: str = "") -> Outcome:
    mail = resolve(call, mail_id)
    try:
        envelope, text = await call.mail.prefetch.envelope(mail), await call.mail.prefetch.text(mail)
    except MailGoneError:
        was_current = call.tracker.current()
        call.tracker.remove_handled_elsewhere([mail])
        if was_current and was_current.mail_id == mail:
            return await present(call, lead=replies.ALREADY_GONE)
        raise SkillRefusedError(replies.ALREADY_GONE) from None
    if envelope is None or text is None:
        raise SkillRefusedError(replies.CANNOT_READ)
    pieces = await asyncio.to_thread(whole_mail.read_in_full, envelope, text)  # an hour of speech takes tenths of a second to cut
    call.dialogue.reading = Reading(mail=mail, pieces=tuple(pieces))
    data = mail_as_data(ref_of(call, envelope), text, most=MOST_READ_CHARACTERS)
    return replace(read_on(call), what="", data=data, verbatim=False)


async def search_mail(call: Call, query: str) -> Outcome:
    """Name what a search finds, the newest first; a single mail is told at once.

    What is searched for from somebody is from them. Where they wrote nothing, what mentions them is named as that, and only where the user
    hears it before anything is done with it.
    """
    without, query = (call.it if query.startswith(OTHERS) else None), query.removeprefix(OTHERS)
    if query == FROM_THEM and (person := person_spoken_of(call)) is not None:
        query = f"from {person.email}"
    wanted, lead = searched_for(query, call.now()), ""
    found = await call.mail.inbox.search(wanted, limit=MOST_COUNTED if without else MOST_FOUND)
    if not found.newest and wanted.sender and not call.more_to_come:
        found, lead = await call.mail.inbox.search(wanted.anywhere(), limit=MOST_FOUND), replies.NONE_FROM_THEM
    others = tuple(envelope for envelope in found.newest if envelope.mail_id != without)
    found = replace(found, newest=others[:MOST_FOUND], total=found.total - len(found.newest) + len(others))
    call.mail.pipeline.envelopes.update({envelope.mail_id: envelope for envelope in found.newest})
    call.told.found = tuple(envelope.mail_id for envelope in found.newest)
    if not found.newest:
        call.dialogue.note(Listed(()))
        call.doubt_it()
        nothing = replies.NO_OTHER_FOUND if without else replies.NOTHING_FOUND
        said = f"{nothing} {replies.away([account.label for account in call.mail.inbox.away.values()])}".strip()
        return saying(said)
    if found.total == 1:
        only = await read_found(call, found.newest[0].mail_id)
        call.dialogue.note(Listed((found.newest[0].mail_id,)))
        return replace(only, spoken=(Passage(f"{lead}one:" if lead else replies.FOUND_ONE), *only.spoken))
    sentence = partial(replies.found_list, counted_to=MOST_COUNTED, lead=lead)
    return listed(call, [ref_of(call, envelope) for envelope in found.newest], sentence, total=found.total)


async def read_found(call: Call, mail: MailId) -> Outcome:
    """Present a mail that only a search found. The cursor stays, but "it" now means this mail."""
    try:
        envelope, text = await call.mail.prefetch.envelope(mail), await call.mail.prefetch.text(mail)
    except MailGoneError:
        raise SkillRefusedError(replies.ALREADY_GONE) from None
    if envelope is None:
        raise SkillRefusedError(replies.CANNOT_READ)
    ref = ref_of(call, envelope)
    said = about_mails.present_mail(ref, envelope, text, now=call.now(), account_label=provenance(call, ref), understood=call.understood)
    call.name(mail)
    call.dialogue.say(Passage(said))
    return saying(said, what="", data=mail_as_data(ref, text))


def listed(
    call: Call,
    refs: Sequence[MailRef],
    sentence: ListSentence,
    *,
    total: int = 0,
    named: int = replies.MOST_NAMED,
    again: Again | None = None,
) -> Outcome:
    """A list of mails by sender and subject, with the question about them; `total`: how many there are, if more than these. The sentence
    has so many of them `named`."""
    total = max(total, len(refs))
    said = sentence([(ref.sender, ref.subject) for ref in refs], total, ages=_ages(call, refs))
    call.dialogue.say(Passage(said), again=again)
    call.dialogue.note(Listed(tuple(ref.mail_id for ref in refs), more=total > min(named, len(refs))))
    if total == 1:
        call.name(refs[0].mail_id)
    return saying(said, what="", data=as_data({"count": total, "mails": [dated(call, ref) for ref in refs[:MOST_FOUND]]}))


def _ages(call: Call, refs: Sequence[MailRef]) -> list[str]:
    """`from yesterday`, with the hour where two of one name came on one day; empty for a mail that has not loaded."""
    now = call.now()
    days = ["" if ref.received_at is None else spoken_age(ref.received_at, now) for ref in refs]
    seen = Counter((ref.sender, ref.subject, day) for ref, day in zip(refs, days, strict=True))
    return [
        f"{day} at {spoken_clock(at.hour, at.minute)}"
        if ref.received_at is not None and seen[ref.sender, ref.subject, day] > 1 and (at := ref.received_at.astimezone(now.tzinfo))
        else day
        for ref, day in zip(refs, days, strict=True)
    ]


def dated(call: Call, ref: MailRef) -> Mapping[str, object]:
    """A mail of a list as a model gets it, with its date and first words."""
    envelope = call.mail.pipeline.envelopes.get(ref.mail_id)
    return listed_fields(ref, begins=envelope.snippet if envelope else "", zone=call.now().tzinfo)


async def refs_of(call: Call, mails: Sequence[MailId]) -> list[MailRef]:
    """Mails that are not on the agenda, scored and ordered as if they were."""
    envelopes = (await call.mail.inbox.envelopes(mails)).found
    return [ref for topic in call.mail.pipeline.agenda_of(envelopes, call.now()).topics for ref in topic.mails]


def ref_of(call: Call, envelope: Envelope) -> MailRef:
    """As the agenda has it; of a mail that an earlier call told of, the agenda has only the id."""
    state = call.tracker.state_of(envelope.mail_id)
    return (
        state.mail if state is not None and state.mail.loaded else call.mail.pipeline.agenda_of([envelope], call.now()).topics[0].mails[0]
    )
