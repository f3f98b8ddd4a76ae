"""A double of Google's sign-in as its documentation describes it, and of the one question to Gmail that a sign-in asks.

Endpoints and errors after "OAuth 2.0 for iOS & Desktop Apps" (authorisation, exchange, refresh, revocation) and "Method: users.getProfile".
A real server on a real port. What Google would refuse is refused: a code is good once, for the address it was asked for, and with the
verifier of its challenge only.
"""

import base64
import hashlib
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from tests.servers.http_server import http_server

CLIENT_ID = "1234-canary-client.apps.googleusercontent.com"
CLIENT_SECRET = "GOCSPX-canary-client-secret"
ADDRESS = "canary.owner@canary-mail.example"
MODIFY = "https://www.googleapis.com/auth/gmail.modify"
SEND = "https://www.googleapis.com/auth/gmail.send"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Code:
    scope: str
    challenge: str
    redirect_uri: str


@dataclass
class GoogleDouble:
    """What it will do, and what it was asked. `consent` is what the user ticks: all that is asked for, unless it is set."""

    address: str = ADDRESS
    denies: bool = False
    consent: tuple[str, ...] | None = None
    codes_are_old: bool = False
    gmail_is_off: bool = False
    revoking_fails: bool = False
    url: str = ""
    asked_scopes: list[str] = field(default_factory=list)
    issued: list[str] = field(default_factory=list)
    valid: dict[str, str] = field(default_factory=dict)
    """Refresh token -> address."""
    revoked: list[str] = field(default_factory=list)
    _codes: dict[str, _Code] = field(default_factory=dict)
    _access: dict[str, str] = field(default_factory=dict)

    def settings(self) -> dict[str, str]:
        """The environment in which this is Google."""
        return {
            "GOOGLE_CLIENT_ID": CLIENT_ID,
            "GOOGLE_CLIENT_SECRET": CLIENT_SECRET,
            "ALOUD_GOOGLE_AUTH_URL": f"{self.url}/o/oauth2/v2/auth",
            "ALOUD_GOOGLE_TOKEN_URL": f"{self.url}/token",
            "ALOUD_GOOGLE_REVOKE_URL": f"{self.url}/revoke",
            "ALOUD_GMAIL_URL": self.url,
        }

    def end_every_grant(self) -> None:
        """As when the owner takes access back on Google's page."""
        self.valid.clear()
        self._access.clear()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/o/oauth2/v2/auth", self._authorise),
            web.post("/token", self._token),
            web.post("/revoke", self._revoke),
            web.get("/gmail/v1/users/me/profile", self._profile),
        ]

    async def _authorise(self, http: web.Request) -> web.Response:
        query = http.query
        redirect = urlsplit(query["redirect_uri"])
        if query["client_id"] != CLIENT_ID or query["response_type"] != "code":
            return web.Response(status=401, text="Error 401: invalid_client")
        if (redirect.scheme, redirect.hostname) != ("http", "127.0.0.1") or query["code_challenge_method"] != "S256":
            return web.Response(status=400, text="Error 400: invalid_request")
        self.asked_scopes = query["scope"].split()
        if self.denies:
            answer = {"error": "access_denied", "state": query["state"]}
        else:
            scope = " ".join(self.consent if self.consent is not None else self.asked_scopes)
            code = f"4/canary-code-{secrets.token_urlsafe(8)}"
            self._codes[code] = _Code(scope=scope, challenge=query["code_challenge"], redirect_uri=query["redirect_uri"])
            answer = {"state": query["state"], "code": code, "scope": scope}
        return web.Response(status=302, headers={"Location": f"{query['redirect_uri']}?{urlencode(answer)}"})

    async def _token(self, http: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await http.post()).items()}
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return _refuse(401, "invalid_client")
        if form.get("grant_type") == "refresh_token":
            return self._refreshed(form)
        code = self._codes.pop(form.get("code", ""), None)
        if code is None or self.codes_are_old or not _fits(code, form):
            return _refuse(400, "invalid_grant")
        refresh_token = f"1//canary-refresh-{secrets.token_urlsafe(16)}"
        self.issued.append(refresh_token)
        self.valid[refresh_token] = self.address
        return web.json_response(self._fresh(self.address) | {"refresh_token": refresh_token, "scope": code.scope})

    def _refreshed(self, form: Mapping[str, str]) -> web.Response:
        address = self.valid.get(form["refresh_token"])
        return web.json_response(self._fresh(address) | {"scope": MODIFY}) if address else _refuse(400, "invalid_grant")

    def _fresh(self, address: str) -> dict[str, object]:
        token = f"ya29.canary-access-{secrets.token_urlsafe(16)}"
        self._access[token] = address
        return {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}

    async def _revoke(self, http: web.Request) -> web.Response:
        token = str((await http.post())["token"])
        if self.revoking_fails:
            return web.Response(status=503, text="try later")
        if self.valid.pop(token, None) is None:
            return _refuse(400, "invalid_token")
        self.revoked.append(token)
        return web.json_response({})

    async def _profile(self, http: web.Request) -> web.Response:
        address = self._access.get(http.headers.get("Authorization", "").removeprefix("Bearer "))
        if address is None:
            return web.json_response({"error": {"code": 401, "status": "UNAUTHENTICATED"}}, status=401)
        if self.gmail_is_off:
            reason = {"message": "Gmail API has not been used", "domain": "usageLimits", "reason": "accessNotConfigured"}
            return web.json_response({"error": {"code": 403, "errors": [reason], "status": "PERMISSION_DENIED"}}, status=403)
        return web.json_response({"emailAddress": address, "messagesTotal": 3, "threadsTotal": 2, "historyId": "1001"})


def _fits(code: _Code, form: Mapping[str, str]) -> bool:
    challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
    return challenge == code.challenge and form.get("redirect_uri") == code.redirect_uri


def _refuse(status: int, error: str) -> web.Response:
    return web.json_response({"error": error, "error_description": f"about {ADDRESS}"}, status=status)


@asynccontextmanager
async def google_server() -> AsyncIterator[GoogleDouble]:
    """A server on a free loopback port until the block ends."""
    double = GoogleDouble()
    application = web.Application()
    application.add_routes(double.routes())
    async with http_server(application) as double.url:
        yield double
