"""The description of the speech API is true: what is generated from it is answered as it says."""

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
from tests.voice.scripted_server import SERVING

pytestmark = pytest.mark.slow

EXAMPLES = times(15, in_proofs=150)
OPERATIONS = [
    ("post", "/v1/audio/transcriptions"),
    ("post", "/v1/audio/speech"),
    ("get", "/v1/audio/voices"),
    ("get", "/health"),
    ("get", "/metrics"),
]
WITH_A_BODY = OPERATIONS[:2]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port, folder = free_port(), tmp_path_factory.mktemp("voice-api")
    command = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.voice.scripted_server", str(port)]
    server = start(command, folder=folder, ready=SERVING, within_s=60)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="module")
def api(origin: str) -> BaseSchema:
    schema = schemathesis.openapi.from_dict(requests.get(f"{origin}/openapi.json", timeout=10).json())
    schema.config.update(base_url=origin)
    return schema


def answered_as_described(api: BaseSchema, method: str, path: str, mode: GenerationMode) -> None:
    with requests.Session() as client:

        @given(api[path][method].as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        def check(case: Case[Any]) -> None:
            # What is a WAV file, a language of the model or something to say is no rule that a schema can hold.
            case.call_and_validate(session=client, excluded_checks=[positive_data_acceptance])

        check()


@pytest.mark.random
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_what_may_be_asked_is_answered_as_described(api: BaseSchema, method: str, path: str) -> None:
    answered_as_described(api, method, path, GenerationMode.POSITIVE)


@pytest.mark.random
@pytest.mark.parametrize(("method", "path"), WITH_A_BODY)
def test_what_may_not_be_asked_is_refused_as_described(api: BaseSchema, method: str, path: str) -> None:
    answered_as_described(api, method, path, GenerationMode.NEGATIVE)


def test_every_path_of_the_server_is_described(api: BaseSchema) -> None:
    assert {(method, path) for path, each in api.raw_schema["paths"].items() for method in each} == set(OPERATIONS)
