"""Sends the briefing of a date, once: the correspondence, the letter and its place in the outbox are one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from correspondence.briefing_mail.material import Research, ToldMail
from correspondence.exchange import BRIEFING, Correspondence, LetterState, OwnLetter
from correspondence.posting import Posting


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBriefing:
    """What is sent, and by which numbers the user was told of which mails. `zone` is the name of the user's time zone. One that is
    kept back, since nothing matters in it, is sent to nobody, and is the one of its date."""

    account: str
    zone: str
    message_id: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    html: str = field(default="", repr=False)
    mails: Sequence[ToldMail] = ()
    research: Sequence[Research] = ()
    is_kept_back: bool = False


async def send_briefing(posting: Posting, user_id: str, day: date, written: WrittenBriefing) -> Correspondence:
    """It leaves with the next look at what is due. Raises `AlreadySentError` where there is one of that date, and
    `DatabaseUnavailableError`."""
    letter = OwnLetter(
        number=BRIEFING,
        message_id=written.message_id,
        state=LetterState.NONE if written.is_kept_back else LetterState.LEAVING,
        subject=written.subject,
        text=written.text,
        html=written.html,
    )
    new = Correspondence(
        correspondence_id="",
        user_id=user_id,
        day=day,
        account=written.account,
        zone=written.zone,
        mails=tuple(written.mails),
        research=tuple(written.research),
        letters=(letter,),
    )
    async with posting.store.database.session() as session:
        opened = await posting.store.open(session, new, posting.now())
        if letter.state is LetterState.LEAVING:
            await posting.put(session, opened, letter)
    return opened
