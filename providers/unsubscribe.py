"""Leaving a mailing list in the way that its own mails name: which way that is (RFC 2369), and the one-click request (RFC 8058).

This is the only address from a mail that is ever requested, and the sender of the mail chose it. So it may lead to a public server only:
https, the usual port, a name with public addresses only. The name is looked up once, and the connection goes to the addresses that were
checked. No redirect is followed, no cookie or proxy is used, and only the status of the answer is read.
"""

import re
import socket
import ssl
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import parse_qsl, unquote, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from providers.mime.composition import envelope_address
from providers.sender import SendRefusedError

ONE_CLICK = b"List-Unsubscribe=One-Click"
"""The whole body of the request: RFC 8058, section 3.2."""
ANSWERS_WITHIN_S = 10.0
LONGEST_TARGET = 2_000
PORT = 443

IpAddress = IPv4Address | IPv6Address

_ITEM = re.compile(r"<([^<>]*)>")
_ONE_CLICK_FIELD = re.compile(r"\s*List-Unsubscribe\s*=\s*One-Click\s*", re.IGNORECASE)
_HOST = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})")
_TARGET = re.compile(rf"[!-~]{{1,{LONGEST_TARGET}}}")
_CODE = re.compile(r"(?=[A-Za-z]*[0-9])(?!.*[A-Za-z]{6})[A-Za-z0-9]{6,40}")
"""Letters and digits that say nothing."""
_TRANSLATED = ip_network("64:ff9b::/96")
_TUNNELS = (ip_network("2002::/16"), ip_network("2001::/32"), ip_network("64:ff9b:1::/48"))


class UnsubscribeRefusedError(Exception):
    """It was not done: the address may not be asked, or the server said no. `str()` is fit for a log."""


class UnsubscribeUnknownError(Exception):
    """The server was asked, and did not say whether it did it. Asking again is safe: the request may be made any number of times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailtoTarget:
    """Whom the mail that leaves a list goes to, and the `code` in its subject by which some lists know who leaves.

    No other word of the mail is the sender's: it would be said in the user's name.
    """

    address: str = field(repr=False)
    code: str = field(default="", repr=False)


def target_of(unsubscribe: str, unsubscribe_post: str) -> str | None:
    """How the list is left, from the fields List-Unsubscribe and List-Unsubscribe-Post: an `https:` address that takes one click, else a
    `mailto:` one. None where there is only a page to visit."""
    targets = ["".join(each.split()) for each in _ITEM.findall(unsubscribe)]
    usable = [each for each in targets if _TARGET.fullmatch(each)]
    if _ONE_CLICK_FIELD.fullmatch(unsubscribe_post):
        for each in usable:
            if may_be_asked(each):
                return each
    return next((each for each in usable if read_mailto(each) is not None), None)


def read_mailto(target: str) -> MailtoTarget | None:
    """A `mailto:` address as a mail to one recipient (RFC 6068); none for anything else. Recipients in its fields are left out."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    address = unquote(parts.path).lower()
    if parts.scheme.lower() != "mailto" or parts.netloc:
        return None
    try:
        envelope_address(address)
    except SendRefusedError:
        return None
    said = {name.lower(): value for name, value in parse_qsl(parts.query.replace("+", "%2B"))}
    code = said.get("subject", "")
    return MailtoTarget(address=address, code=code if _CODE.fullmatch(code) else "")


def may_be_asked(url: str, *, ports: Collection[int] = (PORT,)) -> bool:
    """Whether an address is one that the request may be sent to, as far as that can be told without looking its name up."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    if not _TARGET.fullmatch(url) or parts.scheme.lower() != "https" or "@" in parts.netloc or "\\" in url:
        return False
    return (PORT if port is None else port) in ports and bool(_HOST.fullmatch((parts.hostname or "").removesuffix(".")))


def is_public(address: IpAddress) -> bool:
    """Whether an address belongs to the whole internet, and does not carry another one that does not."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _TRANSLATED:
            return is_public(IPv4Address(int(address) & 0xFFFF_FFFF))
        if address.is_site_local or any(address in tunnel for tunnel in _TUNNELS):
            return False
    away = address.is_private or address.is_loopback or address.is_link_local or address.is_multicast or address.is_reserved
    return address.is_global and not away and not address.is_unspecified


class OneClick:
    """Makes the request. `public` and `ports` are what is allowed; `trust` is whose certificates count, by default everybody's."""

    def __init__(
        self,
        *,
        resolver: AbstractResolver | None = None,
        public: Callable[[IpAddress], bool] = is_public,
        ports: Collection[int] = (PORT,),
        trust: ssl.SSLContext | None = None,
        answers_within_s: float = ANSWERS_WITHIN_S,
    ) -> None:
        self._resolver = resolver
        self._public = public
        self._ports = ports
        self._trust = trust
        self._timeout = aiohttp.ClientTimeout(answers_within_s)

    async def post(self, url: str) -> None:
        """Ask once. Raises `UnsubscribeRefusedError` or `UnsubscribeUnknownError`."""
        if not may_be_asked(url, ports=self._ports):
            raise UnsubscribeRefusedError("the address is none that may be asked")
        resolver = _PublicAddresses(self._resolver or aiohttp.ThreadedResolver(), self._public)
        connector = aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False, force_close=True, ssl=self._trust or True)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Aloud"}
        async with aiohttp.ClientSession(
            connector=connector, timeout=self._timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
        ) as http:
            try:
                async with http.post(
                    URL(url, encoded=True).with_fragment(None), data=ONE_CLICK, headers=headers, allow_redirects=False
                ) as answer:
                    status = answer.status
            except (aiohttp.ClientConnectorError, aiohttp.InvalidURL):
                raise UnsubscribeRefusedError("the server cannot be reached, or must not be") from None
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
                raise UnsubscribeUnknownError("the server did not answer") from None
        if not 200 <= status < 300:
            raise UnsubscribeRefusedError("the server did not do it")


class _PublicAddresses(AbstractResolver):
    """Looks a name up once; one address that is not public is enough to refuse the name."""

    def __init__(self, resolver: AbstractResolver, public: Callable[[IpAddress], bool]) -> None:
        self._resolver = resolver
        self._public = public

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        if not found or not all(self._public(ip_address(each["host"].partition("%")[0])) for each in found):
            raise OSError("the name does not belong to a public server")
        return found

    async def close(self) -> None:
        await self._resolver.close()
