"""Whether a mail comes from the address in its From, by what the server that received it for the user has written above it.

A server writes its fields on top of what it was handed, so the user's server's results are the topmost that bear its name, and a field
that a sender has written in its name stands below at least one Received more. DMARC says that the domain is right. It does not say that
nobody has taken a mail of the user's and sent it again with other fields, so a mail that was passed on counts only if a signature covers
what makes it a reply of that correspondence.
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto

from providers.mime.authentication import MethodResult, Signature, authentication_results, server_of, signature


class Origin(Enum):
    """What is known of where a mail comes from."""

    SHOWN = auto()
    UNKNOWN = auto()
    FAILED = auto()
    REPLAYABLE = auto()


def came_from(
    fields: Sequence[tuple[str, str]], *, address: str, servers: Collection[str], most: int, above: int, binding: Collection[str]
) -> Origin:
    """Whether it comes from this address. `fields` are those of the mail from the top, `binding` those that tie it to the correspondence
    each, where a signature covers them."""
    results = _trusted_results(fields, servers=servers, most=most, above=above)
    if results is None:
        return Origin.UNKNOWN
    claim, domain = _dmarc(results), address.rpartition("@")[2]
    if claim is None or claim.result in {"temperror", "permerror"}:
        return Origin.UNKNOWN
    passes, named = claim.result == "pass", _domain(claim.of("header.from"))
    if claim.result not in {"pass", "none", "bestguesspass"} or (named != domain and (passes or named)):
        return Origin.FAILED
    if passes and _is_direct(results, address):
        return Origin.SHOWN
    signers = {signer for each in results if each.method == "dkim" and each.result == "pass" and (signer := _signer(each))}
    aligned = {each for each in signers if (_aligned(each, domain) if passes else each == domain)}
    if _covers(fields, aligned, binding):
        return Origin.SHOWN
    return Origin.REPLAYABLE if passes or aligned else Origin.UNKNOWN


def _dmarc(results: Sequence[MethodResult]) -> MethodResult | None:
    """What is said of DMARC: that there is none where nothing is said, and nothing at all where two things are."""
    said = [each for each in results if each.method == "dmarc"]
    return MethodResult(method="dmarc", result="none") if not said else said[0] if len(said) == 1 else None


def _trusted_results(
    fields: Sequence[tuple[str, str]], *, servers: Collection[str], most: int, above: int
) -> tuple[MethodResult, ...] | None:
    """What the user's own server found; None where it says nothing, or nothing that can be read."""
    ours = {each.lower() for each in servers}
    passed, found = 0, list[str]()
    for name, value in fields:
        if name == "received" and value.lstrip().lower().startswith("from"):
            passed += 1
        if passed > above or len(found) == most:
            break
        if name == "authentication-results" and server_of(value) in ours:
            found.append(value)
    read = [authentication_results(each) for each in found]
    known = [each for each in read if each is not None]
    if not known or len(known) < len(read):
        return None
    return tuple(result for each in known for result in each.results)


def _is_direct(results: Sequence[MethodResult], address: str) -> bool:
    """Whether it was handed over by a server that may send for this very address."""
    senders = [each.of("smtp.mailfrom").lower() for each in results if each.method == "spf" and each.result == "pass"]
    return any(each in {address, address.rpartition("@")[2]} for each in senders if each)


def _signer(result: MethodResult) -> str:
    named = {_domain(each) for each in (result.of("header.d"), result.of("header.i")) if each}
    if result.of("header.d"):
        return _domain(result.of("header.d"))
    return named.pop() if len(named) == 1 else ""


def _domain(value: str) -> str:
    return value.rpartition("@")[2].lower().rstrip(".")


def _aligned(signer: str, domain: str) -> bool:
    return signer == domain or signer.endswith(f".{domain}") or domain.endswith(f".{signer}")


def _covers(fields: Sequence[tuple[str, str]], signers: Collection[str], binding: Collection[str]) -> bool:
    """Whether every signature of these signers covers the whole body, the sender, the id, and one of the binding fields: which of
    several was found to be right is not told for certain."""
    made = [signature(value) for name, value in fields if name == "dkim-signature"]
    theirs = [each for each in made if each is None or each.domain in signers]
    return bool(theirs) and all(_is_enough(each, binding) for each in theirs)


def _is_enough(made: Signature | None, binding: Collection[str]) -> bool:
    if made is None or not made.whole_body:
        return False
    covered = set(made.fields)
    return covered >= {"from", "message-id"} and not covered.isdisjoint(binding)
