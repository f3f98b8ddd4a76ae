"""What a model is told of mails at the end of a request: who the user is to them, the open one, its thread, what was found, what comes."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId
from briefing.understanding.searched_for import forms_of
from briefing.understanding.understanding import Understanding
from providers.mailbox import MailboxError
from providers.models.typed.token_estimate import tokens
from session.call import Call
from session.model_request.fitting import OF_A_NAME, dated, fitted, listed, named, short
from session.untrusted import OF_THE_BRIEFING, as_data, text_fields

logger = logging.getLogger(__name__)

MOST_TEXT = 1_500
MOST_FOUND, MAILS_AHEAD, TOPICS_AHEAD = 5, 2, 6
LOOKED_AT_FOR_A_NAME = 50
LEAST_TEXT = 40
"""Characters; fewer say nothing."""

OF_A_LINE, OF_A_THREAD = 25, 150
"""Tokens of what one mail of the thread says, and of the thread."""

MOST_NAMED, OF_ONE_NAMED = 4, 220
FOR_NAMED = 0.75
"""Mails that the user's words name, tokens of one, and their share of the room: who names other mails hardly asks about the open one."""


def user(call: Call) -> str:
    """Their name as others write it, an address, and the languages of this call."""
    own = call.acting.own_addresses
    envelopes = islice(call.mail.pipeline.envelopes.values(), LOOKED_AT_FOR_A_NAME)
    names = Counter(each.name for envelope in envelopes for each in envelope.to if each.email in own and each.name not in {"", each.email})
    name = short(names.most_common(1)[0][0], OF_A_NAME) if names else ""
    fields = {"name": name, "address": min(own, default="")[:60], "languages": sorted({OF_THE_BRIEFING, *call.mail.prefetch.languages})[:4]}
    return as_data({key: value for key, value in fields.items() if value})


def open_mail(call: Call, mail: MailRef) -> str:
    label = call.mail.inbox.label_of(mail.mail_id)
    account = {"account": short(label, OF_A_NAME)} if label else {}
    return as_data({"mail_id": mail.mail_id, **named(mail), **dated(mail.received_at, call.now()), **account})


def it_of(call: Call, said: Understanding | None) -> MailId | None:
    """What "it" means in the user's words: what they asked about in their turn before is it once this one is committed."""
    return (call.dialogue.focus.asked if said is not None else None) or call.it


def spoken_of(call: Call, said: Understanding | None) -> str:
    """The mail that "it" means, where that is not the one under the cursor."""
    current, meant = call.tracker.current(), it_of(call, said)
    if meant is None or (current is not None and current.mail_id == meant):
        return ""
    return as_data(identified(call, meant))


def words_of(call: Call, mail: MailId, named_now: Sequence[MailId], room: float) -> str:
    """What a mail, its thread and the mails that the user has just named say, as data: as much of the text as there is room for. Empty if
    none of it is here yet."""
    text = call.mail.prefetch.loaded(mail)
    named_too = [each for each in named_now if text is None or each != mail][:MOST_NAMED]
    of_one = min(OF_ONE_NAMED, room * FOR_NAMED / max(1, len(named_too)))
    also = fitted((_in_short(call, each, of_one) for each in named_too), room * FOR_NAMED)
    others = fitted((_in_short(call, each, OF_A_LINE) for each in _thread(call, mail) if each not in named_too), min(OF_A_THREAD, room / 3))
    beside = {"mail_id": mail, **({"named_by_the_user": also} if also else {}), **({"thread": others} if others else {})}
    most = MOST_TEXT
    while text is not None and most >= LEAST_TEXT:
        data = as_data({**beside, **text_fields(text, most)})
        if (cost := tokens(data)) <= room:
            return data
        most = min(int(most * room / cost), most - 1)
    return as_data(beside) if others or also else ""


def named_by_the_user(call: Call, said: Understanding | None = None) -> list[MailId]:
    """The mails that the user's words, or their last ones, name: by a sender, a domain or a subject, the newest first."""
    said = said or (call.dialogue.last if call.dialogue.said else None)
    if said is None:
        return []
    domains = {each.strip("?!.,;:") for each in said.words.lower().split() if "." in each}
    by_domain = [each for each in call.envelopes_to_speak_of() if each.sender.email.rpartition("@")[2] in domains]
    named_so = by_domain or call.mails_named(said.own_words.union(*(forms_of(word) for word in said.own_words)))
    return [each.mail_id for each in sorted(named_so, key=lambda each: each.received_at, reverse=True)]


async def read_what_is_named(call: Call, said: Understanding | None, *, within_s: float) -> None:
    """Have the texts of the mails that are spoken of here, if it takes no longer: asking for one would cost a request of its own."""
    spoken_of_now = [it_of(call, said), *named_by_the_user(call, said)[:MOST_NAMED]]
    try:
        async with asyncio.timeout(within_s):
            for mail in dict.fromkeys(each for each in spoken_of_now if each is not None and call.mail.prefetch.loaded(each) is None):
                await call.mail.prefetch.text(mail)
    except (TimeoutError, MailboxError):
        pass
    except Exception as error:  # whatever a mail does to what reads it, the turn is answered without its text
        logger.error("a mail that is spoken of was not read", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail


def _in_short(call: Call, mail: MailId, most: float) -> Mapping[str, object]:
    """What tells the mail from others, and its first words, in so many tokens."""
    told, text, envelope = identified(call, mail), call.mail.prefetch.loaded(mail), call.mail.pipeline.envelopes.get(mail)
    says = text.text if text is not None else envelope.snippet if envelope is not None else ""
    return {**told, "says": short(says, max(OF_A_LINE, most - tokens(as_data(told))), longest=MOST_TEXT)}


def _thread(call: Call, mail: MailId) -> Iterator[MailId]:
    """The other mails of its exchange that are known, the newest first."""
    known = call.mail.pipeline.envelopes
    if mail not in known:
        return
    others = [each for each in known.values() if each.thread_id == known[mail].thread_id and each.mail_id != mail]
    yield from (each.mail_id for each in sorted(others, key=lambda each: each.received_at, reverse=True))


def found(call: Call, room: float) -> str:
    """What "the second one" means, by its number."""
    mails = islice(enumerate(call.dialogue.found, 1), MOST_FOUND)
    return listed(({"number": number, **identified(call, mail)} for number, mail in mails), room)


def ahead(call: Call, room: float) -> str:
    """The mails that come next."""
    current = call.tracker.current()
    mails = call.tracker.upcoming(limit=MAILS_AHEAD + 1)
    return listed([named(mail) for mail in mails if current is None or mail.mail_id != current.mail_id][:MAILS_AHEAD], room)


def topics(call: Call, room: float) -> str:
    """The topics that have mail to tell, and how many."""
    others = call.tracker.compact_reference(mails=1, topics=TOPICS_AHEAD).topics
    return listed((f"{topic.number}. {short(topic.label, OF_A_NAME)}: {topic.pending}" for topic in others), room)


def identified(call: Call, mail: MailId) -> Mapping[str, object]:
    """Its id, and whatever else is known of it."""
    envelope = call.mail.pipeline.envelopes.get(mail)
    return {"mail_id": mail} if envelope is None else {"mail_id": mail, **_of(call, envelope)}


def _of(call: Call, envelope: Envelope) -> Mapping[str, object]:
    ref = MailRef(mail_id=envelope.mail_id, thread_id=envelope.thread_id, subject=envelope.subject, sender=envelope.sender)
    return {**named(ref), **dated(envelope.received_at, call.now())}
