"""One table says what each action needs, what is said of it and what it takes back; what is not in it needs a yes and cannot be undone."""

from dataclasses import FrozenInstanceError

import pytest

from briefing.mail_action import MOST_UNASKED, ON_MAILS, TAKES_OUT, TIER_OF, MailAction, Tier, tier_of

_SAID = {
    "archive": "Archive it? | archived one mail | Archived. | | the mail is where it was | Archived",
    "mark_read": (
        "Mark it as read? | marked one mail as read | Marked as read. | It was marked as read already."
        " | the mail is still unread | Marked as read"
    ),
    "mark_unread": (
        "Mark it as unread? | marked one mail as unread | Marked as unread. | It is unread already."
        " | the mail is still read | Marked as unread"
    ),
    "flag": "Flag it? | flagged one mail | Flagged. | It was flagged already. | the mail is not flagged | Flagged",
    "unflag": (
        "Take the flag off it? | took the flag off one mail | The flag is gone. | It was not flagged."
        " | the flag is still there | Flag removed"
    ),
    "mark_important": (
        "Mark it as important? | marked one mail as important | Marked as important. | It was marked as important already."
        " | the mail is not marked as important | Marked as important"
    ),
    "mark_not_important": (
        "Mark it as not important? | marked one mail as not important | Marked as not important. | It was not marked as important."
        " | the mail is still marked as important | Marked as not important"
    ),
    "label": "Put the label work on it? | labelled one mail | Labelled work. | | there may be no label of that name | Labelled",
    "unlabel": (
        "Take the label work off it? | took a label off one mail | Taken off: the label work. | | the label is still there | Label removed"
    ),
    "move": "Move it to work? | moved one mail | Moved to work. | | there may be no folder of that name | Moved",
    "delete": "Delete it, to the trash? | deleted one mail | Deleted. | | the mail is where it was | Deleted",
    "report_spam": "Report it as spam? | reported one mail as spam | Reported as spam. | | the mail is where it was | Reported as spam",
    "snooze": "Snooze it until work? | put one mail off | Put off until work. | | the mail is where it was | Snoozed",
}
"""The question, what the user did, what was done, that it was so, that it did not go through, and the outcome on the page."""


def said_of(action: MailAction) -> list[str]:
    its = ON_MAILS[action]
    before, behind = its.question
    done = f"{its.done}." if its.place is None else f"{its.done} {its.place}work."
    return [f"{f'{before} it{behind}'.format(label='work')}?", its.did.format("one mail"), done, its.was_so, its.still, its.outcome]


def test_what_is_said_of_each_action() -> None:
    expected = {MailAction(name): [part.strip() for part in line.split("|")] for name, line in _SAID.items()}
    assert {action: said_of(action) for action in ON_MAILS} == expected


def test_no_two_actions_are_told_or_stored_alike() -> None:
    for told in ("code", "did", "done", "outcome", "question"):
        assert len({getattr(its, told) for its in ON_MAILS.values()}) == len(ON_MAILS), told
    assert all(len(its.code) == 1 for its in ON_MAILS.values())


def test_letters_in_stores_keep_their_meaning() -> None:
    """Rows of earlier versions are read by them."""
    assert "".join(its.code for its in ON_MAILS.values()) == "arnfuiolkmdxs"


def test_these_take_a_mail_out_of_the_briefing() -> None:
    assert {action.value for action in TAKES_OUT} == {"archive", "mark_read", "move", "delete", "report_spam", "snooze"}


def test_only_these_take_another_action_back() -> None:
    inverse = {action: its.inverse_of for action, its in ON_MAILS.items() if its.inverse_of is not None}
    assert inverse == {MailAction.UNFLAG: MailAction.FLAG, MailAction.MARK_NOT_IMPORTANT: MailAction.MARK_IMPORTANT}


def test_what_has_left_needs_a_yes_and_what_can_be_taken_back_the_users_own_words() -> None:
    leaving = {action for action in MailAction if tier_of(action) is Tier.OUTGOING}
    assert leaving == {MailAction.UNSUBSCRIBE, MailAction.SEND, MailAction.SEND_LATER}
    assert {action for action in MailAction if tier_of(action) is Tier.REVERSIBLE} == {*ON_MAILS, MailAction.UNDO}
    assert TIER_OF.keys() == set(MailAction)


@pytest.mark.parametrize("name", ["", "archive all", "ARCHIVE", "empty_trash"])
def test_what_nobody_has_judged_can_never_be_taken_back(name: str) -> None:
    assert tier_of(name) is Tier.IRREVERSIBLE


def test_no_caller_can_judge_its_own_action() -> None:
    with pytest.raises(TypeError):
        TIER_OF[MailAction.SEND] = Tier.REVERSIBLE  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        ON_MAILS[MailAction.DELETE].takes_out = False  # type: ignore[misc]


_FORMER = "archived|read|unread|flagged|unflagged|labelled|unlabelled|moved|deleted|spam|snoozed"
_NOW = "archive|mark_read|mark_unread|flag|unflag|label|unlabel|move|delete|report_spam|snooze"


def test_marks_that_were_written_under_a_former_name_are_read() -> None:
    assert [MailAction(former).value for former in _FORMER.split("|")] == _NOW.split("|")
    with pytest.raises(ValueError, match="sent"):
        MailAction("sent")


def test_more_than_five_mails_are_asked_about() -> None:
    """All five are done at once; of more than that the number is said before."""
    assert MOST_UNASKED == 5
