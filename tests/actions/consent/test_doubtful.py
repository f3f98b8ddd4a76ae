"""Words that were heard in doubt are no yes, and ask for nothing, whoever hands them over."""

from actions.consent.consent import Consent
from actions.consent.payloads import BulkPayload
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance

MAIL = MailId("a")
QUESTION = BulkPayload(action=MailAction.DELETE, mails=(MAIL,))


def asked() -> Consent:
    consent = Consent(caller="sam", clock=lambda: 10.0)
    consent.ask(QUESTION)
    consent.said()
    return consent


def spoken(words: str, *, doubtful: bool) -> Utterance:
    return Utterance(said=understand(words), channel=Channel.VOICE, by="sam", at=10.5, open=(MAIL,), doubtful=doubtful)


def test_a_yes_in_doubt_grants_nothing_and_the_same_yes_heard_plainly_does() -> None:
    consent = asked()
    consent.hear(spoken("yes", doubtful=True))
    assert consent.confirmed(QUESTION) is None
    consent = asked()
    consent.hear(spoken("yes", doubtful=False))
    assert consent.confirmed(QUESTION) is not None


def test_a_command_in_doubt_grants_nothing_and_the_same_command_heard_plainly_does() -> None:
    consent = Consent(caller="sam", clock=lambda: 10.0)
    consent.hear(spoken("archive it", doubtful=True))
    assert consent.granted_by_words(MailAction.ARCHIVE, [MAIL]) is None
    consent.hear(spoken("archive it", doubtful=False))
    assert consent.granted_by_words(MailAction.ARCHIVE, [MAIL]) is not None
