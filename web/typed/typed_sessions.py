"""The typed sessions of one web process: one for each browser that is signed in, however many of its pages are open.

A line for another conversation ends the one before and begins another session, at the same mail: a yes must not answer what was asked
elsewhere. So does a line for a session of another web process, as with two calls: the newer one goes on.
"""

import asyncio
from dataclasses import replace
from typing import Self

from conversations.conversation_rows import TalkPlace
from providers.models.typed.typed_models import TypedModels
from web.typed.typed_session import USUAL_TIMEOUTS, OpenTyped, TypedSession, TypedTimeouts

MOST_AT_ONCE = 200
"""In one process; each holds what a call holds, without its voice."""
ENDS_WITHIN_S = 5.0


class TooManyTypeError(Exception):
    """This process has as many typed sessions as it takes."""


class TypedSessions:
    """An async context manager; leaving it ends them all, each saved as far as it has come."""

    def __init__(
        self, open_one: OpenTyped, *, models: TypedModels | None = None, timeouts: TypedTimeouts = USUAL_TIMEOUTS, most: int = MOST_AT_ONCE
    ) -> None:
        self._open_one = open_one
        self._models = models
        self.timeouts = timeouts
        self._most = most
        self._by_browser: dict[str, TypedSession] = {}

    def of(self, browser: str, user_id: str, place: TalkPlace, *, session_id: str | None = None, greets: bool = False) -> TypedSession:
        """The session in which a line is answered: that of the browser if it is in this conversation, else a new one. In which new
        conversation it is, `session_id` tells. Raises `TooManyTypeError`."""
        current = self.find(browser)
        if current is not None and _is_in(current, place, session_id):
            return current
        if current is None and sum(not each.is_over for each in self._by_browser.values()) >= self._most:
            raise TooManyTypeError
        before = self._by_browser.get(browser)
        if before is not None:
            before.close()
        anew = replace(place, anew=place.conversation_id is None)
        new = self._by_browser[browser] = TypedSession(
            self._open_one,
            user_id,
            anew,
            greets=greets,
            models=self._models,
            timeouts=self.timeouts,
            before=before,
        )
        new.when_ended(lambda: self._drop(browser, new))
        return new

    def find(self, browser: str, session_id: str | None = None) -> TypedSession | None:
        """The browser's session, if it is not over; with an id, only that one."""
        current = self._by_browser.get(browser)
        if current is None or current.is_over or session_id not in {None, current.session_id}:
            return None
        return current

    def end(self, browser: str) -> None:
        """The browser signed out: nothing more is said to it."""
        if (current := self._by_browser.get(browser)) is not None:
            current.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for each in self._by_browser.values():
            each.close()
        if self._by_browser:
            await asyncio.wait([asyncio.ensure_future(each.ended()) for each in self._by_browser.values()], timeout=ENDS_WITHIN_S)

    def _drop(self, browser: str, ended: TypedSession) -> None:
        """Keep nothing of it in memory; its browser may have begun another one."""
        if self._by_browser.get(browser) is ended:
            del self._by_browser[browser]


def _is_in(current: TypedSession, place: TalkPlace, session_id: str | None) -> bool:
    if place.conversation_id is not None:
        return current.conversation_id == place.conversation_id
    return session_id == current.session_id
