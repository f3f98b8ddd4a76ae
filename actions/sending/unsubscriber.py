"""Leaving a mailing list on the user's yes: by a one-click request, or by a mail that goes through the outbox like every other.

The target comes from the mail's List-Unsubscribe header alone: no page is visited, and no link in a text counts. What a mail to a list
says is fixed here, but for a code.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from actions.changes.entries import ChangeOutcome
from actions.consent.grants import GrantRegister, SingleUseGrant
from actions.consent.payloads import UnsubscribePayload, digest
from actions.sending.draft_store import HeldMail
from actions.sending.outbox import Held, Outbox, WrongGrantError
from briefing.mail import Address, MailId, account_of
from briefing.mail_action import MailAction
from providers.mime.composition import new_message_id
from providers.mime.original import Original
from providers.unsubscribe import UnsubscribeRefusedError, UnsubscribeUnknownError, read_mailto, target_of

UNSUBSCRIBE = "unsubscribe"
"""The subject and the text."""

logger = logging.getLogger(__name__)


class AsksOnce(Protocol):
    """The one-click request."""

    async def post(self, url: str) -> None:
        """Raises `UnsubscribeRefusedError` or `UnsubscribeUnknownError`."""


class Leaving(StrEnum):
    DONE = "done"  # the list's server accepted the request
    HELD = "held"  # a mail to the list is in the outbox
    REFUSED = "refused"
    UNKNOWN = "unknown"
    DRY_RUN = "dry run"  # nothing was done: a dry run asks nobody for anything


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The result; `held` is set with HELD."""

    leaving: Leaving
    held: Held | None = None


def unsubscribe_payload(mail: MailId, original: Original, *, list_name: str = "") -> UnsubscribePayload | None:
    """None if the mail names no allowed way to leave its list."""
    target = target_of(original.unsubscribe, original.unsubscribe_post)
    if target is None:
        return None
    name = list_name or original.sender.name or original.list_id or original.sender.email
    return UnsubscribePayload(mail_id=mail, list_name=name, target=target, sender=original.sender.email)


_JOURNALED: Mapping[Leaving, ChangeOutcome] = MappingProxyType(
    {Leaving.DONE: ChangeOutcome.DONE, Leaving.REFUSED: ChangeOutcome.FAILED, Leaving.UNKNOWN: ChangeOutcome.UNKNOWN}
)


class Unsubscriber:
    """`register` has the call's grants."""

    def __init__(self, outbox: Outbox, one_click: AsksOnce, *, register: GrantRegister) -> None:
        self._outbox = outbox
        self._one_click = one_click
        self._register = register

    async def leave(self, grant: SingleUseGrant, payload: UnsubscribePayload, *, address: str) -> Left:
        """Redeem the grant and leave the list; `address` is the account's own.

        Raises `WrongGrantError` or `GrantUsedError`, and what `Outbox.put` raises; then nothing was done.
        """
        if grant.action is not MailAction.UNSUBSCRIBE or grant.digest != digest(payload):
            raise WrongGrantError("the grant is for something else")
        if self._outbox.dry_run:
            return Left(leaving=Leaving.DRY_RUN)
        mailto = read_mailto(payload.target)
        if mailto is not None:
            account = account_of(payload.mail_id)
            mail = HeldMail(
                to=(Address(email=mailto.address),),
                subject=mailto.code or UNSUBSCRIBE,
                body=UNSUBSCRIBE,
                message_id=new_message_id(address),
            )
            return Left(leaving=Leaving.HELD, held=await self._outbox.put_unsubscribing(grant, payload, account=account, mail=mail))
        self._register.redeem(grant)
        leaving = await self._asked(payload.target)
        await self._outbox.note(grant, payload.mail_id, outcome=_JOURNALED[leaving])
        return Left(leaving=leaving)

    async def _asked(self, url: str) -> Leaving:
        try:
            await self._one_click.post(url)
        except UnsubscribeRefusedError:
            logger.info("a list was not left")
            return Leaving.REFUSED
        except UnsubscribeUnknownError:
            logger.info("nobody knows whether a list was left")
            return Leaving.UNKNOWN
        return Leaving.DONE
