"""How a mailbox gets at one connected account: credentials that refresh themselves.

Access tokens live for an hour, in memory only; what is stored is the grant.
"""

from google.oauth2.credentials import Credentials

from providers.accounts import StoredGrant
from providers.google.client import GoogleClient


class GoogleAccess:
    """One grant at one client. Nothing here asks the network."""

    def __init__(self, grant: StoredGrant, client: GoogleClient) -> None:
        self._grant = grant
        self._client = client

    @property
    def api_url(self) -> str:
        """The address of the Gmail API."""
        return self._client.api_url

    def credentials(self) -> Credentials:
        """Credentials without an access token: the first request fetches one. Google's refusal of the grant shows there."""
        return Credentials(  # type: ignore[no-untyped-call]
            token=None,
            refresh_token=self._grant.refresh_token,
            token_uri=self._client.token_url,
            client_id=self._client.client_id,
            client_secret=self._client.client_secret,
        )
