"""Writes the briefing mail: what it is made of, its words, and its two bodies."""

from dataclasses import dataclass, field

from correspondence.briefing_mail.html_body import html_body
from correspondence.briefing_mail.letter_parts import letter_of
from correspondence.briefing_mail.letter_words import how_to_answer
from correspondence.briefing_mail.material import BriefingMaterial
from correspondence.briefing_mail.text_body import text_body


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingMail:
    """The same words twice: as plain text and as HTML."""

    subject: str = field(repr=False)
    text: str = field(repr=False)
    html: str = field(repr=False)


def compose(material: BriefingMaterial, *, introduction: str = "") -> BriefingMail:
    """The mail of this material; the same material makes the same mail. `introduction` has been held against it before."""
    letter = letter_of(material, how_to_answer=how_to_answer(material), introduction=introduction)
    return BriefingMail(subject=letter.subject, text=text_body(letter), html=html_body(letter))
