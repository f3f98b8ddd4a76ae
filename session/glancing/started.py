"""Begins the glances of a call, where models for pictures are set."""

from collections.abc import Sequence

from briefing.mail import MailId
from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from glance.analyst import Digest, DigestLine
from glance.glance import Glance, GlanceParts
from glance.identity import Identity
from glance.unified_mail import MailOfUser
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.call import Call
from session.glancing.glances import Glances
from session.glancing.nudged import NudgedMails, NudgeRecords


def start_glancing(
    call: Call, models: TypedModels | None, conversations: ConversationStore | None, owner: Owner, records: NudgeRecords
) -> None:
    """Nothing is looked at until a screen is shared."""
    if models is None or not (models.has_model_for(Purpose.SCREEN) and models.has_model_for(Purpose.GLANCE)):
        return

    async def knows(mails: Sequence[MailId]) -> bool:
        return await glances.knows(mails)

    async def alone() -> bool:
        return await call.line.screen.alone()

    identity = Identity(user_id=owner.user_id, organisation_id=owner.organisation_id)
    parts = GlanceParts(
        models=models,
        mail=MailOfUser(call.mail.inbox, identity),
        digest=digest_of(conversations, owner),
        now=call.now,
        own_addresses=call.acting.own_addresses,
        knows=knows,
        alone=alone,
    )
    glances = Glances(call, Glance(parts, identity), NudgedMails(records), load=models.load)
    call.line.screen.can_look = True
    call.line.screen.changed = call.events.changed.set
    call.background.start("glance at the screen", glances.follow())


def digest_of(conversations: ConversationStore | None, owner: Owner) -> Digest:
    """The newest conversations of this user, as the analyst is told of them."""

    async def digest() -> Sequence[DigestLine]:
        found = await conversations.list_digest(owner) if conversations is not None else []
        return [DigestLine(entry.title, entry.summary) for entry in found]

    return digest
