"""The sentences of a mail that are worth saying: what is left without greeting, pleasantries, footers, notices and copied headers."""

import re

from briefing.speech.content.legal import without_notices
from briefing.speech.content.mass_mail import FOOTER as FOOTER_TO_MANY
from briefing.speech.content.phrases import (
    BUTTON,
    CLOSING_LINE,
    FOOTER,
    FORWARD_MARK,
    GREETING_LINE,
    GREETING_START,
    HEADER_LINE,
    MASS_FOOTER,
    PLEASANTRY,
    SPONSORED,
)
from briefing.speech.content.printed_matter import without_printed_matter
from briefing.speech.content.splitting import sentences
from briefing.speech.wording.characters import says_something
from briefing.speech.wording.counts import joined, sentence_start
from briefing.speech.wording.speakable import speakable

_SIGNATURE_LINES = 8
_LONGEST_FOOTER = 200
_ADDRESSED = re.compile(r"\s*[^\W\d][\w'-]*(?: [\w'-]+){0,2}\s*,\s*")
_SIGNED = re.compile(r"\s*(?:[-\u2013~]+ ?)?[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*){0,2}(?: x+)?\s*")
_ANNOTATION = re.compile(r"\s*(?:\[[^\[\]]{1,200}\]|(?:-{2,40}|_{2,40}|={2,40})\s*[^\s_=-].{0,118}\s*(?:-{2,40}|_{2,40}|={2,40}))\s*")
_COMMENT = re.compile(r"\s*-{2,9} ?Comment #\d{1,6} (?:from|by) ([^()<>]{2,60}?) ?[(<].{3,120}[)>] ?-{2,9}\s*")
_TABLE = re.compile(
    r"(?!.{0,200}[0-9][.,][0-9]{2}\b)[^|]{0,80}\|[^|]{0,80}\|[^|]{0,120}"
    r"|[^()\s][^()]{1,60} \([^()\s@]{1,64}@[^()\s]{1,100}\) changed:\s{0,9}"
)
_PASSED = re.compile(r"[^/|]{1,80} ?[/|] ?(?:succeeded|success|passed|skipped|status)\b.{0,40}", re.IGNORECASE)
"""A row of a table of checks that asks for nothing; one that failed is told."""
_UNDERLINE = re.compile(r"\s{0,40}(?:-{3,100}|={3,100}|_{3,100}|\*{3,100}|~{3,100})\s{0,40}")
_TELLS = re.compile(r"[.?!]\W{0,9}$|day\b|\b(?:is|are|was|were|will|has|have|must|can(?:not)?|need|please)\b", re.IGNORECASE)
"""What is no title, however it stands: a sentence, or what names a day."""
_MENTIONED = re.compile(r"(?<!\S)@([\w.+-]{1,64})@[\w.-]{3,80}")
_ONLY_LINK = re.compile(r"\s*<?https?://\S{1,900}\s*")
_MESSENGER = re.compile(
    r"^(?:[^.:!?]{2,40} (?:sent you a (?:new )?message|wrote|commented|says|schrieb|a \u00e9crit)|Transcript(?:ion)?|Voicemail): (?=\S)"
)


def worth_saying(text: str, *, to_many: bool) -> list[str]:
    """Speakable sentences of a text; `to_many` says that it is mail to many or from a machine.

    When nothing is left (a mail that is only "Thanks!"), greeting and pleasantries are what it says.
    """
    written, printed = without_printed_matter(_MENTIONED.sub(r"@\1", text).splitlines())
    if to_many:
        written = _without_annotations(without_sponsors(written))
    lines = [line if says_something(line) and not is_machinery(line, to_many=to_many) else "" for line in written]
    if printed and not any(lines):
        return [sentence_start(f"{joined(printed)}.")]
    body = _spoken(_without_closing(_without_greeting(lines)))
    kept = [spoken for spoken in body if not PLEASANTRY.fullmatch(spoken.rstrip(".!? "))] or _spoken(lines)
    return [spoken for spoken in kept if not (to_many and is_machinery(spoken, to_many=True))]


