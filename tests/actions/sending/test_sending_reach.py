"""Nothing but the outbox can have a mail sent: read from the source, as import-linter has no contract for single names."""

import ast
from collections.abc import Iterator

import pytest

from tests.test_architecture import MODULES, calls_in, imports_of, method_of, name_of, tree_of

pytestmark = pytest.mark.slow

ACTIONS_AND_PROVIDERS = ("actions/", "providers/")
FOR_EVERYBODY = {"providers.sender"} | {f"providers.sender.{name}" for name in ("MailSender", "Refusal", "SendRefusedError", "Senders")}
"""What other packages may know of sending: which accounts can, why one did not, and where the original of a mail comes from."""


def modules_that(calls: str, *, on: str) -> Iterator[str]:
    for path in MODULES:
        if any(method_of(call)[1] == calls and on in method_of(call)[0] for call in calls_in(tree_of(path))):
            yield name_of(path)


def test_a_mail_that_can_be_sent_is_made_in_one_place() -> None:
    making = {
        name_of(path)
        for path in MODULES
        for call in calls_in(tree_of(path))
        if isinstance(call.func, ast.Name) and call.func.id == "OutgoingMail"
    }
    assert making == {"actions/sending/dispatch.py"}


def test_a_sender_is_told_to_send_in_one_place() -> None:
    assert set(modules_that("send", on="sender")) == {"actions/sending/dispatch.py"}


def test_the_one_click_request_is_made_in_one_place() -> None:
    assert set(modules_that("post", on="one_click")) == {"actions/sending/unsubscriber.py"}


def test_a_row_of_the_outbox_is_made_in_one_place() -> None:
    making = {
        name_of(path)
        for path in MODULES
        for call in calls_in(tree_of(path))
        if isinstance(call.func, ast.Name) and call.func.id == "StoredSending"
    }
    assert making == {"actions/sending/outbox.py"}


def test_other_packages_know_of_sending_what_they_may() -> None:
    known = {
        (name_of(path), name)
        for path in MODULES
        for name in imports_of(tree_of(path))
        if name.startswith("providers.sender") and not name_of(path).startswith(ACTIONS_AND_PROVIDERS)
    }
    assert {name for _, name in known} <= FOR_EVERYBODY
