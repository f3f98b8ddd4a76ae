"""What the routes are made of: built once by `web.main`, and handed to each request."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, cast

from fastapi import Depends, Request

from briefing.mail import Preferences
from conversations.store import ConversationStore
from correspondence.kept.store import CorrespondenceStore
from knowledge.memories import MemoryStore
from knowledge.preferences import PreferenceStore
from providers.connections.accounts import AccountStore
from providers.connections.credentials import Vault
from providers.google.client import GoogleClient
from providers.livekit.call_rooms import CallRooms
from providers.mailbox import Account
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from storage.database import Database
from team.store import TeamStore
from web.calls.keeper import Keeper
from web.http.public_urls import PublicUrls, is_local
from web.http.rate_limits import RateLimit
from web.signing_in.api_tokens import ApiTokens
from web.signing_in.browser_sessions import SessionStore
from web.typed.typed_sessions import TypedSessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """The rate limits: signing in, and requests with a token, per network address; calls, typed lines, messages to agents, new teams and
    tokens, and connecting accounts per user or address."""

    sign_in: RateLimit = field(default_factory=lambda: RateLimit(20))
    call_of_user: RateLimit = field(default_factory=lambda: RateLimit(20))
    call_from_address: RateLimit = field(default_factory=lambda: RateLimit(60))
    typing_of_user: RateLimit = field(default_factory=lambda: RateLimit(60))
    typing_from_address: RateLimit = field(default_factory=lambda: RateLimit(180))
    connecting: RateLimit = field(default_factory=lambda: RateLimit(10))
    messages_of_user: RateLimit = field(default_factory=lambda: RateLimit(60))
    messages_from_address: RateLimit = field(default_factory=lambda: RateLimit(180))
    new_teams: RateLimit = field(default_factory=lambda: RateLimit(10))
    new_tokens: RateLimit = field(default_factory=lambda: RateLimit(10))
    programs_from_address: RateLimit = field(default_factory=lambda: RateLimit(600))


@dataclass(frozen=True, slots=True, kw_only=True)
class WebParts:
    """One server. `vault` seals what users write. `given_preferences` are those that the settings name for a user.
    `own_folders` gives the mailboxes that the settings name for a user; a page can neither connect nor remove them."""

    settings: Settings
    address: PublicUrls
    database: Database
    sessions: SessionStore
    accounts: AccountStore
    tokens: ApiTokens
    conversations: ConversationStore
    letters: CorrespondenceStore
    preferences: PreferenceStore
    given_preferences: Callable[[str], Preferences]
    team: TeamStore
    memories: MemoryStore
    models: TypedModels | None
    vault: Vault
    typed: TypedSessions
    google: GoogleClient
    own_folders: Callable[[str], Sequence[Account]]
    rooms: CallRooms
    keeper: Keeper
    rates: Rates
    now: Callable[[], datetime]

    @property
    def team_works(self) -> bool:
        """Without a model for it, the team rests."""
        return self.models is not None and self.models.has_model_for(Purpose.WORK)

    @property
    def local_user(self) -> str | None:
        """The user of every visitor where nobody signs in."""
        return self.settings.aloud_user if is_local(self.settings) else None


def _parts(request: Request) -> WebParts:
    return cast(WebParts, request.app.state.parts)


Here = Annotated[WebParts, Depends(_parts)]
"""The parts, as an argument of a route."""
