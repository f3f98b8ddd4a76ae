"""httplib2 that sends a request once, and whose sockets can be cut off by another thread.

It would send a request for a second time, whatever that does, when the server ends the connection without an answer; here that is an error
like any other, and only who asked decides whether to ask again.
"""

import http.client
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from urllib.parse import urlsplit

import httplib2

T = TypeVar("T")


class SendingOnce(httplib2.Http):
    """For one thread at a time; `cut` is for any. `timeout_s` bounds each step: connecting, sending, each part of the answer."""

    def __init__(self, timeout_s: float) -> None:
        super().__init__(timeout=timeout_s)
        self.follow_redirects = False  # Google redirects none of these, and nobody else is to see a token

    def request(self, uri: str, *args: object, **kwargs: object) -> tuple[httplib2.Response, bytes]:
        """Raises `OSError`, `httplib2.HttpLib2Error` or `http.client.HTTPException`."""
        kwargs["connection_type"] = _KINDS.get(urlsplit(uri).scheme)
        answer: tuple[httplib2.Response, bytes] = super().request(uri, *args, **kwargs)  # type: ignore[arg-type]
        return answer

    def cut(self) -> None:
        """End what is under way: the thread that waits for it gets an error at once."""
        for connection in list(self.connections.values()):
            if connection.sock is not None:
                with suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)


class _Plain(httplib2.HTTPConnectionWithTimeout):
    def getresponse(self) -> http.client.HTTPResponse:
        return _lost_once(super().getresponse)


class _Encrypted(httplib2.HTTPSConnectionWithTimeout):
    def getresponse(self) -> http.client.HTTPResponse:
        return _lost_once(super().getresponse)


_KINDS = {"http": _Plain, "https": _Encrypted}


def _lost_once(getresponse: Callable[[], T]) -> T:
    """httplib2 repeats a request after an `HTTPException`, but not after an `OSError`."""
    try:
        return getresponse()
    except http.client.HTTPException:
        raise ConnectionAbortedError from None
