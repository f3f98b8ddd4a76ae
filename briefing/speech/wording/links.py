"""Links and mail addresses, as one would mention them: where they lead, never how they are spelled.

The host is what follows the last "@" of a link's authority: what stands before it is a favourite way to pretend.
"""

import re

_HOST = r"(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}"
_MARKDOWN = re.compile(r"!?\[([^\]\[]{1,200})\]\(\s{0,9}(?:https?://|mailto:|www\.|#|/)[^)\s\[]{0,4000}\s{0,9}\)", re.IGNORECASE)
_LINK = re.compile(rf"(?:https?://|\bftp://|\bwww\.)[^\s<>\"]+|(?<![\w@.]){_HOST}/[^\s<>\"]*", re.IGNORECASE)
_BRACKETED = re.compile(r"[<(\[]\s?(a link(?: to [^\s<>()\[\]]{1,60}| to a numeric address)?)\s?[>)\]]")
_AGAIN = re.compile(r"\b(a link to \S{1,60}?)(?:[\s,.;|]{1,5}\1){1,50}(?![\w.])")
_ADDRESS = re.compile(rf"(?:mailto:)?(?<![\w.+%-])([a-z0-9._%+-]{{1,64}})@({_HOST})", re.IGNORECASE)
_MENTION = re.compile(r"(?<!\S)@(?=\w)")
_PATH = re.compile(r"(?<![\w./~:-])~?/(?:[\w.+-]{1,64}/){2,12}(?=[\w+-])")
_TRAILING = ".,;:!?)]}'*_"
_LONGEST_HOST = 30
_SECOND_LEVEL = frozenset({"co", "com", "org", "net", "ac", "gov", "edu"})


def organisation_domain(host: str) -> str:
    """The part of a host that somebody registered: `mail.example.co.uk` -> `example.co.uk`."""
    labels = host.lower().strip(".").split(".")
    size = 3 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-size:])


def spoken_host(host: str) -> str:
    """A host in the length one would say: all of it if short, else the registered part."""
    host = host.lower().removeprefix("www.").strip(".")
    if host.count(".") <= 2 and len(host) <= _LONGEST_HOST:
        return host
    domain = organisation_domain(host)
    return domain if len(domain) <= _LONGEST_HOST else f"a site under {domain.rpartition('.')[2]}"


def spoken_link(url: str) -> str:
    """`https://www.github.com/a/b?c` -> `a link to github.com`."""
    authority = re.split(r"[/?#\\]", re.sub(r"^[a-z]{3,5}://", "", url, flags=re.IGNORECASE), maxsplit=1)[0]
    host = authority.rpartition("@")[2].partition(":")[0]
    if re.fullmatch(r"[0-9.]+", host):
        return "a link to a numeric address"
    return f"a link to {spoken_host(host)}" if re.fullmatch(_HOST, host, re.IGNORECASE) else "a link"


def _link(found: re.Match[str]) -> str:
    url = found[0].rstrip(_TRAILING)
    return spoken_link(url) + found[0][len(url) :]


def _address(found: re.Match[str]) -> str:
    local, host = found[1], spoken_host(found[2])
    readable = len(local) <= 24 and sum(map(str.isdigit, local)) <= 4 and local[0].isalnum()
    return f"{local} at {host}" if readable else f"an address at {host}"


def with_spoken_links(text: str) -> str:
    text = _PATH.sub("", _LINK.sub(_link, _MARKDOWN.sub(r"\1", text)))
    text = _AGAIN.sub(r"\1", _BRACKETED.sub(r"\1", text))
    return _MENTION.sub("", _ADDRESS.sub(_address, text)).replace(" @ ", " at ")
