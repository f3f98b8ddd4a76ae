"""What a change makes of a draft, and whether it may overwrite text that was typed by hand."""

from dataclasses import dataclass, field

from actions.forwarding import sender_of
from actions.sending.drafts import Draft
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences.before_a_change import CHANGED_BY_HAND, forwarded
from session.call import Call
from session.outcome import SkillRefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of a draft: the whole text, text to add, words to replace, subject; who gets it (instead, as well), and who no longer.

    `version` is the version that the change refers to; 0 is the current one.
    """

    text: str = field(default="", repr=False)
    add: str = field(default="", repr=False)
    replace: str = field(default="", repr=False)
    by: str = field(default="", repr=False)
    to: str = field(default="", repr=False)
    cc: str = field(default="", repr=False)
    bcc: str = field(default="", repr=False)
    take_off: str = field(default="", repr=False)
    subject: str = field(default="", repr=False)
    version: int = 0


def may_write_over(call: Call, draft: Draft, edit: Edit) -> bool:
    """Whether a change may go into a draft: the user's own words may, and a model's if the user asked for other words.

    What the user has edited by hand, a model changes only if it names the current version as well.
    """
    evidence = call.dialogue.evidence
    if not (edit.text or edit.add or edit.replace or edit.subject):
        return True  # who gets it changes no word
    if edit.text and not draft.body.strip():
        return not edit.subject or evidence.says(edit.subject)
    own = not edit.text and all(evidence.says(each) for each in (edit.add, edit.replace, edit.by, edit.subject))
    if not draft.edited_by_hand:
        return evidence.asks_for_words() or all(evidence.says(each) for each in (edit.text, edit.add, edit.replace, edit.by, edit.subject))
    return evidence.asks_to_rewrite() and (own or edit.version == draft.version)


def text_of(draft: Draft) -> tuple[str, str]:
    """The user's words, and in a forward the name of the mail that follows them."""
    changed = CHANGED_BY_HAND if draft.quote_edited else ""
    return draft.body, f"{forwarded(sender_of(draft.quoted))}{changed}" if draft.quoted else ""


def changed_text(body: str, edit: Edit) -> str | None:
    """The user's new words; None if they stay. Refuses if the words to replace are not there."""
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
