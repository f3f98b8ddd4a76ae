"""Leaving a list by its own header: to public servers over https alone, one exact request, and a mail to one address."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography import x509

from providers.unsubscribe import (
    MailtoTarget,
    OneClick,
    UnsubscribeRefusedError,
    UnsubscribeUnknownError,
    is_public,
    may_be_asked,
    read_mailto,
    target_of,
)
from tests.servers.http_server import certified, http_server

HOST = "lists.example.org"
ONE_CLICK_FIELD = "List-Unsubscribe=One-Click"
PRIVATE = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0", "255.255.255.255",  # noqa: S104 - nothing listens there
       "224.0.0.1", "198.18.0.1", "192.0.2.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::",
    "2001:0:7f00:1::", "::127.0.0.1", "fec0::1",
]  # fmt: skip
PUBLIC = ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


class TestChoosing:
    def test_one_click_is_chosen_where_it_is_offered(self) -> None:
        both = "<mailto:off@example.org>, <https://lists.example.org/off?u=1%2F2>"
        assert target_of(both, ONE_CLICK_FIELD) == "https://lists.example.org/off?u=1%2F2"
        assert target_of(both, " list-unsubscribe = one-click ") == "https://lists.example.org/off?u=1%2F2"
        assert target_of(both, "") == target_of(both, "List-Unsubscribe=Two-Clicks") == "mailto:off@example.org"

    def test_a_page_to_visit_is_no_way(self) -> None:
        assert target_of("<https://lists.example.org/off>", "") is None
        assert target_of("<http://lists.example.org/off>", ONE_CLICK_FIELD) is None
        assert target_of("https://lists.example.org/off", ONE_CLICK_FIELD) is None
        assert target_of("", ONE_CLICK_FIELD) is None

    def test_what_may_not_be_asked_is_passed_over(self) -> None:
        assert target_of("<https://127.0.0.1/off>, <mailto:off@example.org>", ONE_CLICK_FIELD) == "mailto:off@example.org"
        assert target_of("<https://127.0.0.1/x>, <https://lists.example.org/off>", ONE_CLICK_FIELD) == "https://lists.example.org/off"

    def test_a_folded_field_is_read_whole(self) -> None:
        assert target_of("<https://lists.example.org/\r\n off>", ONE_CLICK_FIELD) == "https://lists.example.org/off"

    @pytest.mark.parametrize(
        ("target", "address", "code"),
        [
            ("mailto:Off@Example.org", "off@example.org", ""),
            ("mailto:a%40b.example", "a@b.example", ""),
            ("mailto:off+a@example.org?subject=leave%20now&body=please", "off+a@example.org", ""),
            ("mailto:off@example.org?subject=a%0D%0ABcc:eve@example.net", "off@example.org", ""),
            ("mailto:off@example.org?cc=eve@example.net&bcc=eve@example.net&to=eve@example.net", "off@example.org", ""),
            ("mailto:off@example.org?subject=4f2a9c17", "off@example.org", "4f2a9c17"),
            ("mailto:off@example.org?subject=Iresign&body=4f2a9c17", "off@example.org", ""),
            ("mailto:off@example.org?subject=IresignDE8937040044053201", "off@example.org", ""),
            ("mailto:off@example.org?subject=pay-900-to-DE8937", "off@example.org", ""),
            (f"mailto:off@example.org?subject={'4f2a9c17' * 6}", "off@example.org", ""),
        ],
    )
    def test_a_mail_to_one_address_and_of_its_words_at_most_a_code(self, target: str, address: str, code: str) -> None:
        assert read_mailto(target) == MailtoTarget(address=address, code=code)

    @pytest.mark.parametrize(
        "target",
        [
            "mailto:",
            "mailto:a@x.org,b@x.org",
            "mailto:a@x.org%0D%0Ab@x.org",
            "mailto://a@x.org",
            "mailto:a",
            "https://x.org",
            "",
            "mailto:?to=a@x.org",
        ],
    )
    def test_or_none(self, target: str) -> None:
        assert read_mailto(target) is None


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        ["https://lists.example.org", "https://lists.example.org/off?u=a%2Fb#x", "HTTPS://Lists.Example.Org:443/", "https://xn--bcher-kva.example/",
         "https://lists.example.org./"],
    )  # fmt: skip
    def test_may_be_asked(self, url: str) -> None:
        assert may_be_asked(url)

    @pytest.mark.parametrize(
        "url",
        ["http://lists.example.org/", "ftp://lists.example.org/", "file:///etc/passwd", "lists.example.org", "//lists.example.org/", "https:///x",
         "https://lists.example.org:8443/", "https://lists.example.org:80/", "https://lists.example.org:0/", "https://lists.example.org:99999/",
         "https://sam:secret@lists.example.org/", "https://sam@lists.example.org/", "https://@lists.example.org/",
         "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://2130706433/", "https://0x7f.1/", "https://127.1/",
         "https://1.1.1.1/", "https://localhost/", "https://intranet/", "https://lists.example.org\\@evil.net/", "https://evil.net\\.example.org/",
         "https://lists.example.org /", "https://lists.exa\tmple.org/", "https://bücher.example/", "https://lists..org/", "https://-x.example.org/",
         "https://x.1/",
         f"https://lists.example.org/{'a' * 2_000}", "https://[::1", "https://lists.example.org:port/", "javascript:alert(1)"],
    )  # fmt: skip
    def test_may_not_be_asked(self, url: str) -> None:
        assert not may_be_asked(url)

    @pytest.mark.parametrize("address", PRIVATE)
    def test_is_not_public(self, address: str) -> None:
        assert not is_public(ip_address(address))

    @pytest.mark.parametrize("address", PUBLIC)
    def test_is_public(self, address: str) -> None:
        assert is_public(ip_address(address))


@dataclass
class Names(AbstractResolver):
    """The addresses of the one name, one list for each time that it is looked up; the last one stays."""

    answers: list[list[str]]
    asked: int = 0

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[ResolveResult]:
        self.asked += 1
        addresses = self.answers[min(self.asked, len(self.answers)) - 1]
        kinds = [socket.AF_INET6 if ":" in each else socket.AF_INET for each in addresses]
        return [
            ResolveResult(hostname=host, host=each, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST)
            for each, kind in zip(addresses, kinds, strict=True)
        ]

    async def close(self) -> None:
        pass


@dataclass
class ListServer:
    """An https server on this machine, which the tests that reach it call public."""

    url: str = ""
    port: int = 0
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    status: int = 200
    location: str = ""
    answers: bool = True
    asked: list[tuple[str, str, str, bytes, dict[str, str]]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append((request.method, request.path_qs, request.content_type, await request.read(), dict(request.headers)))
        if not self.answers:
            await asyncio.Event().wait()
        headers = {"Location": self.location, "Set-Cookie": "a=b"} if self.location else {"Set-Cookie": "a=b"}
        return web.Response(status=self.status, headers=headers, body=b"x" * 10_000_000)

    def one_click(self, *, names: Names | None = None, within_s: float = 5.0) -> OneClick:
        return OneClick(
            resolver=names or Names([["127.0.0.1"]]),
            public=lambda address: str(address) == "127.0.0.1",
            ports=(self.port,),
            trust=self.trust,
            answers_within_s=within_s,
        )


@pytest.fixture
async def lists(tmp_path: Path) -> AsyncIterator[ListServer]:
    serving, trust = certified(tmp_path / "key.pem", x509.DNSName(HOST))
    server = ListServer(trust=trust)
    application = web.Application()
    application.router.add_route("*", "/{anything:.*}", server.handle)
    async with http_server(application, encryption=serving) as url:
        server.port = int(url.rpartition(":")[2])
        server.url = f"https://{HOST}:{server.port}/off?u=1%2F2"
        yield server


class TestAsking:
    async def test_the_request_is_exactly_what_the_standard_says(self, lists: ListServer) -> None:
        await lists.one_click().post(lists.url + "#fragment")
        ((method, path, kind, body, headers),) = lists.asked
        assert (method, path, kind, body) == ("POST", "/off?u=1%2F2", "application/x-www-form-urlencoded", b"List-Unsubscribe=One-Click")
        assert {name.lower() for name in headers} <= {
            "host",
            "user-agent",
            "accept",
            "accept-encoding",
            "content-type",
            "content-length",
            "connection",
        }

    async def test_no_cookie_comes_back(self, lists: ListServer) -> None:
        one_click = lists.one_click()
        await one_click.post(lists.url)
        await one_click.post(lists.url)
        assert "Cookie" not in lists.asked[1][4]

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    async def test_a_redirect_is_not_followed(self, lists: ListServer, status: int) -> None:
        lists.status, lists.location = status, lists.url.replace("/off", "/elsewhere")
        with pytest.raises(UnsubscribeRefusedError):
            await lists.one_click().post(lists.url)
        assert len(lists.asked) == 1

    @pytest.mark.parametrize("status", [400, 404, 500, 503])
    async def test_a_no_of_the_server_is_one(self, lists: ListServer, status: int) -> None:
        lists.status = status
        with pytest.raises(UnsubscribeRefusedError):
            await lists.one_click().post(lists.url)
        assert len(lists.asked) == 1

    async def test_a_server_that_does_not_answer_is_not_waited_for(self, lists: ListServer) -> None:
        lists.answers = False
        with pytest.raises(UnsubscribeUnknownError):
            await lists.one_click(within_s=2.0).post(lists.url)
        assert len(lists.asked) == 1

    async def test_a_server_that_is_not_who_it_says_is_not_asked(self, lists: ListServer) -> None:
        lists.trust = ssl.create_default_context()
        with pytest.raises(UnsubscribeRefusedError):
            await lists.one_click().post(lists.url)
        assert lists.asked == []

    @pytest.mark.parametrize("addresses", [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["::ffff:127.0.0.1"], []])
    async def test_one_address_that_is_not_public_is_enough(self, lists: ListServer, addresses: list[str]) -> None:
        names = Names([addresses])
        with pytest.raises(UnsubscribeRefusedError):
            await lists.one_click(names=names).post(lists.url)
        assert (lists.asked, names.asked) == ([], 1)

    async def test_a_name_that_changes_between_the_check_and_the_connection_gains_nothing(self, lists: ListServer) -> None:
        """What was judged is what is connected to: the name is looked up once."""
        names = Names([["127.0.0.1"], ["10.0.0.1"]])
        await lists.one_click(names=names).post(lists.url)
        assert (len(lists.asked), names.asked) == (1, 1)
        with pytest.raises(UnsubscribeRefusedError):
            await lists.one_click(names=names).post(lists.url)
        assert (len(lists.asked), names.asked) == (1, 2)

    async def test_without_leave_of_the_test_this_machine_is_not_public(self, lists: ListServer) -> None:
        one_click = OneClick(resolver=Names([["127.0.0.1"]]), ports=(lists.port,), trust=lists.trust)
        with pytest.raises(UnsubscribeRefusedError):
            await one_click.post(lists.url)
        with pytest.raises(UnsubscribeRefusedError):
            await OneClick(resolver=Names([["127.0.0.1"]]), trust=lists.trust).post(lists.url)
        assert lists.asked == []
