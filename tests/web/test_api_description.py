"""The description of the API is true: what is generated from it is answered as it says, and everything that is there is in it."""

import copy
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.randomness import times
from tests.servers.livekit import ROOT
from tests.servers.own_server import start
from tests.servers.ports import free_port
from tests.web.unlimited_server import SERVING

pytestmark = pytest.mark.slow

EXAMPLES = times(10, in_proofs=100)
OPERATIONS = [
    ("get", "/api/me"),
    ("post", "/api/sign-out"),
    ("post", "/api/call"),
    ("post", "/api/call/alone"),
    ("get", "/api/accounts"),
    ("post", "/api/accounts/google"),
    ("delete", "/api/accounts/{slug}"),
    ("get", "/api/preferences"),
    ("post", "/api/preferences"),
    ("delete", "/api/preferences/{kind}"),
    ("get", "/api/conversations"),
    ("get", "/api/conversations/{conversation_id}"),
    ("patch", "/api/conversations/{conversation_id}"),
    ("delete", "/api/conversations/{conversation_id}"),
    ("patch", "/api/conversations/{conversation_id}/draft"),
    ("get", "/api/briefing-by-mail"),
    ("put", "/api/briefing-by-mail"),
    ("get", "/api/correspondences"),
    ("get", "/api/correspondences/{correspondence_id}"),
    ("post", "/api/typing"),
    ("get", "/api/typing"),
    ("get", "/api/tokens"),
    ("post", "/api/tokens"),
    ("delete", "/api/tokens/{token_id}"),
    ("get", "/api/team"),
    ("post", "/api/messages"),
    ("get", "/api/teams"),
    ("post", "/api/teams"),
    ("post", "/api/teams/first/begin"),
    ("get", "/api/teams/{team_id}"),
    ("delete", "/api/teams/{team_id}"),
    ("post", "/api/teams/{team_id}/workers"),
    ("patch", "/api/agents/{agent_id}"),
    ("delete", "/api/agents/{agent_id}"),
    ("get", "/api/agents/{agent_id}/insights"),
    ("get", "/api/tasks"),
    ("post", "/api/tasks/{task_id}/stop"),
    ("get", "/api/items"),
    ("get", "/api/items/{item_id}"),
    ("patch", "/api/items/{item_id}"),
    ("patch", "/api/insights/{insight_id}"),
    ("delete", "/api/insights/{insight_id}"),
    ("get", "/api/memories"),
    ("patch", "/api/memories/{memory_id}"),
    ("delete", "/api/memories/{memory_id}"),
    ("post", "/api/livekit/webhook"),
    ("get", "/health/live"),
    ("get", "/health/ready"),
]
WITH_A_BODY = [
    ("post", "/api/call"),
    ("post", "/api/call/alone"),
    ("post", "/api/accounts/google"),
    ("post", "/api/preferences"),
    ("patch", "/api/conversations/{conversation_id}"),
    ("patch", "/api/conversations/{conversation_id}/draft"),
    ("post", "/api/typing"),
    ("post", "/api/tokens"),
    ("post", "/api/messages"),
    ("post", "/api/teams"),
    ("post", "/api/teams/{team_id}/workers"),
    ("patch", "/api/agents/{agent_id}"),
    ("patch", "/api/items/{item_id}"),
    ("patch", "/api/insights/{insight_id}"),
    ("patch", "/api/memories/{memory_id}"),
]
AGREED_TO_ON_THE_PAGE = "/api/teams/first/begin"
OF_THE_TEAM = ("/api/team", "/api/messages", "/api/agents", "/api/tasks", "/api/items", "/api/insights")
OPEN_TO_ALL = [("get", "/api/me"), ("post", "/api/livekit/webhook"), ("get", "/health/live"), ("get", "/health/ready")]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A process of its own: the threads that a server begins when it is busy are not a test's."""
    port, folder = free_port(), tmp_path_factory.mktemp("api")
    command = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.web.unlimited_server", str(port), str(folder)]
    server = start(command, folder=folder, ready=SERVING, within_s=60)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="module")
def description(origin: str) -> dict[str, Any]:
    described: dict[str, Any] = requests.get(f"{origin}/api/openapi.json", timeout=10).json()
    return described


