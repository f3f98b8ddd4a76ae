"""Reading 500 mails from a Gmail that is 80 ms away: ours against the client library's batches of 100, as Google once allowed.

Today a batch may hold 50 and costs its full quota, so that 500 mails take two minutes of quota, whoever reads them; what is measured here
is only what comes on top, with the quota out of the way. Two more arms say why it is done as it is: one mail a request over eight
threads, and the library's own batches of 50 over the same threads.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httplib2
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc

from benchmarks.arms import compare
from benchmarks.gmail.far_away import gmail_far_away, signed_in
from benchmarks.record import Figure, Measured
from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.gmail.wire import MESSAGE_FIELDS
from providers.resilience.priority import Priority

MAILS = [f"{number:016x}" for number in range(500)]
ROUNDS = 4
THREADS = 8
UNBOUNDED = 10**9

LIBRARY = "library, batches of 100"
OURS = "ours"


class Library:
    """The client library as its guide uses it, with a connection for each thread."""

    def __init__(self, api_url: str) -> None:
        document = json.loads(get_static_doc("gmail", "v1")) | {"rootUrl": f"{api_url}/", "baseUrl": f"{api_url}/"}
        self._service: Any = build_from_document(document, http=httplib2.Http())
        self._messages = self._service.users().messages()
        self._of_thread = threading.local()
        self._connections: list[AuthorizedHttp] = []

    def batch(self, mails: Sequence[str]) -> list[object]:
        """Mails as one batch."""
        found: list[object] = []
        batch = self._service.new_batch_http_request(callback=lambda _, answer, error: found.append(error or answer["id"]))
        for mail in mails:
            batch.add(self._request(mail))
        batch.execute(http=self._http)
        return found

    def one(self, mail: str) -> object:
        """One mail."""
        return self._request(mail).execute(http=self._http)["id"]

    def close(self) -> None:
        """Let go of all connections."""
        for connection in self._connections:
            connection.close()

    def _request(self, mail: str) -> Any:
        return self._messages.get(userId="me", id=mail, format="full", fields=MESSAGE_FIELDS)

    @property
    def _http(self) -> AuthorizedHttp:
        if not hasattr(self._of_thread, "http"):
            credentials = Credentials("token")  # type: ignore[no-untyped-call]
            self._of_thread.http = AuthorizedHttp(credentials, http=httplib2.Http(timeout=20))
            self._connections.append(self._of_thread.http)
        return self._of_thread.http


def _batches(size: int) -> list[list[str]]:
    return [MAILS[start : start + size] for start in range(0, len(MAILS), size)]


def _checked(found: Sequence[object]) -> None:
    assert list(found) == MAILS, "mails are missing or out of order"


@contextmanager
def arms(api_url: str) -> Iterator[dict[str, Callable[[], object]]]:
    """Everything that is compared, each with its connections open between the rounds."""
    library, threads = Library(api_url), ThreadPoolExecutor(THREADS)
    with asyncio.Runner() as runner:
        api = runner.run(_opened(api_url))

        async def ours() -> list[str]:
            return [*(await api.messages(MAILS)).found]

        try:
            yield {
                LIBRARY: lambda: _checked([mail for batch in _batches(100) for mail in library.batch(batch)]),
                OURS: lambda: _checked(runner.run(ours())),
                "library, batches of 50, 8 threads": lambda: _checked(
                    [mail for found in threads.map(library.batch, _batches(50)) for mail in found]
                ),
                "library, one by one, 8 threads": lambda: _checked(list(threads.map(library.one, MAILS))),
            }
        finally:
            runner.run(api.aclose())
            threads.shutdown()
            library.close()


async def _opened(api_url: str) -> GmailApi:
    quota = QuotaBudget(limit=UNBOUNDED, shares=dict.fromkeys(Priority, UNBOUNDED))
    return GmailApi(signed_in(api_url), quota, concurrency=THREADS)


def main() -> Measured:
    """Every way, by the clock and by this process's CPU."""
    with gmail_far_away() as api_url, arms(api_url) as compared:
        reports = {"wall time": compare(compared, ROUNDS, clock=time.perf_counter), "CPU": compare(compared, ROUNDS)}
    for what, report in reports.items():
        print(f"{what}, {len(MAILS)} mails:", *report.lines(), sep="\n  ")
    return Measured(
        figures=[
            Figure(
                what=f"{len(MAILS)} reads against {LIBRARY}, {what}",
                measured=report[OURS].median_ratio,
                same_again=report.same_again.median_ratio,
            )
            for what, report in reports.items()
        ],
        numbers={"mails": len(MAILS), **{what: report.as_json() for what, report in reports.items()}},
    )
