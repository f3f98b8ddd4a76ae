"""What can go wrong between us and Google's sign-in, grouped by what the user does about it. `str()` is a line for the terminal.

No text of Google's is ever part of one: it may quote an address or a token.
"""


class GoogleError(Exception):
    """Something between us and Google failed."""


class GoogleUnavailableError(GoogleError):
    """Google does not answer, or not with what its documentation says: try again later."""


class ConsentDeniedError(GoogleError):
    """The user did not agree."""


class ConsentIncompleteError(GoogleError):
    """The user agreed to less than was asked for: tick everything."""


class WrongAnswerError(GoogleError):
    """What came back does not belong to this sign-in: paste the right one."""


class CodeRefusedError(GoogleError):
    """The code was used before, or is too old: begin anew."""


class ClientRefusedError(GoogleError):
    """Google does not accept our client: correct GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or switch on the Gmail API in its project."""
