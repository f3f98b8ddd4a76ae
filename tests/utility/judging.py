"""What became of an utterance, by what is seen from outside: the mailbox, the journal, drafts, the outbox, and what was said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from actions.changes.entries import ChangeOutcome
from briefing.mail_action import MailAction
from tests.tasks.checks import World, address_of
from tests.tasks.letters import letters, names
from tests.utility.script import Effect, Said

ACTIONS = {
    "archive": MailAction.ARCHIVE,
    "delete": MailAction.DELETE,
    "spam": MailAction.REPORT_SPAM,
    "flag": MailAction.FLAG,
    "unflag": MailAction.UNFLAG,
    "read": MailAction.MARK_READ,
    "unread": MailAction.MARK_UNREAD,
    "important": MailAction.MARK_IMPORTANT,
    "unimportant": MailAction.MARK_NOT_IMPORTANT,
    "move": MailAction.MOVE,
    "label": MailAction.LABEL,
    "snooze": MailAction.SNOOZE,
}
IN_FOLDER = {"archive": ".Archive", "delete": ".Trash", "spam": ".Junk"}
IN_FLAGS = {"flag": "F", "read": "S"}
OFF_FLAGS = {"unflag": "F", "unread": "S"}
NOT_UNDERSTOOD = re.compile(r"I did not get|left “.*” undone")


class Became(StrEnum):
    DONE = "understood"
    ASKED = "asked needlessly"
    LOST = "not understood"
    WRONG = "something else was done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One utterance as it went. `asked`: a question that a yes would answer is open; `agreed`: how often the user had to say yes."""

    case: Said
    said: str
    asked: bool
    agreed: int
    told: str
    """The letter that was told last or is under the cursor."""
    told_before: str
    start: World
    before: World
    after: World


def became(played: Played) -> Became:
    if not any(failures(played)):
        return Became.DONE
    if seen(played.before) != seen(played.after) and any(_beyond(played)):
        return Became.WRONG
    return Became.ASKED if played.asked else Became.LOST


def _beyond(played: Played) -> Iterator[str]:
    """What changed that was not meant."""
    meant = {(ACTIONS[each.verb], key) for each in played.case.effects if each.verb in ACTIONS for key in each.keys}
    yield from (f"{action} {key}" for action, key in _changed(played) - meant)
    sends = any(each.verb in {"leaves"} for each in played.case.effects)
    if not sends and len(played.after.waiting) + len(played.after.taken) > len(played.before.waiting) + len(played.before.taken):
        yield "a mail is on its way"


def failures(played: Played) -> Iterator[str]:
    """What is not as it was meant."""
    yield from _beyond(played)
    verbs = {each.verb for each in played.case.effects}
    for effect in played.case.effects:
        yield from _failures(effect, played)
    if played.asked and not verbs & {"said", "asks", "draft", "cc", "held"}:
        yield "a question is open"
    if not verbs & {"undone", "held"} and (undone := _undone(played.after) - _undone(played.before)):
        yield f"{len(undone)} changes were undone"
    if verbs == {"nothing"} and seen(played.before) != seen(played.after):
        yield "something was changed"


def _failures(effect: Effect, played: Played) -> Iterator[str]:  # noqa: PLR0912 - one line for each effect
    after = played.after
    if effect.verb in ACTIONS:
        yield from _unchanged(effect, played)
    match effect.verb:
        case "undone":
            left = {key for key in letters() if after.place(key) != played.start.place(key)} - _named(played.case)
            if left or not _undone(after):
                yield f"not undone: {left}"
        case "at" if played.told != effect.keys[0] and letters()[effect.keys[0]].sender.display_name not in played.said:
            yield f"told is {played.told}"
        case "at-not" if played.told in effect.keys:
            yield f"told is still {played.told}"
        case "said" if not re.search(effect.about, played.said) or NOT_UNDERSTOOD.search(played.said):
            yield f"said is {played.said!r}"
        case "nothing" if NOT_UNDERSTOOD.search(played.said):
            yield f"said is {played.said!r}"
        case "asks" if not re.search(r"What (shall|should) (it|I)|What would you like to", played.said):
            yield f"said is {played.said!r}"
        case "draft" if not any(_is_to(draft, effect.keys) and re.search(effect.about, draft.body, re.I | re.S) for draft in after.drafts):
            yield f"drafts are {[draft.body for draft in after.drafts]}"
        case "cc" if not any(_is_to(draft, effect.keys) for draft in after.drafts):
            yield "no draft to these"
        case "no" if after.drafts or after.waiting:
            yield "there is a draft"
        case "held" if after.waiting or after.taken or not re.search(r"not sent|[Hh]eld|not leave", played.said):
            yield f"not held, or not said: {played.said!r}"
        case "leaves" if [news.to for news in after.waiting] != [(address_of(effect.keys[0]),)] or played.agreed > 1:
            yield f"{len(after.waiting)} on their way after {played.agreed} yes"
        case _:
            pass


def _unchanged(effect: Effect, played: Played) -> Iterator[str]:
    changed = _changed(played)
    for key in effect.keys:
        folder, flags = played.after.place(key)
        if (ACTIONS[effect.verb], key) not in changed and not _was_so(effect.verb, *played.before.place(key)):
            yield f"no {effect.verb} of {key}"
        if folder != IN_FOLDER.get(effect.verb, folder) or (effect.verb == "move" and folder != f".{effect.about}"):
            yield f"{key} lies in {folder or 'the inbox'}"
        if IN_FLAGS.get(effect.verb, "") not in flags or OFF_FLAGS.get(effect.verb, "-") in flags:
            yield f"{key} has the flags {flags}"
    if effect.verb == "snooze":
        times = [entry.until.isoformat() for entry in played.after.journal if entry.until and entry.outcome is ChangeOutcome.DONE]
        if not any(time.startswith(effect.about) for time in times):
            yield f"snoozed until {times}"


def _was_so(verb: str, folder: str, flags: str) -> bool:
    if verb in OFF_FLAGS:
        return OFF_FLAGS[verb] not in flags
    return verb in IN_FLAGS and IN_FLAGS[verb] in flags


def _changed(played: Played) -> set[tuple[MailAction, str]]:
    """What was done to which letter in this turn, and still is."""
    keys = {name: key for key, name in names().items()}
    known, undone = {entry.key for entry in played.before.journal}, _undone(played.after)
    return {
        (entry.action, keys[entry.mail_id.partition(":")[2]])
        for entry in played.after.journal
        if entry.outcome is ChangeOutcome.DONE and entry.action in ACTIONS.values() and entry.key not in known and entry.key not in undone
    }


def _undone(world: World) -> set[str]:
    return {entry.undoes_key for entry in world.journal if entry.outcome is ChangeOutcome.UNDONE}


def _named(case: Said) -> set[str]:
    return {key for each in case.effects if each.verb in ACTIONS for key in each.keys}


def _is_to(draft: object, keys: tuple[str, ...]) -> bool:
    to = {each.email for name in ("to", "cc", "bcc") for each in getattr(draft, name)}
    return to == {address_of(key) for key in keys}


def seen(world: World) -> tuple[object, ...]:
    """What can change by what a user says, and a program that looks at a mail does not change."""
    drafts = [(draft.draft_id, draft.version, draft.body) for draft in world.drafts]
    places = {name: (folder, flags.replace("R", "")) for name, (folder, flags) in world.places.items()}
    return places, len(world.journal), drafts, [news.message_id for news in world.waiting], len(world.taken)
