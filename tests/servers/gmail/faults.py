"""How Gmail fails, as it is seen at the socket, and when: a plan that a test makes for the requests to come.

    proxy.faults.fail(3, Fault.SERVER_ERROR)                                    # the third request from the start
    proxy.faults.fail(lambda call: call.kind is CallKind.GET and call.inner == 2, Fault.TOO_MANY_REQUESTS)
    proxy.faults.fail(CallKind.HISTORY, Fault.HISTORY_EXPIRED, times=None)      # until it is cleared

`happened` says which faults took place, so that a test can tell a fault that was survived from one that never came.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tests.servers.gmail.calls import Call, CallKind

When = int | CallKind | Callable[[Call], bool]
Action = Callable[[], Awaitable[object]]


class Fault(StrEnum):
    """What happens instead of the answer, or to it."""

    RATE_LIMITED = "403 rateLimitExceeded"
    USER_RATE_LIMITED = "403 userRateLimitExceeded"
    TOO_MANY_REQUESTS = "429, with Retry-After where the proxy has one"
    FORBIDDEN = "403 insufficientPermissions"
    UNAUTHORIZED = "401"
    NOT_FOUND = "404"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    UNAVAILABLE = "503"
    GATEWAY_TIMEOUT = "504"
    INVALID_GRANT = "400 invalid_grant, of the token address"
    SLOW = "a late answer"
    NO_ANSWER = "nothing until the client gives up; nothing was done"
    CUT_BEFORE = "the connection ends without an answer; nothing was done"
    CUT_AFTER = "the connection ends without an answer; it was done"
    CUT_WITHIN = "the connection ends in the middle of the answer"
    TRUNCATED = "half of the answer, as if it were all"
    GARBAGE = "a page for people instead of the answer"
    HISTORY_EXPIRED = "404 of the history"
    EMPTY_HISTORY_PAGE = "an empty page of history before the others"
    DUPLICATED_RECORDS = "every record of history twice"
    IGNORED = "nothing was done, and the answer shows it"
    LIE = "nothing was done, and the answer says it was"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An error answer: its status, and the reason and state that Google's "Resolve errors" gives for it."""

    status: int
    reason: str
    message: str
    state: str
    domain: str = "global"


REFUSALS: Mapping[Fault, Refusal] = {
    Fault.RATE_LIMITED: Refusal(
        status=403, reason="rateLimitExceeded", message="Rate Limit Exceeded", state="RESOURCE_EXHAUSTED", domain="usageLimits"
    ),
    Fault.USER_RATE_LIMITED: Refusal(
        status=403, reason="userRateLimitExceeded", message="User Rate Limit Exceeded", state="RESOURCE_EXHAUSTED", domain="usageLimits"
    ),
    Fault.TOO_MANY_REQUESTS: Refusal(
        status=429,
        reason="rateLimitExceeded",
        message="Too many concurrent requests for user",
        state="RESOURCE_EXHAUSTED",
        domain="usageLimits",
    ),
    Fault.FORBIDDEN: Refusal(status=403, reason="insufficientPermissions", message="Insufficient Permission", state="PERMISSION_DENIED"),
    Fault.UNAUTHORIZED: Refusal(status=401, reason="authError", message="Invalid Credentials", state="UNAUTHENTICATED"),
    Fault.NOT_FOUND: Refusal(status=404, reason="notFound", message="Requested entity was not found.", state="NOT_FOUND"),
    Fault.HISTORY_EXPIRED: Refusal(status=404, reason="notFound", message="Requested entity was not found.", state="NOT_FOUND"),
    Fault.SERVER_ERROR: Refusal(status=500, reason="backendError", message="Backend Error", state="INTERNAL"),
    Fault.BAD_GATEWAY: Refusal(status=502, reason="backendError", message="Bad Gateway", state="UNAVAILABLE"),
    Fault.UNAVAILABLE: Refusal(status=503, reason="backendError", message="The service is currently unavailable.", state="UNAVAILABLE"),
    Fault.GATEWAY_TIMEOUT: Refusal(status=504, reason="backendError", message="Deadline exceeded", state="DEADLINE_EXCEEDED"),
}


class _Rule:
    def __init__(self, when: When, times: int | None) -> None:
        self.when = when
        self.left = times

    def takes(self, call: Call) -> bool:
        """Whether the rule is for this call; if so it is used once."""
        if self.left == 0 or not self._matches(call):
            return False
        if self.left is not None:
            self.left -= 1
        return True

    def _matches(self, call: Call) -> bool:
        if isinstance(self.when, CallKind):
            return call.kind is self.when
        if isinstance(self.when, int):
            return call.number == self.when and not call.inner
        return self.when(call)


class FaultPlan:
    """Which faults happen to which calls; the first rule that fits is used."""

    def __init__(self) -> None:
        self.happened: list[tuple[Call, Fault]] = []
        self._faults: list[tuple[_Rule, Fault]] = []
        self._actions: list[tuple[_Rule, Action]] = []

    def fail(self, when: When, fault: Fault, *, times: int | None = 1) -> None:
        """Let `fault` happen to the request of that number, or to `times` calls of that kind or for which `when` says so."""
        self._faults.append((_Rule(when, times), fault))

    def before(self, when: When, action: Action, *, times: int | None = 1) -> None:
        """Await `action` before such a call is dealt with: another program's doing at just that moment, or a gate."""
        self._actions.append((_Rule(when, times), action))

    def clear(self) -> None:
        """Everything works again; what happened is still known."""
        self._faults.clear()
        self._actions.clear()

    async def prepare(self, call: Call) -> None:
        for rule, action in tuple(self._actions):
            if rule.takes(call):
                await action()

    def take(self, call: Call) -> Fault | None:
        """The fault that happens to this call."""
        for rule, fault in self._faults:
            if rule.takes(call):
                self.happened.append((call, fault))
                return fault
        return None
