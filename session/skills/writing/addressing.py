"""Finds the recipients that the user names; never recipients that a mail names."""

from briefing.mail import Address
from briefing.speech.sentences import about_sending as words
from briefing.understanding.spelled_addresses import spelled
from briefing.understanding.telling_words import SOMEBODY
from briefing.words import split_words
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.finding import person_spoken_of


def named_recipients(call: Call, named: str) -> tuple[Address, ...]:
    """The recipients that the user's own words name: an address they spelled or typed, a person who wrote a mail of this call, or "her".

    "Her" is who was spoken of last.
    """
    if not named.strip():
        return ()
    known = {envelope.sender.email: envelope.sender for envelope in call.mail.pipeline.envelopes.values()}
    if address := spelled(named):
        person = known.get(address.email)
        if not call.dialogue.evidence.spells(address) and not (person and call.dialogue.evidence.names(person)):
            raise SkillRefusedError(words.NO_RECIPIENT)
        return (address,)
    if not call.dialogue.evidence.says(named):
        raise SkillRefusedError(words.NO_RECIPIENT)
    wanted = set(split_words(named))
    if wanted <= SOMEBODY:
        person = person_spoken_of(call)
        if person is None:
            raise SkillRefusedError(words.NO_RECIPIENT)
        return (person,)
    fitting = [address for address in known.values() if wanted and wanted.issubset(split_words(address.name))]
    if len(fitting) != 1:
        raise SkillRefusedError(words.NO_RECIPIENT)
    return (fitting[0],)
