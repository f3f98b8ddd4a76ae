"""What is put right in few words where no model answers: "make it Friday" of what was put off, "no, four" or "add Raj" of a draft."""

import re
from collections.abc import Sequence
from datetime import datetime

from actions.consent.payloads import SendPayload
from briefing.mail_action import MailAction
from briefing.understanding.awaited import Awaited, as_sentence
from briefing.understanding.command_grammar.dictated.swapped_values import value_in, with_time, with_value
from briefing.understanding.command_grammar.dictated.text_beginnings import has_a_verb
from briefing.understanding.commands import CommandKind
from briefing.understanding.evidence import Evidence
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits
from session.skills.writing.addressing import may_be_known, named_among
from session.skills.writing.drafting import is_told_of
from session.skills.writing.text_parts import places_of

_CALLS_OUT, _PUTS_RIGHT = frozenset({"oh", "wait", "stop", "hold", "on"}), frozenset({"no", "nope", "sorry", "actually", "rather"})
_BY_TWO = frozenset({("i", "mean"), ("i", "meant"), ("i", "said"), ("make", "that")})
"""What one says before a day, a time or a number that is wanted instead: "no wait, I mean four"."""
_NOT_BUT = re.compile(r"(?:no[\s,.]+)?not (?P<old>[^,;]{1,40}?)(?:,| but)(?: rather)? (?P<new>[^\s,;][^,;]{1,40})", re.IGNORECASE)
_CUT = re.compile(r"(?:please )?(?:take out|leave out|remove|delete|drop|cut) (?P<words>[^,;]{3,60}?)(?:,? please)?[.!]?", re.IGNORECASE)
_OVER_AGAIN = re.compile(
    r"(?:(?:no|okay|let me|let's|please)\W+)*"
    r"(?:(?:start|begin) (?:over|again|from scratch)|dictate it (?:anew|again|over)|(?:say|write) it anew)",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(
    r"(?:(?:and|also|please)\W+)*(?:(?P<adds>add|include)|remove|drop|leave out) (?P<who>[\w'.-]+(?: [\w'.-]+){0,3})", re.IGNORECASE
)
_SIGNED = re.compile(
    r"(?:please )?(?:sign (?:it|off|this)(?: off)?(?: with| as)?|sign as|(?P<verb>end|finish|close|start|begin)(?: (?:it|this))? with)"
    r" (?P<words>(?!it\b|off\b|with\b|over\b|(?:a|an|the) \w+ mark\b)[^,;]{2,60})",
    re.IGNORECASE,
)
_YES_OR_NO = frozenset({"no", "nope", "nah", "yes", "yeah", "yep", "okay", "ok"})
_TELLS = frozenset({"tell", "say", "let", "thank", "ask"})
_AT_TIMES = frozenset({MailAction.SNOOZE, MailAction.UNDO})


def put_right_briefly(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    """The wishes that these words are as things stand; none where they are not of that kind, or a model answers. Has no effects."""
    if call.line.has_model:
        return None
    wishes = _another_time(call, said) or _of_the_draft(call, said)
    return tuple(map(call.dialogue.understandings.of, wishes)) or None


def put_right_in_the_hold(call: Call, said: Understanding) -> Understanding | None:
    """What a mail that is held back for these words should say instead: "no, Wednesday"."""
    if call.line.has_model or said.command is not None:
        return None
    words, value, (old, new) = said.words.strip(" .!"), _instead(said), _not_but(said)
    wish = f"make it {value}" if value else f"change {old} to {new}" if old else _signed(call, words)
    return call.dialogue.understandings.of(wish) if wish else None


def is_of_what_was_asked(call: Call, said: Understanding) -> bool:
    """Whether the day, the time or the number that the words put right stands in the draft that was asked about, whatever else leaves."""
    asked = call.dialogue.asked
    if call.line.has_model or said.command is None or not isinstance(asked, SendPayload):
        return False
    return bool(value := value_in(_instead(said))) and with_value(asked.body, value) is not None


def _another_time(call: Call, said: Understanding) -> Sequence[str]:
    """ "Make it Friday" where a time is awaited, or one was named for what was put off, or is to leave then. What was not named stays."""
    understood, when = call.dialogue.understandings.of, value_in(_instead(said))
    if not when or not understood(when).named_time:
        return ()
    if call.dialogue.awaits is Awaits.TIME:
        return (when,)
    if (until := _put_off_until(call)) and call.dialogue.offer is None:
        return ("undo that", f"snooze it until {with_time(until, when)}")
    asked, acting = call.dialogue.asked, call.acting
    if isinstance(asked, SendPayload):
        last = call.dialogue.last.command
        is_of_that = with_value(asked.body, when) is None or (last is not None and last.kind is CommandKind.SEND_LATER)
        is_to_leave = asked.send_at is not None and is_of_that
        return _sends(call, asked.send_at, when) if is_to_leave and asked.send_at is not None else ()
    later = acting.outgoing.scheduled
    is_told = len(later) == 1 and acting.draft is None and acting.outgoing.latest(call.now()) == later[0].sending_id
    return _sends(call, later[0].by.astimezone(call.now().tzinfo), when) if is_told else ()


def _put_off_until(call: Call) -> str:
    """Until when the user has just put one mail off, in their words; empty where that is not what was done last."""
    receipts, said = call.acting.receipts, call.dialogue.said
    if MailAction.SNOOZE not in receipts.proved or not receipts.proved <= _AT_TIMES or MailAction.SNOOZE not in receipts.changed:
        return ""
    snoozes = [line.command.when for line in said if line.command is not None and line.command.action is MailAction.SNOOZE]
    return snoozes[0] if len(snoozes) == 1 and said[-1].change.mails_meant(MailAction.SNOOZE) == 1 else ""


def _sends(call: Call, at: datetime, when: str) -> Sequence[str]:
    """The wish that a mail leave then, in the first form that names a moment."""
    day = f"{at:%A}" if (at.date() - call.now().date()).days < 7 else f"{at:%-d %B}"
    moment = with_time(f"{day} at {at:%H:%M}", when)
    lines = (f"send it {before}{moment} instead" for before in ("on ", "at ", ""))
    for line in lines:
        command = call.dialogue.understandings.of(line).command
        if command is not None and command.kind is CommandKind.SEND_LATER:
            return (line,)
    return ()


def _instead(said: Understanding) -> str:
    """The day, the time or the number that is wanted instead of another one; empty where that is not all of the words."""
    if (command := said.command) is not None:
        return command.text if command.kind is CommandKind.CHANGE_TEXT and not command.target else ""
    words, puts_right = said.words.strip(" .!").split(), said.words.lower().strip(" .!").endswith(" instead")
    while words and (first := words[0].lower().strip(",.")) in _CALLS_OUT | _PUTS_RIGHT | {"i", "make"}:
        if first in {"i", "make"} and (first, *(each.lower().strip(",.") for each in words[1:2])) not in _BY_TWO:
            break
        puts_right = puts_right or first not in _CALLS_OUT
        words = words[2 if first in {"i", "make"} else 1 :]
    return value_in(" ".join(words)) if puts_right else ""


def _of_the_draft(call: Call, said: Understanding) -> Sequence[str]:
    """ "No, Wednesday", "not Tuesday, Wednesday", "add Raj" and "remove see you there", where the draft that was told says such a thing."""
    draft, words = call.acting.draft or call.acting.kept, said.words.strip(" .!")
    if draft is None or not is_told_of(call) or call.dialogue.awaits is Awaits.WORDS:
        return ()
    if _OVER_AGAIN.fullmatch(words):
        return ("edit it",)
    if (more := _told_too(call, said)) is not None:
        return (f"add: {more}",)
    found = _of_a_value(said, draft.body) or _of_a_part(call, said, draft.body) or _answered(call, said) or _signed(call, words)
    return (found,) if found else _of_somebody(call, words) or _in_somebodys_place(call, said)


def _of_a_value(said: Understanding, body: str) -> str:
    value, (old, new) = _instead(said) if said.command is None else "", _not_but(said)
    if value and with_value(body, value) is not None:
        return f"make it {value}"
    return f"change {old} to {new}" if old and places_of(body, old) else ""


def _not_but(said: Understanding) -> tuple[str, str]:
    """ "Not Tuesday, Wednesday": both, where they are of one kind; else nothing."""
    found = _NOT_BUT.fullmatch(said.words.strip(" .!"))
    old, new = (value_in(found["old"]), value_in(found["new"])) if found is not None else ("", "")
    return (old, new) if old and new and with_value(old, new) == new else ("", "")


def _of_a_part(call: Call, said: Understanding, body: str) -> str:
    """ "Remove see you there", and "delete the last line", which may be said of a mail where nothing is written."""
    cut = _CUT.fullmatch(said.words.strip()) if said.command is None or said.command.loosely else None
    if cut is None:
        return ""
    as_part = call.dialogue.understandings.of(f"take out {cut['words']}")
    if as_part.command is not None and as_part.command.kind is CommandKind.CHANGE_TEXT:
        return as_part.words
    return f"take out the words {cut['words']}" if places_of(body, cut["words"]) else ""


def _told_too(call: Call, said: Understanding) -> str | None:
    """The words of "also tell him that I'm late", which are for whoever gets the draft that was told; without "also" too where that
    answers no mail, and they would go to somebody else."""
    draft, told = call.acting.draft, said.worded_for_them or said.command
    if draft is None or told is None or told.kind is not CommandKind.REPLY or told.who or told.target or told.ordinal or not told.text:
        return None
    first = said.heard.words[:1] if said.heard is not None else ()
    adds = Evidence((said,)).adds()
    is_told = not _TELLS.isdisjoint(split_words(said.words)[:4]) and first != ("reply",)
    return as_sentence(told.text) if is_told and (adds or draft.replies_to is None) else None


def _answered(call: Call, said: Understanding) -> str:
    """What is to be changed, where that was asked: "Wednesday", "Tuesday to Wednesday", "I can't come"."""
    is_asked = call.turn.asked_what_to_change == call.dialogue.turn
    is_answer = said.answer is None and said.small_talk is None and _YES_OR_NO.isdisjoint(split_words(said.words)[:1])
    if not is_asked or said.command is not None or not is_answer or said.awaited is not Awaited.WORDS:
        return ""
    understood, words = call.dialogue.understandings.of, said.words
    is_sentence = len(plain := [word.lower() for word in words.split()]) > 2 and has_a_verb(plain)
    lines = (f"change {words}", f"make it {words}", *([f"change it to {words}"] if is_sentence else []))
    return next((line for line in lines if (new := understood(line).command) is not None and new.kind is CommandKind.CHANGE_TEXT), "")


def _signed(call: Call, words: str) -> str:
    """ "Sign it Ben", "end with thanks", "start with dear Anna", in full."""
    found = _SIGNED.fullmatch(words)
    if found is None or may_be_known(call, found["words"]):
        return ""
    return f"{found['verb'] or 'sign'} it with {found['words']}"


def _of_somebody(call: Call, words: str) -> Sequence[str]:
    found = _OF_SOMEBODY.fullmatch(words)
    if found is None or not may_be_known(call, found["who"]):
        return ()
    return (f"cc {found['who']}",) if found["adds"] else (f"take {found['who']} off it",)


def _in_somebodys_place(call: Call, said: Understanding) -> Sequence[str]:
    """ "Change Anna to Raj", where that is no word of the text but one who gets the mail, and not both are."""
    draft, command = call.acting.draft, said.command
    if draft is None or command is None or command.kind is not CommandKind.CHANGE_TEXT or not command.target or not command.text:
        return ()
    old, new = command.target, command.text
    if places_of(draft.body, old) or not may_be_known(call, new) or named_among(draft.recipients, new):
        return ()
    if len(draft.to) == 1 and named_among(draft.to, old):
        return (f"send it to {new} instead",)
    copies = "bcc" if named_among(draft.bcc, old) else "cc"
    return (f"take {old} off it", f"{copies} {new}") if named_among(draft.recipients, old) else ()
