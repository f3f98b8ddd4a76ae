"""Errors of Google's sign-in, grouped by what the user can do about them. `str()` is a line for the terminal.

It never quotes Google's own text, which may contain an address or a token.
"""


class GoogleError(Exception):
    """The sign-in failed."""


class GoogleUnavailableError(GoogleError):
    """Google does not answer, or answers unlike its documentation: try again later."""


class ConsentDeniedError(GoogleError):
    """The user did not agree."""


class ConsentIncompleteError(GoogleError):
    """The user agreed to less than was asked for: tick everything."""


class WrongAnswerError(GoogleError):
    """The redirect does not belong to this sign-in: paste the right URL."""


class CodeRefusedError(GoogleError):
    """The code was used before, or is too old: start again."""


class ClientRefusedError(GoogleError):
    """Google does not accept our client: correct GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or switch on the Gmail API in its project."""
