"""A whole call over Gmail in which one request fails: each request can, in each way.

The real call (agent, tools, stores, Google's client over HTTP) is typed; Gmail is a model of it in the same process, so nothing but Python
is needed.
"""

import os
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from briefing.mail import MailId, provider_id_of
from providers.connections.accounts import Provider, StoredGrant
from providers.settings import Settings
from session.opening.sending_due import account_store
from storage.database import Database
from tests.agent.typed_call import NOW, typed_call
from tests.agent.whole_calls.test_arrivals_typed import Listener
from tests.providers.gmail.doubles.double import (
    Fails,
    answer_of,
    cut,
    cut_after,
    cut_within,
    hang,
    page_for_people,
    refusal,
    refused_within,
    serving,
    truncated,
)
from tests.providers.gmail.doubles.model import GmailModel
from tests.providers.gmail.doubles.served import TOKEN_ADDRESS, Moment, ServedGmail
from tests.providers.messages import OWN_ADDRESS, message
from tests.storage.prepared import prepared

LONGER_THAN_ANY_TIMEOUT = 11
"""Requests that fail after the first one: a question that somebody waits for is asked seven times or so."""

FRIENDS = ("Alma", "Boris", "Clara", "Doris", "Elsa")
LATE = "Frida"

FAULTS: dict[str, Fails] = {
    "401": refusal(401, "authError"),
    "403 rateLimitExceeded": refusal(403, "rateLimitExceeded"),
    "403 userRateLimitExceeded": refusal(403, "userRateLimitExceeded"),
    "429": refusal(429, "rateLimitExceeded"),
    "429 with Retry-After": refusal(429, "rateLimitExceeded", {"Retry-After": "1"}),
    "429 within": refused_within,
    "500": refusal(500, "backendError"),
    "502": refusal(502, "backendError"),
    "503": refusal(503, "backendError"),
    "504": refusal(504, "backendError"),
    "no answer": hang,
    "cut before": cut,
    "cut after": cut_after,
    "cut within": cut_within,
    "truncated": truncated,
    "a page for people": page_for_people,
    "garbage": answer_of(200, "{]"),
}
OF_THE_TOKEN = ("429", "500", "503", "no answer", "cut before", "cut within", "a page for people", "garbage")


@dataclass(frozen=True, kw_only=True)
class Told:
    """What became of a call: the mails in the order in which they were open, and how it ended."""

    mails: tuple[MailId, ...]
    archived: MailId
    last_words: str
    longest_answer_s: float


def letter(name: str) -> bytes:
    return message(f"garden-{name}", sender=f"{name} <{name.lower()}@example.org>", subject=f"The garden of {name}", text="Some words.\n")


async def settings_over(folder: Path, gmail: ServedGmail) -> Settings:
    """Of a user who has connected the account."""
    settings = Settings.load(env_file=None).model_copy(
        update={
            "aloud_addresses": (OWN_ADDRESS,),
            "aloud_data_dir": folder / "data",
            "aloud_timezone": "UTC",
            "aloud_vips": (f"{LATE.lower()}@example.org",),
            "google_client_id": "client",
            "google_client_secret": SecretStr("secret"),
            "aloud_google_token_url": f"{gmail.url}/token",
            "aloud_gmail_url": gmail.url,
            "aloud_secret_key": SecretStr(b64encode(os.urandom(32)).decode()),
        }
    )
    await prepared(settings)
    async with Database(settings.local_database_url) as database:
        grant = StoredGrant(address=OWN_ADDRESS, refresh_token="refresh", scopes=())
        await account_store(settings, database).put("local", Provider.GOOGLE, grant, label="work", now=NOW)
    return settings


