"""What a change of a draft comes to, and whether it may go over what somebody has typed."""

from dataclasses import dataclass, field

from actions.forwarding import MARK, ForwardText, parts_of, with_own
from actions.sending.draft_store import DraftKind
from actions.sending.drafts import Draft
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences.before_a_change import forwarded
from session.call import Call
from session.outcome import SkillRefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of a draft: the whole text, a sentence more, some words for others, whom it goes to, its subject.

    `version` is the one that the change was made of; 0 is the one that there is now.
    """

    text: str = field(default="", repr=False)
    add: str = field(default="", repr=False)
    replace: str = field(default="", repr=False)
    by: str = field(default="", repr=False)
    to: str = field(default="", repr=False)
    subject: str = field(default="", repr=False)
    version: int = 0


def may_write_over(call: Call, draft: Draft, edit: Edit) -> bool:
    """Whether a change may go into what was typed by hand: the user's own words may, others only by whoever has seen this version."""
    evidence = call.dialogue.evidence
    if edit.text and not draft.body.strip():
        return not edit.subject or evidence.says(edit.subject)
    own = not edit.text and all(evidence.says(each) for each in (edit.add, edit.replace, edit.by, edit.subject))
    return evidence.asks_to_rewrite() and (own or edit.version == draft.version)


def text_of(draft: Draft) -> tuple[str, str]:
    """The user's words, and by name the mail that stands behind them in a forward."""
    parts = parts_of(draft.body) if draft.kind is DraftKind.FORWARD else ForwardText(own=draft.body)
    return parts.own, forwarded(parts.sender) if parts.quoted else ""


def changed_text(draft: Draft, edit: Edit) -> str | None:
    """The new text; of a forward only the user's words are changed, unless all of it comes anew."""
    if draft.kind is not DraftKind.FORWARD or MARK in edit.text:
        return _changed_body(draft.body, edit)
    parts = parts_of(draft.body)
    own = _changed_body(parts.own, edit)
    return None if own is None else with_own(own, parts.quoted)


def _changed_body(body: str, edit: Edit) -> str | None:
    """The new text; None where it stays. Refuses where the words to be changed are not there."""
    if edit.text:
        return edit.text
    if edit.add:
        return f"{body.rstrip()} {edit.add}".strip()
    if not edit.replace:
        return None
    place = body.lower().find(edit.replace.lower())
    if place < 0:
        raise SkillRefusedError(words.NOT_FOUND)
    return f"{body[:place]}{edit.by}{body[place + len(edit.replace) :]}"
