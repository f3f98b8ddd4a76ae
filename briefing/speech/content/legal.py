"""Legal notices under (or over) a mail.

A paragraph that is mostly legal notice is removed as a whole. In other paragraphs only the legal sentences are removed, because HTML mails
often come as a single paragraph, and the mail itself must not be lost with its notice. What people write of their own mails as well is a
notice only beside other signs of one.
"""

from collections.abc import Sequence

from briefing.speech.content.idioms import somewhere

_LEGAL = somewhere(
    r"intended (?:solely|only|exclusively)",
    r"intended (?:recipient|addressee)",
    r"legally privileged|privileged and confidential|confidential and (?:may|is|are)",
    r"unauthori[sz]ed (?:use|copying|disclosure|review)",
    r"(?:copy|copying|dissemination|distribution) (?:or|of) .{0,40}(?:prohibited|distribut\w+)",
    r"consider the environment",
    r"no liability",
    r"virus(?:es)?\b.{0,60}(?:liab\w+|respons\w+|damages?)",
    r"vertrauliche.{0,80}informationen",
    r"irrtümlich erhalten|erhalten .{0,60}irrtümlich",
    r"(?:unerlaubte|unbefugte) .{0,60}nicht gestattet|vernichten sie diese",
    r"confidentiel.{0,80}destinataire|reçu .{0,60}par erreur",
)

_ALSO_ORDINARY = tuple(
    map(
        somewhere,
        (
            r"receive[d]? .{0,60}(?:in error|by mistake)",
            r"notify the sender",
            r"(?:delete|destroy) (?:it|this (?:message|e-?mail))",
        ),
    )
)
"""Signs of which people write one by itself: "Delete it if it is of no use", "I received your parcel by mistake"."""

_OF_THE_MAIL = somewhere(r"e-?mails?|messages?|communication|transmission|recipients?|addressees?|print(?:ing)?|nachricht|destinataires?")


def without_legal(paragraph: Sequence[str]) -> list[str]:
    """The sentences of one paragraph without its legal notice."""
    signs = sum(any(map(sign.search, paragraph)) for sign in (_LEGAL, *_ALSO_ORDINARY))
    legal = _ALSO_ORDINARY if signs > 1 else ()
    kept = [each for each in paragraph if not (_LEGAL.search(each) or any(sign.search(each) for sign in legal))]
    return kept if len(kept) * 2 > len(paragraph) else []


def without_notices(paragraphs: Sequence[Sequence[str]]) -> list[str]:
    """The sentences of a text without its legal notices. Where none were left, only what speaks of the mail itself is a notice."""
    kept = [sentence for paragraph in paragraphs for sentence in without_legal(paragraph)]
    return kept or [sentence for paragraph in paragraphs if not any(map(_OF_THE_MAIL.search, paragraph)) for sentence in paragraph]