def printed_in(text: str) -> str:
    """ "a patch of 40 lines", "a log of 12 lines and a patch of three lines"; empty where all is words."""
    return joined(without_printed_matter(text.splitlines())[1])


def _without_annotations(lines: list[str]) -> list[str]:
    """The lines without titles, tables, remarks in brackets and bare links; of a numbered comment only who wrote it."""
    kept: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=False):
        if found := _COMMENT.fullmatch(line[:_LONGEST_FOOTER]):
            kept += ["", f"{found[1]} comments:"]
        else:
            bare = _ONLY_LINK.fullmatch(line[:_LONGEST_FOOTER]) and not (kept and kept[-1].rstrip().endswith(":"))
            table = _TABLE.fullmatch(line[:_LONGEST_FOOTER]) or _PASSED.fullmatch(line[:_LONGEST_FOOTER])
            title = _UNDERLINE.fullmatch(below) or _ANNOTATION.fullmatch(line[:_LONGEST_FOOTER])
            kept.append("" if bare or table or (title and not _TELLS.search(line)) else line)
    return kept if any(map(says_something, kept)) else lines


def without_sponsors(lines: list[str]) -> list[str]:
    """The lines without paragraphs that somebody has paid for, and says so in front."""
    kept: list[str] = []
    paid = False
    for line in lines:
        paid = (paid and bool(line.strip())) or (len(line) <= _LONGEST_FOOTER and SPONSORED.match(line) is not None)
        kept.append("" if paid else line)
    return kept


def paragraphs_of(lines: list[str]) -> list[list[str]]:
    """Paragraphs, each as its speakable sentences."""
    parts = re.split(r"\n(?>(?:[^\S\n]*+\n)+)", "\n".join(lines))
    return [spoken for spoken in (sentences(speakable(part)) for part in parts) if spoken]


def is_machinery(line: str, *, to_many: bool) -> bool:
    """Whether a line is a copied header, a forwarding mark or part of a footer; in mail `to_many` more counts as footer.

    A long line is never one of these: flattened newsletters put everything on one line.
    """
    if len(line) > _LONGEST_FOOTER:
        return False
    if FORWARD_MARK.fullmatch(line) or HEADER_LINE.fullmatch(line) or FOOTER.search(line):
        return True
    return to_many and bool(BUTTON.fullmatch(line) or MASS_FOOTER.search(line) or FOOTER_TO_MANY.search(line))


def _without_greeting(lines: list[str]) -> list[str]:
    """Greeting lines made empty; so is a first line that only addresses somebody ("Sammy,", "My darlings,")."""
    first = next((at for at, line in enumerate(lines) if line), 0)
    return [
        "" if GREETING_LINE.fullmatch(line[:_LONGEST_FOOTER]) or (at == first and _ADDRESSED.fullmatch(line[:80])) else line
        for at, line in enumerate(lines)
    ]


def _without_closing(lines: list[str]) -> list[str]:
    """The lines before "Kind regards" and the like, or before a name that stands alone at the end."""
    for at in range(max(0, len(lines) - _SIGNATURE_LINES), len(lines)):
        if CLOSING_LINE.fullmatch(lines[at][:_LONGEST_FOOTER]) and any(lines[:at]):
            return lines[:at]
    last = len(lines) - 1
    while last > 0 and not lines[last]:
        last -= 1
    return lines[:last] if last > 1 and not lines[last - 1] and any(lines[:last]) and _SIGNED.fullmatch(lines[last][:80]) else lines


def _spoken(lines: list[str]) -> list[str]:
    said = without_notices(paragraphs_of(lines))
    found = [_MESSENGER.sub("", GREETING_START.sub("", sentence, count=1), count=1) for sentence in said]
    return [sentence_start(sentence) for sentence in found if says_something(sentence)]
