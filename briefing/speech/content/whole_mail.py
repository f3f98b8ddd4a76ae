"""A mail read out in full: every sentence of its own text, in pieces short enough to stop between.

The end says what was left out (a legal notice), so that "in full" stays true.
"""

from collections.abc import Sequence

from briefing.mail import Address, Envelope, MailText
from briefing.speech.content.attached import attached_parts, spoken_attachments
from briefing.speech.content.legal import without_legal
from briefing.speech.content.names import spoken_name
from briefing.speech.content.own_words import is_machinery, paragraphs_of
from briefing.speech.content.phrases import FORWARD_MARK, HEADER_LINE
from briefing.speech.wording.characters import says_something
from briefing.speech.wording.counts import sentence_start
from briefing.speech.wording.languages import in_language
from briefing.speech.wording.quoting import finished, without_headers

LONGEST_PIECE = 299
_LONGEST_HEADER = 500
_READ_AT_MOST = 60_000
"""Characters: more than an hour of speech."""


def read_in_full(envelope: Envelope, text: MailText | None) -> list[str]:
    """The whole own text as it is read out, in pieces of at most 300 characters, each one or more whole sentences where they fit.

    The first piece says who speaks, the last that it is over. Without a text, the envelope's snippet is read and said to be a beginning.
    """
    who = spoken_name(envelope.sender)
    if not envelope.readable or (text is not None and not text.readable):
        why = "it is too large to read" if text is not None and text.too_large else "I could not read it"
        return [sentence_start(f"{who} sent this mail, but {why}.")]
    own = text.text if text is not None else envelope.snippet
    paragraphs, kept = _paragraphs(envelope, own)
    names = text.attachments if text is not None and text.attachments else envelope.attachments
    attached = spoken_attachments(attached_parts(names, invitation=envelope.invitation))
    if not kept:
        return [f"This mail has no text{f', only {attached}' if attached else ''}."]
    return [
        sentence_start(f"{who} writes{in_language(text.language) if text is not None else ''}:"),
        *(finished(piece) for part in kept for piece in pieces_of([sentence_start(without_headers(sentence)) for sentence in part])),
        *(["I left out the legal notice."] if sum(map(len, kept)) < sum(map(len, paragraphs)) else []),
        *([finished(f"It comes with {attached}")] if attached else []),
        _last_words(own, text),
    ]


def words_of(envelope: Envelope, text: MailText) -> int:
    """How many words of the mail are read out."""
    return sum(len(sentence.split()) for part in _paragraphs(envelope, text.text)[1] for sentence in part)


def _paragraphs(envelope: Envelope, own: str) -> tuple[list[list[str]], list[list[str]]]:
    """All paragraphs, each in sentences, and those that are read out: without the legal notice, unless there is nothing else."""
    paragraphs = paragraphs_of(_own_lines(own[:_READ_AT_MOST], to_many=envelope.bulk or envelope.automatic))
    return paragraphs, [part for part in map(without_legal, paragraphs) if part] or paragraphs


def _last_words(own: str, text: MailText | None) -> str:
    if text is None:
        return "That is the beginning; the rest has not loaded yet."
    return "That is the whole mail." if len(own) <= _READ_AT_MOST else "The mail goes on, but I stop reading here."


def pieces_of(said: Sequence[str]) -> list[str]:
    """Spoken sentences in pieces of at most 299 characters and a full stop, cut between sentences, else at commas or words."""
    pieces: list[str] = []
    for sentence in said:
        for part in _cut(sentence):
            if pieces and len(pieces[-1]) + len(part) < LONGEST_PIECE:
                pieces[-1] = f"{pieces[-1]} {part}"
            else:
                pieces.append(part)
    return pieces


def _cut(sentence: str) -> list[str]:
    parts = []
    while len(sentence) > LONGEST_PIECE:
        head = sentence[:LONGEST_PIECE]
        at = max(head.rfind(", ") + 1, head.rfind("; ") + 1)
        if at < LONGEST_PIECE // 3:
            at = head.rfind(" ")
        at = at if at > 0 else LONGEST_PIECE
        parts.append(sentence[:at].strip())
        sentence = sentence[at:].strip()
    return [*parts, sentence] if sentence else parts


def _address(written: str) -> Address:
    name, _, email = written[:300].rpartition("<")
    return Address(name=name.strip(' "'), email=email.strip(" >").lower()) if "@" in email else Address(name=written[:300])


def _own_lines(text: str, *, to_many: bool) -> list[str]:
    """The lines, a copied block of headers shrunk to who sent what was forwarded, links to read elsewhere left out."""
    lines: list[str] = []
    for line in text.splitlines():
        header = HEADER_LINE.fullmatch(line[:_LONGEST_HEADER])
        if header and header[1].lower() in {"from", "von", "de"} and says_something(header[2]):
            lines.append(f"Forwarded from {spoken_name(_address(header[2]))}:")
        elif FORWARD_MARK.fullmatch(line):
            lines.append("")
        elif not is_machinery(line, to_many=to_many):
            lines.append(line)
    return lines
