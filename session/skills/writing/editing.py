"""What a change makes of a draft, and whether it may overwrite text that was typed by hand."""

from dataclasses import dataclass, field

from actions.forwarding import sender_of
from actions.sending.drafts import Draft
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences.before_a_change import CHANGED_BY_HAND, forwarded
from briefing.understanding.awaited import as_sentence
from briefing.understanding.command_grammar.dictated.swapped_values import value_in, with_value
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.writing.text_parts import part_of, places_of, without


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of a draft: the whole text, text to add at its end or `first`, words to replace, or to put `by` themselves in the place of
    what is there of their kind, or of all; subject; who gets it (instead, as well), and who no longer.

    `version` is the version that the change refers to; 0 is the current one.
    """

    text: str = field(default="", repr=False)
    add: str = field(default="", repr=False)
    first: str = field(default="", repr=False)
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
    evidence, said = call.dialogue.evidence, (edit.add, edit.first, edit.replace, edit.by, edit.subject)
    if not (edit.text or any(said)):
        return True  # who gets it changes no word
    is_anew = bool(edit.text) or (bool(edit.by) and not edit.replace and not value_in(edit.by))
    if edit.text and not draft.body.strip():
        return not edit.subject or evidence.says(edit.subject)
    own = not is_anew and all(map(evidence.says, said))
    if not draft.edited_by_hand:
        return evidence.asks_for_words() or all(map(evidence.says, (edit.text, *said)))
    return evidence.asks_to_rewrite() and (own or edit.version == draft.version)


def text_of(draft: Draft) -> tuple[str, str]:
    """The user's words, and in a forward the name of the mail that follows them."""
    changed = CHANGED_BY_HAND if draft.quote_edited else ""
    return draft.body, f"{forwarded(sender_of(draft.quoted))}{changed}" if draft.quoted else ""


def changed_text(body: str, edit: Edit) -> str | None:
    """The user's new words; None if they stay. Refuses if the words to replace are not there, or others could be meant as well."""
    if edit.text:
        return edit.text
    if edit.add or edit.first:
        return " ".join(filter(None, (edit.first, body.strip(), edit.add)))
    if not edit.replace:
        return _in_place_of_its_kind(body, edit.by) if edit.by else None
    if not edit.by:
        return _without(body, edit.replace)
    if len(found := places_of(body, edit.replace)) != 1:
        raise SkillRefusedError(words.WHICH_WORDS if found else words.NOT_FOUND)
    ((start, end),) = found
    put = edit.by[:1].upper() + edit.by[1:] if start == 0 and body[0].isupper() else edit.by
    return f"{body[:start]}{put}{body[end:]}"


def _without(body: str, part: str) -> str:
    if (place := part_of(body, part)) is None:
        raise SkillRefusedError(words.WHICH_WORDS if len(places_of(body, part)) > 1 else words.NOT_FOUND)
    if not (left := without(body, place)).strip(" .,;:!?"):
        raise SkillRefusedError(words.ALL_OF_IT)
    return left


def _in_place_of_its_kind(body: str, new: str) -> str:
    if not (value := value_in(new)):
        return as_sentence(new)
    if (changed := with_value(body, value)) is None:
        raise SkillRefusedError(words.WHICH_WORDS)
    return changed


def dictated_again(call: Call, body: str, text: str) -> str:
    """What a draft says once the user has dictated once more: what it said as well where they want "also" this, what it said but for a day,
    a time or a number where they named no more than that, and else these words alone."""
    if call.line.has_model:
        return text  # it says itself what it adds, and where
    if call.dialogue.evidence.adds():
        return f"{body.rstrip()} {text}".strip()
    value = value_in(text)
    return (with_value(body, value) if value else None) or text
