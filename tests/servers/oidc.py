"""A double of an OpenID Connect issuer after "OpenID Connect Core 1.0" (code flow), "Discovery 1.0" and RFC 7636: a real server.

What an issuer would refuse is refused: a code is good once, for the redirect address it was asked for, with the verifier of its challenge
and from the client that it was given to. What it says can be made false, one claim at a time.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlencode

from aiohttp import web
from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.servers.http_server import http_server

CLIENT_ID = "aloud-page"
CLIENT_SECRET = "a-client-secret-of-this-test"
SUBJECT = "google-oauth2|canary.owner@canary-mail.example"


@cache
def _new_key(of: str) -> RSAKey:
    """Made once for each: it takes a while."""
    return RSAKey.generate_key(2048, {"kid": "1", "use": "sig"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Code:
    challenge: str
    redirect_uri: str
    nonce: str


@dataclass
class Issuer:
    """What it will do. `claims` overrides what an ID token says; None leaves a claim out."""

    subject: str = SUBJECT
    name: str = "Ada Canary"
    denies: bool = False
    claims: dict[str, object] = field(default_factory=dict)
    signs_with_another_key: bool = False
    signs_nothing: bool = False
    url: str = ""
    _key: RSAKey = field(default_factory=lambda: _new_key("its own"))
    _codes: dict[str, _Code] = field(default_factory=dict)

    def settings(self) -> dict[str, str]:
        """The settings under which people sign in here."""
        return {"aloud_oidc_issuer": self.url, "aloud_oidc_client_id": CLIENT_ID, "aloud_oidc_client_secret": CLIENT_SECRET}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/.well-known/openid-configuration", self._configuration),
            web.get("/keys", self._keys),
            web.get("/authorise", self._authorise),
            web.post("/token", self._token),
        ]

    async def _configuration(self, _: web.Request) -> web.Response:
        return web.json_response(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorise",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            }
        )

    async def _keys(self, _: web.Request) -> web.Response:
        return web.json_response({"keys": [self._key.as_dict(private=False)]})

    async def _authorise(self, http: web.Request) -> web.Response:
        query = http.query
        asked = (query["client_id"], query["response_type"], query["code_challenge_method"])
        if asked != (CLIENT_ID, "code", "S256") or "openid" not in query["scope"].split():
            return web.Response(status=400, text="invalid_request")
        if self.denies:
            answer = {"error": "access_denied", "state": query["state"]}
        else:
            code = secrets.token_urlsafe(16)
            self._codes[code] = _Code(challenge=query["code_challenge"], redirect_uri=query["redirect_uri"], nonce=query["nonce"])
            answer = {"code": code, "state": query["state"]}
        return web.Response(status=302, headers={"Location": f"{query['redirect_uri']}?{urlencode(answer)}"})

    async def _token(self, http: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await http.post()).items()}
        if http.headers.get("Authorization") != f"Basic {base64.b64encode(f'{CLIENT_ID}:{CLIENT_SECRET}'.encode()).decode()}":
            return web.json_response({"error": "invalid_client"}, status=401)
        code = self._codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if code is None or (code.challenge, code.redirect_uri) != (challenge, form.get("redirect_uri")):
            return web.json_response({"error": "invalid_grant"}, status=400)
        return web.json_response(
            {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "expires_in": 3600, "id_token": self._id_token(code.nonce)}
        )

    def _id_token(self, nonce: str) -> str:
        now = int(time.time())
        true = {"iss": self.url, "aud": CLIENT_ID, "sub": self.subject, "name": self.name, "nonce": nonce, "iat": now, "exp": now + 300}
        claims = {name: value for name, value in (true | self.claims).items() if value is not None}
        if self.signs_nothing:
            parts = (json.dumps(part).encode() for part in ({"alg": "none"}, claims))
            return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts) + "."
        key = _new_key("another") if self.signs_with_another_key else self._key
        return jwt.encode({"alg": "RS256", "kid": "1"}, claims, key)


@asynccontextmanager
async def issuer_server() -> AsyncIterator[Issuer]:
    """On a free loopback port until the block ends."""
    issuer = Issuer()
    application = web.Application()
    application.add_routes(issuer.routes())
    async with http_server(application) as issuer.url:
        yield issuer
