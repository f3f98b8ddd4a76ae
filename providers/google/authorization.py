"""One sign-in: the URL of Google's consent page, and the code in the redirect that follows. No I/O.

Authorisation code flow with PKCE (RFC 7636, S256) and a random `state`, as Google describes it for desktop apps
(https://developers.google.com/identity/protocols/oauth2/native-app). Not `google-auth-oauthlib`: its listener accepts the first request,
even a browser's for an icon, blocks a thread that cannot be stopped, and shows "complete" too early. It also takes a test server, or fewer
scopes than requested, only by environment variables for the whole process.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from providers.google.client import GoogleClient
from providers.google.errors import ClientRefusedError, ConsentDeniedError, GoogleUnavailableError, WrongAnswerError

PASTE_REDIRECT = "http://127.0.0.1:43117/"
"""The redirect for a browser on another machine. Nothing listens there, so the URL to paste stays in the address bar.

For a desktop app Google accepts any port of the loopback address; this one is not on browsers' lists of unsafe ports.
"""


def new_state() -> str:
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """One attempt. `state` and `verifier` are its secrets; `redirect_uri` is where Google sends the browser."""

    client: GoogleClient
    redirect_uri: str
    state: str = field(default_factory=new_state, repr=False)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(64), repr=False)

    @property
    def page(self) -> str:
        """The URL that the user opens. It always asks for consent, because only then does Google issue a refresh token."""
        separator = "&" if "?" in self.client.auth_url else "?"
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "client_id": self.client.client_id,
            "redirect_uri": self.redirect_uri,
            "response_type": "code",
            "scope": " ".join(self.client.scopes),
            "state": self.state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "access_type": "offline",
            "prompt": "select_account consent",
        }
        return f"{self.client.auth_url}{separator}{urlencode(query)}"

    def code_of(self, answer: Mapping[str, str]) -> str:
        """The code in the query of Google's redirect.

        Raises `WrongAnswerError`, `ConsentDeniedError`, `ClientRefusedError` or `GoogleUnavailableError`.
        """
        if not belongs(answer, self.state):
            raise WrongAnswerError("That address does not belong to this sign-in.")
        match answer.get("error"):
            case None:
                pass
            case "access_denied":
                raise ConsentDeniedError("Google says that access was not allowed; nothing was connected.")
            case "temporarily_unavailable" | "server_error":
                raise GoogleUnavailableError("Google cannot sign anybody in at the moment; try again later.")
            case _:
                raise ClientRefusedError("Google refuses the request of this GOOGLE_CLIENT_ID; `aloud doctor` says how to get one.")
        if not (code := answer.get("code")):
            raise WrongAnswerError("There is no code in that address.")
        return code


def belongs(answer: Mapping[str, str], state: str) -> bool:
    """Whether a redirect has the state of this sign-in, compared in constant time."""
    return hmac.compare_digest(answer.get("state", "").encode(), state.encode())


def pasted_answer(pasted: str) -> Mapping[str, str]:
    """The query of a pasted URL, which may lack its beginning, stand in quotes, or be broken into lines by a terminal.

    Raises `WrongAnswerError` if it has none.
    """
    address = "".join(pasted.split()).strip("\"'<>")
    _, mark, query = address.partition("?")
    answer = dict(parse_qsl(query.partition("#")[0]))
    if not mark or not answer:
        raise WrongAnswerError("That is not the address that Google sent you to: it has “?state=” in it.")
    return answer
