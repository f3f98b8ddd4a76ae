"""Whom a mail is to go to, as the user names them; never as a mail does."""

from actions.sending.recipients import spelled
from briefing.mail import Address
from briefing.speech.sentences import about_sending as words
from briefing.words import split_words
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.changing.users_words import names, says, spells


def named_recipients(call: Call, named: str) -> tuple[Address, ...]:
    """Whom the user names: by an address that they spelled or typed, or by the name of somebody on the agenda: not a mail, in its text."""
    if not named.strip():
        return ()
    known = {envelope.sender.email: envelope.sender for envelope in call.mail.pipeline.envelopes.values()}
    if address := spelled(named):
        person = known.get(address.email)
        if not spells(call, address) and not (person and names(call, person)):
            raise SkillRefusedError(words.NO_RECIPIENT)
        return (address,)
    if not says(call, named):
        raise SkillRefusedError(words.NO_RECIPIENT)
    wanted = set(split_words(named))
    fitting = [address for address in known.values() if wanted and wanted.issubset(split_words(address.name))]
    if len(fitting) != 1:
        raise SkillRefusedError(words.NO_RECIPIENT)
    return (fitting[0],)
