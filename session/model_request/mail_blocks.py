"""What a model is told of mails at the end of a request: who the user is to them, the open one, its thread, what was found, what comes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId
from session.call import Call
from session.model_request.fitting import OF_A_NAME, dated, fitted, listed, named, short
from session.model_request.token_estimate import tokens
from session.untrusted import OF_THE_BRIEFING, as_data, text_fields

MOST_TEXT = 1_500
MOST_FOUND, MAILS_AHEAD, TOPICS_AHEAD = 5, 2, 6
LOOKED_AT_FOR_A_NAME = 50
LEAST_TEXT = 40
"""Characters; fewer say nothing."""

OF_A_LINE, OF_A_THREAD = 25, 150
"""Tokens of what one mail of the thread says, and of the thread."""


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


def spoken_of(call: Call) -> str:
    """The mail that "it" means, where that is not the one under the cursor."""
    current, meant = call.tracker.current(), call.it
    if meant is None or (current is not None and current.mail_id == meant):
        return ""
    return as_data(identified(call, meant))


def words_of(call: Call, mail: MailId, room: float) -> str:
    """What a mail and its thread say, as data: as much of the text as there is room for. Empty if none of it is here yet."""
    text, others = call.mail.prefetch.loaded(mail), fitted(_thread(call, mail), min(OF_A_THREAD, room / 3))
    beside = {"mail_id": mail, **({"thread": others} if others else {})}
    most = MOST_TEXT
    while text is not None and most >= LEAST_TEXT:
        data = as_data({**beside, **text_fields(text, most)})
        if (cost := tokens(data)) <= room:
            return data
        most = min(int(most * room / cost), most - 1)
    return as_data(beside) if others else ""


def _thread(call: Call, mail: MailId) -> Iterator[Mapping[str, object]]:
    """The other mails of its exchange that are known, the newest first, in a line each."""
    known = call.mail.pipeline.envelopes
    if mail not in known:
        return
    others = [each for each in known.values() if each.thread_id == known[mail].thread_id and each.mail_id != mail]
    for each in sorted(others, key=lambda each: each.received_at, reverse=True):
        text = call.mail.prefetch.loaded(each.mail_id)
        yield {**identified(call, each.mail_id), "says": short(text.text if text else each.snippet, OF_A_LINE)}


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
