"""Google's OAuth addresses as they are documented, over those of the third-party server.

The server accepts any word as an access token; here only those count that it issued and that were neither revoked nor made to expire. It
revokes one token alone; Google revokes the whole grant, whichever of its tokens is named, also in the address of the request.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from pydantic import BaseModel, JsonValue, TypeAdapter

from tests.servers.gmail.answers import Answer, json_answer
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.server import GmailServer

_MAIL = "https://mail.google.com/"
_GMAIL = "https://www.googleapis.com/auth/gmail."
_WRITING = frozenset({_MAIL, f"{_GMAIL}modify"})
_READING = _WRITING | {f"{_GMAIL}readonly"}
_SENDING = _WRITING | {f"{_GMAIL}send", f"{_GMAIL}compose"}
_WRITES = frozenset({CallKind.MODIFY, CallKind.BATCH_MODIFY, CallKind.TRASH, CallKind.UNTRASH, CallKind.INSERT})
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class _TokenInfo(BaseModel):
    email: str
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """Who asks, and what the user agreed to."""

    user: str
    scopes: frozenset[str]

    def may(self, kind: CallKind) -> bool:
        needed = _SENDING if kind is CallKind.SEND else _WRITING if kind in _WRITES else _READING
        return bool(self.scopes & needed)


class DocumentedTokens:
    """Issues, refreshes, checks and revokes tokens. `lifetime_s` is what a new one is said to last."""

    def __init__(self, server: GmailServer) -> None:
        self.lifetime_s = 3600
        self._server = server
        self._known: dict[str, Bearer] = {}
        self._dead: set[str] = set()
        self._of_refresh: dict[str, set[str]] = {}

    @property
    def issued(self) -> frozenset[str]:
        """Every token that was given out here, and those that they were given out for."""
        return frozenset(self._of_refresh) | frozenset().union(*self._of_refresh.values())

    def expire(self) -> None:
        """Let every access token that was used or issued here expire now; refresh tokens stay good."""
        self._dead |= self._known.keys() | {token for tokens in self._of_refresh.values() for token in tokens}

    async def bearer(self, authorization: str) -> Bearer | None:
        """Who sends this header, or nobody."""
        scheme, _, token = authorization.partition(" ")
        if scheme != "Bearer" or not token or token in self._dead:
            return None
        if token not in self._known:
            async with self._server.http.get(f"{self._server.url}/oauth2/v1/tokeninfo", params={"access_token": token}) as answer:
                if answer.status != 200:
                    return None
                info = _TokenInfo.model_validate_json(await answer.read())
            self._known[token] = Bearer(user=info.email, scopes=frozenset(info.scope.split()))
        return self._known[token]

    async def issue(self, form: bytes) -> Answer:
        """The token address: a code or a refresh token for an access token."""
        async with self._server.http.post(f"{self._server.url}/oauth2/token", data=form, headers=_FORM) as answer:
            status, body = answer.status, _OBJECT.validate_json(await answer.read())
        if status == 200:
            refresh = body.get("refresh_token") or dict(parse_qsl(form.decode())).get("refresh_token", "")
            self._of_refresh.setdefault(str(refresh), set()).add(str(body["access_token"]))
            body["expires_in"] = self.lifetime_s
        return json_answer(body, status=status)

    async def revoke(self, form: bytes, token: str = "") -> Answer:
        """End a grant by any of its tokens."""
        token = token or dict(parse_qsl(form.decode())).get("token", "")
        grants = [refresh for refresh, tokens in self._of_refresh.items() if token == refresh or token in tokens]
        unknown = not grants and not token.startswith("google_refresh_") and await self.bearer(f"Bearer {token}") is None
        if unknown or token in self._dead:
            return json_answer({"error": "invalid_token", "error_description": "Token expired or revoked"}, status=400)
        for each in {token, *grants}:
            await self._server.http.post(f"{self._server.url}/oauth2/revoke", data={"token": each})
        self._dead |= {token, *(issued for refresh in grants for issued in self._of_refresh.pop(refresh))}
        return json_answer({}, status=200)
