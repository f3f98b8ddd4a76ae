"""The user takes what a nudge offers: the mail on their screen is spoken of from then on, and a model goes on with what was offered.

The request was worded by a model that had read the mail, so it is handed on as a quotation: it may begin a draft or a look-up, and is no
recipient, no consent and nothing to remember. Whatever leaves is asked about like anything else.
"""

from briefing.speech.sentences import about_screen
from briefing.tracking.focus import Listed
from prompts import render
from providers.mailbox import MailboxError
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.lookup import ref_of
from session.skills.writing import drafting
from session.untrusted import as_data

MOST_OF_THE_MAIL = 4_000


async def take_nudge(call: Call) -> Outcome:
    nudge, call.line.screen.nudge = call.line.screen.nudge, None
    if nudge is None:
        raise SkillRefusedError(about_screen.GONE)
    mail = nudge.mail.mail_id
    call.mail.pipeline.envelopes[mail] = nudge.mail
    call.dialogue.note(Listed((mail,)))
    call.name(mail)
    if not call.line.has_model:
        return await drafting.reply(call, mail_id=mail)
    try:
        text = await call.mail.prefetch.text(mail)
    except MailboxError:
        text = None
    told = {"offered": nudge.message, "asked": nudge.asks, "text": text.text[:MOST_OF_THE_MAIL] if text is not None else ""}
    return saying(about_screen.TAKEN, what=render("nudge_taken"), mail=ref_of(call, nudge.mail), data=as_data(told))
