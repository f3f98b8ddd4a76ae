"""The briefing mail of a user as it would be written now, from the same first look that a call begins with."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial

from briefing.mail import Envelope, MailText
from briefing.speech.checking.given_summary import HeldSummary
from correspondence.briefing_mail import BriefingMail, compose
from correspondence.briefing_mail.gathering import Sources, gather, of_accounts
from correspondence.briefing_mail.introduction import introduced
from correspondence.briefing_mail.material import BriefingMaterial
from correspondence.briefing_mail.meetings import meetings_of
from inbox.listing.first_look import FirstLook
from inbox.listing.known_in_time import known_within
from inbox.mail_summaries import summed_up
from knowledge.mail_wishes import MailWishes
from providers.calendars.calendar import Calendar
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.call import Call

READ_WITHIN_S = 60.0
"""Nobody waits for it, and a mailbox with a quota may take its time."""


async def letter_for_user(
    call: Call,
    look: FirstLook,
    wishes: MailWishes,
    *,
    models: TypedModels | None = None,
    calendars: Sequence[Calendar] = (),
    within_s: float = READ_WITHIN_S,
) -> tuple[BriefingMaterial, BriefingMail]:
    """What it is made of, and the mail. `call` is only a look: nothing counts as heard."""
    known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=within_s)
    of_account, now = of_accounts(wishes.accounts), call.now()
    asked = models if models is not None and models.has_model_for(Purpose.SUMMARISE) else None
    sources = Sources(
        inbox=call.mail.inbox,
        agenda=known.agenda,
        envelopes=call.mail.pipeline.envelopes,
        not_loaded=known.by_id_alone,
        at_least=not known.all_listed,
        understood=call.records.likes.languages.split(),
        summed_up=partial(_summed_up, asked, call.user_id, now) if asked is not None else None,
    )
    material = await gather(
        sources,
        day=now.date(),
        now=now,
        length=wishes.length,
        wanted=lambda mail: of_account(mail) and not call.mail.wanted.leaves_out(mail),
    )
    begins = datetime.combine(now.date(), time(), tzinfo=now.tzinfo)
    ends = datetime.combine(now.date() + timedelta(days=1), time(), tzinfo=now.tzinfo)
    own = call.acting.own_addresses
    meetings, is_away = await meetings_of(calendars, call.mail.inbox, max(begins, now), ends, now=now, own=own)
    material = replace(material, meetings=meetings, calendar_away=is_away)
    introduction = await introduced(models, call.user_id, material) if models is not None else ""
    return material, compose(material, introduction=introduction)


async def _summed_up(models: TypedModels, user_id: str, now: datetime, envelope: Envelope, text: MailText) -> HeldSummary | None:
    return await summed_up(models, user_id, envelope, text, now=now)