async def whole_call(folder: Path, gmail: ServedGmail) -> Told:
    """Greeting, the first mail archived, another that comes in, and all the rest."""
    for name in FRIENDS:
        gmail.model.deliver(letter(name))
    async with typed_call(await settings_over(folder, gmail)) as call:
        listener = Listener(call)
        await call.greet()
        archived = call.current
        assert archived is not None
        assert "Archived." in await call.type("archive it")
        gmail.model.deliver(letter(LATE))
        while not await call.call.mail.inbox.look():
            pass
        await listener.hears(f"mail from {LATE} just came in")
        told, last = await call.to_the_end()
        return Told(mails=(archived, *told), archived=archived, last_words=last, longest_answer_s=call.longest_answer_s)


def complete(told: Told, model: GmailModel) -> None:
    """Every mail was told once, and nothing happened to any mail but what the user wanted."""
    names = [provider_id_of(mail) for mail in told.mails]
    assert sorted(names) == sorted(model.mails)
    assert told.last_words.endswith("That was everything.")
    archived = provider_id_of(told.archived)
    assert {mail: model.labels(mail) for mail in model.mails} == {
        mail: frozenset({"UNREAD"}) if mail == archived else frozenset({"UNREAD", "INBOX"}) for mail in model.mails
    }


async def call_with(folder: Path, moment: Moment | None = None, fault: Fails | None = None) -> tuple[ServedGmail, Told]:
    """A whole call in which the request of that moment, if any, fails. Raises `AssertionError` if the call is not complete."""
    gmail = ServedGmail(model=GmailModel(address=OWN_ADDRESS), fault=fault, fault_at=moment)
    async with serving(gmail):
        told = await whole_call(folder, gmail)
        complete(told, gmail.model)
    return gmail, told


MOMENTS = {
    TOKEN_ADDRESS: 1,
    "profile": 2,
    "list is:unread in:inbox": 3,
    "list is:unread in:inbox is:starred": 1,
    "list is:unread in:inbox is:important": 1,
    "list is:unread in:inbox to:me": 1,
    f"list is:unread in:inbox from:({LATE.lower()}@example.org)": 1,
    "list in:sent": 2,
    "batch": 3,
    "message": 6,
    "history": 3,
    "modify": 1,
}
"""What such a call asks, and how often at least."""


def all_calls() -> list[tuple[Moment, str]]:
    """Every request with the name of every fault that it can have."""
    return [
        ((about, before), fault)
        for about, times in MOMENTS.items()
        for before in range(times)
        for fault in FAULTS
        if (about != TOKEN_ADDRESS or fault in OF_THE_TOKEN) and (about == "batch" or fault != "429 within")
    ]


def calls_by_fault() -> list[tuple[Moment, str]]:
    """One with each fault, at requests from all over the call; and a change that was made and never answered."""
    by_fault = {fault: [call for call in all_calls() if call[1] == fault] for fault in FAULTS}
    return [*(calls[(5 * place) % len(calls)] for place, calls in enumerate(by_fault.values())), (("modify", 0), "cut after")]


async def through_an_outage(folder: Path, about: str) -> float:
    """Two calls, the first while requests of this kind fail: together they tell all. Returns the longest answer in seconds."""
    gmail = ServedGmail(model=GmailModel(address=OWN_ADDRESS), fault=FAULTS["503"], fault_at=(about, 0), lasting=LONGER_THAN_ANY_TIMEOUT)
    longest_s = 0.0
    async with serving(gmail):
        for name in FRIENDS:
            gmail.model.deliver(letter(name))
        settings = await settings_over(folder, gmail)
        told: list[MailId] = []
        for _ in range(2):
            async with typed_call(settings) as call:
                await call.greet()
                opened = call.current
                if opened is not None and "Archived." in await call.type("archive it"):
                    told.append(opened)
                await call.type("any new mail")
                told += (await call.to_the_end())[0]
                longest_s = max(longest_s, call.longest_answer_s)
            gmail.fault_at = None
    assert gmail.happened > 1
    assert sorted(map(provider_id_of, told)) == sorted(gmail.model.mails)
    assert all("UNREAD" in (gmail.model.labels(mail) or ()) for mail in gmail.model.mails), "being told changes nothing"
    return longest_s
