"""The briefing mail as sections and rows, from which both of its bodies are drawn: what one says, the other says."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from briefing.speech.content.names import spoken_name
from briefing.speech.wording.counts import joined
from correspondence.briefing_mail import letter_words as words
from correspondence.briefing_mail.material import BriefingMaterial, Meeting, ToldMail
from correspondence.briefing_mail.plain_names import read_text, without_links

MOST_NAMED = 6
_LONGEST_LINE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`number` is empty where nothing can be done with it by number. `marked`: what stands in `when` presses."""

    number: str = ""
    head: str = field(default="", repr=False)
    title: str = field(default="", repr=False)
    lines: tuple[str, ...] = field(default=(), repr=False)
    when: str = ""
    small: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterParts:
    """`introduction` has paragraphs; `why` says at the end why it was sent."""

    subject: str
    greeting: str
    introduction: tuple[str, ...]
    sections: tuple[Section, ...]
    why: str


def letter_of(material: BriefingMaterial, *, how_to_answer: Sequence[str], introduction: str = "") -> LetterParts:
    """`introduction` is what a model has written, held against all the rest; the counts stand before it, whatever it says."""
    return LetterParts(
        subject=words.subject(material.day),
        greeting=words.greeting(material),
        introduction=tuple(filter(None, (words.counts(material), without_links(introduction)))),
        sections=tuple(section for section in _sections(material, how_to_answer) if section.rows),
        why=words.WHY_YOU_GET_IT,
    )


def _sections(material: BriefingMaterial, how_to_answer: Sequence[str]) -> Iterator[Section]:
    at_length = [mail for mail in material.mails if not mail.in_short]
    needed = [mail for mail in at_length if mail.important]
    yield Section(title=words.MEETINGS, rows=tuple(_meeting(meeting, material) for meeting in material.meetings))
    yield Section(title=words.NEEDS_YOU, rows=_mails(needed))
    yield Section(title=words.FURTHER, rows=_mails(mail for mail in at_length if not mail.important))
    in_short = [mail for mail in material.mails if mail.in_short]
    yield Section(title=words.NEED_YOU_TOO, rows=_mails(mail for mail in in_short if mail.important))
    yield Section(title=words.IN_SHORT, rows=_mails(mail for mail in in_short if not mail.important))
    yield Section(title=words.DOCUMENTS, rows=tuple(_documents(material)))
    yield Section(title=words.LEFT_OUT, rows=tuple(Row(lines=(line,)) for line in words.left_out(material)))
    if material.mails:
        yield Section(title=words.ANSWERING, rows=tuple(Row(lines=(line,)) for line in how_to_answer))


def _mails(mails: Iterable[ToldMail]) -> tuple[Row, ...]:
    return tuple(
        Row(
            number=str(mail.number),
            head=read_text(spoken_name(mail.sender), 80),
            title=words.title_of(mail),
            lines=(without_links(mail.line[:_LONGEST_LINE]),) if mail.line else (),
            when=mail.when,
            small=without_links("; ".join((*words.kind_of(mail), *mail.why))),
        )
        for mail in mails
    )


def _meeting(meeting: Meeting, material: BriefingMaterial) -> Row:
    names = [read_text(name, 60) for name in meeting.with_]
    others = len(names) - MOST_NAMED
    with_ = joined([*names[:MOST_NAMED], *([f"{others} more"] if others > 0 else [])])
    facts = [f"With {with_}." if names else "", f"Where: {read_text(meeting.place, 100)}." if meeting.place.strip() else ""]
    found = [without_links(item.text[:_LONGEST_LINE]) for item in meeting.research]
    return Row(
        head=words.hours(meeting, material.now),
        title=read_text(meeting.title, 140) or "(no title)",
        lines=tuple(filter(None, (" ".join(filter(None, facts)), *found))),
        small="not confirmed" if meeting.is_tentative else "",
    )


def _documents(material: BriefingMaterial) -> Iterator[Row]:
    for document in material.documents:
        line = read_text(document.line, 200)
        yield Row(title=f"{read_text(document.name, 80)} (with {document.number})", lines=(line,) if line else ())
