"""The agenda of everything that was listed, and a log of what it lost."""

import logging
from collections.abc import MutableMapping, Sequence
from dataclasses import replace

from briefing.agenda import Agenda
from briefing.mail import Envelope, MailId
from briefing.triage.scoring import Signals
from briefing.triage.triage import build_agenda, lost

logger = logging.getLogger(__name__)


def whole_agenda(loaded: Sequence[Envelope], not_loaded: Sequence[MailId], signals: Signals) -> Agenda:
    """The agenda of all these mails. A mail that is missing from it is a bug, and is logged."""
    agenda = build_agenda(loaded, signals, not_loaded=not_loaded)
    fetched = [*(envelope.mail_id for envelope in loaded), *not_loaded]
    if missing := lost(fetched, agenda):
        in_topics = sum(len(topic.mails) for topic in agenda.topics)
        logger.error("mails lost on the way to the agenda", extra={"fetched": len(fetched), "in_topics": in_topics, "lost": len(missing)})
    return agenda


def tell_namesakes_apart(envelopes: MutableMapping[MailId, Envelope], agenda: Agenda) -> None:
    """Let the envelopes say of their senders what the agenda has found: who bears a name that is another's, and who does so no more."""
    for ref in (mail for topic in agenda.topics for mail in topic.mails):
        envelope = envelopes.get(ref.mail_id)
        if envelope is not None and ref.loaded and envelope.sender.claimed != ref.sender.claimed:
            envelopes[ref.mail_id] = replace(envelope, sender=replace(envelope.sender, claimed=ref.sender.claimed))
