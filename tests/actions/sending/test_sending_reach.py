"""Nothing but the outbox can have a mail sent: read from the source, as import-linter has no contract for single names."""

import ast
from collections.abc import Iterator

import pytest

from tests.test_architecture import MODULES, ROOT, calls_in, imports_of, method_of, name_of, tree_of

pytestmark = pytest.mark.slow

ACTIONS_AND_PROVIDERS = ("actions/", "providers/")
FOR_EVERYBODY = {"providers.sender"} | {
    f"providers.sender.{name}" for name in ("FurtherField", "MailSender", "Refusal", "SendingError", "SendRefusedError", "Senders")
}
"""What other packages may know of sending: which accounts can, why one did not, and where the original of a mail comes from.

So may they the closed list of further header fields, none of which adds a recipient, and the error that all of sending has in common, which
is caught where an account is only looked at. With neither can anything be sent.
"""


def modules_that(calls: str, *, on: str) -> Iterator[str]:
    for path in MODULES:
        if any(method_of(call)[1] == calls and on in method_of(call)[0] for call in calls_in(tree_of(path))):
            yield name_of(path)


def making(record: str) -> dict[str, list[ast.Call]]:
    """The modules in which the record is made, with each call that makes one."""
    found: dict[str, list[ast.Call]] = {}
    for path in MODULES:
        for call in calls_in(tree_of(path)):
            if isinstance(call.func, ast.Name) and call.func.id == record:
                found.setdefault(name_of(path), []).append(call)
    return found


def test_a_mail_that_can_be_sent_is_made_in_one_place() -> None:
    """And one that is only looked at in another, which gets no further than its bytes: see below."""
    assert making("OutgoingMail").keys() == {"actions/sending/dispatch.py", "actions/sending/as_file.py"}


def test_the_mail_that_is_only_looked_at_reaches_no_sender() -> None:
    """What makes it knows nobody who sends and nothing that is stored: it composes the message, and hands out bytes."""
    tree = tree_of(ROOT / "actions/sending/as_file.py")
    ours = {name for name in imports_of(tree) if name.startswith((*(each.rstrip("/") for each in ACTIONS_AND_PROVIDERS), "storage"))}
    assert {name for name in ours if not name.startswith("providers.mime.composition")} == {
        "providers.sender",
        "providers.sender.FurtherField",
        "providers.sender.OutgoingMail",
    }
    (made,) = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert made.returns is not None
    assert ast.unparse(made.returns) == "bytes"


def test_a_sender_is_told_to_send_in_one_place() -> None:
    assert set(modules_that("send", on="sender")) == {"actions/sending/dispatch.py"}


def test_the_one_click_request_is_made_in_one_place() -> None:
    assert set(modules_that("post", on="one_click")) == {"actions/sending/unsubscriber.py"}


def test_a_row_of_the_outbox_is_made_in_one_place() -> None:
    """And a row that goes to the user alone in another, where nobody else can be named: see below."""
    assert making("StoredSending").keys() == {"actions/sending/outbox.py", "actions/sending/to_self.py"}


def test_a_row_without_a_grant_can_only_go_to_the_user() -> None:
    """It names no recipient, forwards nobody's mail, and the sender puts the account's own address in: `dispatch` is told by `to_self`."""
    (made,) = making("HeldMail")["actions/sending/to_self.py"]
    given = {each.arg: ast.unparse(each.value) for each in made.keywords}
    assert (given["to"], given["to_self"]) == ("()", "True")
    assert not given.keys() & {"cc", "bcc", "forwards", "file_name", None}
    assert made.args == []
    (sent,) = making("OutgoingMail")["actions/sending/dispatch.py"]
    leaving = {each.arg: ast.unparse(each.value) for each in sent.keywords}
    assert leaving["to"] == "(sender.address,) if held.to_self else held.to"
    assert [leaving[each] for each in ("cc", "bcc")] == ["() if held.to_self else held.cc", "() if held.to_self else held.bcc"]


def test_other_packages_know_of_sending_what_they_may() -> None:
    known = {
        (name_of(path), name)
        for path in MODULES
        for name in imports_of(tree_of(path))
        if name.startswith("providers.sender") and not name_of(path).startswith(ACTIONS_AND_PROVIDERS)
    }
    assert {name for _, name in known} <= FOR_EVERYBODY
