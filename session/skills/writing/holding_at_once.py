"""Keeps a mail from leaving as soon as the user's words that take it back are there.

They are answered when their turn comes, which may be long after: tools run one after the other, and one that changes many mails takes
longer than a mail is held. So the mail is taken out of the outbox before, and the answer tells of it.
"""

import contextlib

from session.call import Call
from session.outgoing import OutgoingEvent
from session.plain_answers import takes_back
from storage.database import DatabaseUnavailableError


async def hold_at_once(call: Call, words: str) -> bool:
    """Whether these words of the user take back what is about to leave; if so, none of it leaves from now on.

    Calls return in the order in which they were made, so turns keep theirs. If the outbox cannot be asked, the answer says so.
    """
    acting, outgoing = call.acting, call.acting.outgoing
    async with outgoing.being_taken_back:
        if not takes_back(call, call.dialogue.understandings.of(words)):
            return False
        async with outgoing.being_put:
            held = outgoing.held
        with contextlib.suppress(DatabaseUnavailableError):
            for mail in held:
                if await acting.outbox.cancel(mail.sending_id, told=False):
                    outgoing.happened(mail.sending_id, OutgoingEvent.TAKEN_BACK, call.now())
        return True
