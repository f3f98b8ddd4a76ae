"""Reads mails for one answer, in the time that is left of it."""

import asyncio
from collections.abc import Coroutine, Set
from typing import TypeVar

from briefing.mail import Envelope, MailId, MailText
from session.call import Call

T = TypeVar("T")

LOADING_S = 4.2
"""How long one answer may wait for envelopes, however many mails it passes over: enough for one that fails slowly and a moment for the
mails behind it. Reading the text of the mail comes on top (`inbox.unified.CALL_TIMEOUT_S`), and nobody should wait eight seconds."""

LEAST_S = 0.3
"""For what is read when the answer is already due: enough for a mail that the prefetch cache holds."""


class TimedReads:
    """Reads envelopes and texts.

    After one envelope did not load, the others share what is left of `LOADING_S`; mails that did not load before are not tried again.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._clock = asyncio.get_running_loop().time
        self._until = min(self._clock() + LOADING_S, call.turn.answer_by)
        self._known: Set[MailId] = frozenset()
        self._tried = False

    async def envelope(self, mail: MailId) -> Envelope | None:
        """None if it does not load now. Raises `MailGoneError`."""
        if mail in self._call.mail.pipeline.envelopes:
            return self._call.mail.pipeline.envelopes[mail]
        if not self._tried:
            envelope = await self._before_the_answer_is_due(self._call.mail.prefetch.envelope(mail))
        elif mail in self._known or self._clock() >= self._until:
            return None
        else:
            envelope = await self._in_what_is_left(mail)
        if envelope is None:
            self._tried, self._known = True, self._call.mail.pipeline.not_loaded
        return envelope

    async def text(self, mail: MailId) -> MailText | None:
        """None if it does not load now; then the mail is told without its text. Raises `MailGoneError`."""
        return await self._before_the_answer_is_due(self._call.mail.prefetch.text(mail))

    async def _before_the_answer_is_due(self, read: Coroutine[object, object, T]) -> T | None:
        try:
            async with asyncio.timeout_at(max(self._call.turn.answer_by, self._clock() + LEAST_S)):
                return await read
        except TimeoutError:
            return None

    async def _in_what_is_left(self, mail: MailId) -> Envelope | None:
        try:
            async with asyncio.timeout_at(self._until):
                return await self._call.mail.prefetch.envelope(mail)
        except TimeoutError:
            return None