@pytest.fixture(scope="module")
def api(description: dict[str, Any], origin: str) -> BaseSchema:
    """What to generate requests from. Whoever sends them is signed in; who is not is another test's."""
    signed_in = copy.deepcopy(description)
    del signed_in["components"]["securitySchemes"]
    for operation in (operation for path in signed_in["paths"].values() for operation in path.values()):
        operation.pop("security", None)
    schema = schemathesis.openapi.from_dict(signed_in)
    schema.config.update(base_url=origin)
    return schema


def answered_as_described(api: BaseSchema, origin: str, method: str, path: str, mode: GenerationMode) -> None:
    with requests.Session() as browser:

        @given(api[path][method].as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        def check(case: Case[Any]) -> None:
            csrf = browser.get(f"{origin}/api/me").json()["csrf"]
            # What may be a label is a rule about Unicode, which a schema cannot say.
            case.call_and_validate(session=browser, headers={"X-CSRF-Token": csrf}, excluded_checks=[positive_data_acceptance])

        check()


@pytest.mark.random
@pytest.mark.part(0.3)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_what_may_be_asked_is_answered_as_described(api: BaseSchema, origin: str, method: str, path: str) -> None:
    answered_as_described(api, origin, method, path, GenerationMode.POSITIVE)


@pytest.mark.random
@pytest.mark.part(0.3)
@pytest.mark.parametrize(("method", "path"), WITH_A_BODY)
def test_what_may_not_be_asked_is_refused_as_described(api: BaseSchema, origin: str, method: str, path: str) -> None:
    answered_as_described(api, origin, method, path, GenerationMode.NEGATIVE)


WISHED = {"on": True, "at": "07:30", "days": [0], "length": "usual", "accounts": [], "quiet": False, "acknowledges": True}


@pytest.mark.parametrize(
    ("method", "path", "body"), [("post", "/api/typing", {"line": "help", "seen": 0}), ("put", "/api/briefing-by-mail", WISHED)]
)
def test_a_yes_is_no_number_and_a_number_no_yes(origin: str, method: str, path: str, body: dict[str, Any]) -> None:
    other = {name: 1 if isinstance(value, bool) else True for name, value in body.items() if isinstance(value, int)}
    with requests.Session() as browser:
        csrf = browser.get(f"{origin}/api/me").json()["csrf"]
        for name, value in other.items():
            answer = browser.request(method, f"{origin}{path}", json=body | {name: value}, headers={"X-CSRF-Token": csrf}, timeout=10)
            assert answer.status_code == 422, name
        assert browser.request(method, f"{origin}{path}", json=body, headers={"X-CSRF-Token": csrf}, timeout=10).ok


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/agents/nobody", {"paused": "yes"}),
        ("/api/agents/nobody", {"paused": 1}),
        ("/api/conversations/none/draft", {"draft_id": "a", "version": True}),
        ("/api/conversations/none/draft", {"draft_id": "a", "version": 1, "read": "yes"}),
    ],
)
def test_nor_where_something_is_changed(origin: str, path: str, body: dict[str, Any]) -> None:
    with requests.Session() as browser:
        csrf = browser.get(f"{origin}/api/me").json()["csrf"]
        assert browser.patch(f"{origin}{path}", json=body, headers={"X-CSRF-Token": csrf}, timeout=10).status_code == 422


def test_every_path_of_the_api_is_described(description: dict[str, Any]) -> None:
    assert {(method, path) for path, each in description["paths"].items() for method in each} == set(OPERATIONS)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_needs_the_cookie_or_a_token_says_so_and_does(description: dict[str, Any], origin: str, method: str, path: str) -> None:
    of_the_team = path.startswith(OF_THE_TEAM) and path != AGREED_TO_ON_THE_PAGE
    a_token_does = of_the_team or (method, path) == ("get", "/api/conversations/{conversation_id}")
    either: list[dict[str, list[str]]] = [{"APIKeyCookie": []}, {"HTTPBearer": []}]
    needs_it = description["paths"][path][method].get("security") == either[: 1 + a_token_does]
    assert needs_it == ((method, path) not in OPEN_TO_ALL)
    answer = requests.request(method, f"{origin}{path}", json={"room": "x"}, timeout=10)
    assert (answer.json().get("code") == "sign_in_needed") == needs_it
