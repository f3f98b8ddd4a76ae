"""HTTP client for Google's OAuth endpoints: exchange a code for a grant, look up the mailbox address, and revoke a grant.

Unknown fields in a response are ignored. Responses are never logged or quoted, because they contain tokens. Redirects are not followed,
because requests contain secrets.
"""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Self

import httpx2
from pydantic import BaseModel, Field, ValidationError

from providers.connections.accounts import StoredGrant
from providers.encryption import trusted_authorities
from providers.google.authorization import SignIn
from providers.google.client import GoogleClient
from providers.google.errors import (
    ClientRefusedError,
    CodeRefusedError,
    ConsentIncompleteError,
    GoogleUnavailableError,
)

ANSWERS_WITHIN_S = 15.0

NO_ANSWER = "Google does not answer; check the network and try again."
STRANGE_ANSWER = "Google gave an answer that it should not give; try again later."


class _Answer(BaseModel):
    """The fields used from any of the endpoints; a field that the response lacks is empty."""

    access_token: str = ""
    refresh_token: str = ""
    scope: str = ""
    address: Annotated[str, Field(alias="emailAddress")] = ""
    error: str = ""


class GoogleSignIn:
    """Google's endpoints for one client. An async context manager: leaving it closes its connections."""

    def __init__(self, client: GoogleClient, *, answers_within_s: float = ANSWERS_WITHIN_S) -> None:
        self._client = client
        self._answers_within_s = answers_within_s
        self._http = httpx2.AsyncClient(timeout=answers_within_s, verify=trusted_authorities())

    async def grant(self, sign_in: SignIn, code: str) -> StoredGrant:
        """Exchange the code for a grant with all requested scopes, and look up the address of its mailbox.

        Raises `CodeRefusedError`, `ConsentIncompleteError`, `ClientRefusedError` or `GoogleUnavailableError`. The user's consent may then
        be recorded at Google although no account is connected.
        """
        tokens = await self._exchange(sign_in, code)
        granted = tuple(tokens.scope.split())
        if not set(sign_in.client.scopes) <= set(granted):
            raise ConsentIncompleteError("Not everything was allowed that Aloud needs: sign in again, and tick each box on Google's page.")
        return StoredGrant(address=await self._address(tokens.access_token), refresh_token=tokens.refresh_token, scopes=granted)

    async def revoke(self, grant: StoredGrant) -> None:
        """Revoke a grant. One that Google no longer knows counts as revoked. Raises `GoogleUnavailableError`."""
        status, answer = await self._ask("POST", self._client.revoke_url, form={"token": grant.refresh_token})
        if status != 200 and answer.error not in {"invalid_token", "invalid_grant"}:
            raise GoogleUnavailableError(STRANGE_ANSWER)

    async def _exchange(self, sign_in: SignIn, code: str) -> _Answer:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": sign_in.verifier,
            "redirect_uri": sign_in.redirect_uri,
            "client_id": self._client.client_id,
            "client_secret": self._client.client_secret,
        }
        status, answer = await self._ask("POST", self._client.token_url, form=form)
        if status == 200 and answer.access_token and answer.refresh_token:
            return answer
        match answer.error:
            case "invalid_grant":
                raise CodeRefusedError("Google no longer accepts this sign-in: it took too long, or was used before. Begin again.")
            case "invalid_client" | "unauthorized_client":
                raise ClientRefusedError("Google does not know this GOOGLE_CLIENT_ID, or GOOGLE_CLIENT_SECRET does not belong to it.")
            case "redirect_uri_mismatch":
                raise ClientRefusedError("GOOGLE_CLIENT_ID is not of the type “Desktop app”; `aloud doctor` says how to get one.")
            case _:
                raise GoogleUnavailableError(STRANGE_ANSWER)

    async def _address(self, access_token: str) -> str:
        url = f"{self._client.api_url.rstrip('/')}/gmail/v1/users/me/profile"
        status, answer = await self._ask("GET", url, headers={"Authorization": f"Bearer {access_token}"})
        if status == 403:  # the grant has all scopes, so the client's project is at fault
            raise ClientRefusedError("Google does not let this client use Gmail: switch on the “Gmail API” in its project.")
        if status != 200 or not answer.address:
            raise GoogleUnavailableError(STRANGE_ANSWER)
        return answer.address

    async def _ask(
        self, method: str, url: str, *, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, _Answer]:
        try:
            async with asyncio.timeout(self._answers_within_s):
                response = await self._http.request(method, url, data=form, headers=headers)
        except (httpx2.HTTPError, TimeoutError):
            raise GoogleUnavailableError(NO_ANSWER) from None
        try:
            return response.status_code, _Answer.model_validate_json(response.content)
        except ValidationError:
            return response.status_code, _Answer()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()
