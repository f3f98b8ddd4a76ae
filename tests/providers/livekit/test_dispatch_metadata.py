"""What an agent is told with its job."""

import pytest

from providers.livekit.dispatch_metadata import DispatchMetadata


@pytest.mark.parametrize(
    "metadata",
    [
        DispatchMetadata(user_id="local"),
        DispatchMetadata(user_id="local", identity="caller"),
        DispatchMetadata(user_id="local", identity="caller").replacing("AJ_1"),
        DispatchMetadata(user_id="local", identity="caller", organisation_id="o1").replacing("AJ_1"),
        DispatchMetadata(user_id="local", identity="caller", conversation_id="c1"),
    ],
)
def test_what_was_written_is_read(metadata: DispatchMetadata) -> None:
    assert DispatchMetadata.parse(metadata.as_text()) == metadata


def test_what_is_not_known_is_not_written() -> None:
    assert DispatchMetadata(user_id="local").as_text() == '{"user_id": "local"}'


@pytest.mark.parametrize("text", ["", "local", "[]", "{}", '"local"', '{"user_id": ""}', '{"user_id": 7}', '{"user_id": null}', "\ud800"])
def test_without_a_user_there_is_nothing(text: str) -> None:
    assert DispatchMetadata.parse(text) is None


def test_a_field_of_another_kind_counts_as_absent() -> None:
    assert DispatchMetadata.parse('{"user_id": "local", "identity": 7, "replaces": {}, "more": 1}') == DispatchMetadata(user_id="local")


def test_the_agent_that_takes_over_from_a_replacement_names_only_the_last() -> None:
    assert DispatchMetadata(user_id="local").replacing("AJ_1").replacing("AJ_2").replaces == "AJ_2"
