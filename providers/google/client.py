"""The OAuth client that the operator registered with Google, and the addresses of Google's servers."""

from dataclasses import dataclass, field
from typing import Self

from providers.settings import Settings

READ_AND_CHANGE = "https://www.googleapis.com/auth/gmail.modify"
"""The least that lets mail be archived, flagged and marked as read (Gmail API, "Choose Gmail API scopes")."""

READ_CALENDAR = "https://www.googleapis.com/auth/calendar.events.readonly"

SEND = "https://www.googleapis.com/auth/gmail.send"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleClient:
    """A registered client and its scopes. The secret of a "Desktop app" client is not confidential, as Google says."""

    client_id: str
    client_secret: str = field(repr=False)
    scopes: tuple[str, ...]
    auth_url: str
    token_url: str
    revoke_url: str
    api_url: str

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The client in the settings; the scopes for sending and for the calendar are requested only if that is switched on."""
        further = ((SEND, settings.aloud_sending), (READ_CALENDAR, settings.aloud_google_calendar))
        return cls(
            client_id=settings.google_client_id,
            client_secret=settings.google_client_secret.get_secret_value(),
            scopes=(READ_AND_CHANGE, *(scope for scope, is_on in further if is_on)),
            auth_url=settings.aloud_google_auth_url,
            token_url=settings.aloud_google_token_url,
            revoke_url=settings.aloud_google_revoke_url,
            api_url=settings.aloud_gmail_url,
        )

    @property
    def is_set(self) -> bool:
        return bool(self.client_id and self.client_secret)
