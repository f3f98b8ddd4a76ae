"""Questions before an action whose details the user must know exactly: who gets it, what, how many.

The author of a subject, a list's name or an address may try to make the question sound like another one. So their text is cleaned, capped
and quoted, and an address keeps every letter: letters that only look Latin are named. An address is never shortened.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.wording.counts import count_word, counted, joined
from briefing.speech.wording.moments import spoken_clock
from briefing.speech.wording.quoting import quoted, titled, without_headers
from briefing.speech.wording.speakable import capped, one_line

MANY_ADDRESSES = 8
MOST_EXAMPLES = 3
_LONGEST_NAME = 48
LEAST_AT_ONCE, MOST_AT_ONCE = 25, 50
"""Words of a mail that are read in one go: after an interruption, what was not read to its end is read again."""

YES_OR_NO = "Yes or no."
CHANGED_BY_HAND = ", which was changed by hand"
ASKS_TO_SEND = "Shall I send it like this?"

WE_BOTH_SPOKE = "We spoke at the same time, so once more."
SOMETHING_CAME_BETWEEN = "Something came in between, so once more."
NOT_FINISHED = "I had not finished, so once more."
A_WHILE_AGO = "I asked that a while ago, so once more."
LINE_WAS_GONE = "The line was gone in between, so once more."
IT_CHANGED = "It has changed since I asked."
"""Said before a question is put once more: why the answer to it did not count. Never a reproach."""

_NEVER_WRITTEN_TO = ", whom you have not written to before"
_UNDO = ("Undo what was done to", "")


def send_question(  # noqa: PLR0913 - a field of the mail each
    *,
    to: Sequence[str],
    cc: Sequence[str] = (),
    bcc: Sequence[str] = (),
    subject: str = "",
    attachments: Sequence[str] = (),
    send_at: datetime | None = None,
    now: datetime | None = None,
    words: Sequence[str] = (),
    heard: int = 0,
) -> tuple[str, ...]:
    """`Draft to Anna Berg, with the subject “Lunch”:`, `“Tuesday works.”`, `Shall I send it like this?`: each is played by itself.

    Of what leaves nothing is left out: all recipients are said, as they are given, and the whole subject. `words` are those of
    `mail_words`; so many of them as were `heard` are not read again.
    """
    copies = [f"{role} {_recipients(each)}" for role, each in (("copy to", cc), ("blind copy to", bcc)) if each]
    unheard = words[heard:]
    parts = [
        f"Draft to {_recipients(to)}",
        *copies,
        f"to leave on {moment(send_at, now=now)}" if send_at else "",
        f"with the subject {_whole_title(subject)}" if one_line(subject) else "",
        _attached(attachments),
        "with the words that you know" if not unheard else "from where I stopped" if len(unheard) < len(words) else "",
    ]
    head = ", ".join(part for part in parts if part)
    return (*_in_pieces(f"{head}{':' if unheard else '.'}".split()), *unheard, ASKS_TO_SEND)


def mail_words(body: str, *, quoted_mail: str = "", quoted_from: str = "", edited: bool = False) -> tuple[str, ...]:
    """All words of a mail in pieces of some sentences. `quoted_mail` is passed on behind them; it is named, with who wrote it, and whether
    the user has `edited` it."""
    own = without_headers(one_line(body)).replace('"', "'").replace("\u201c", "'").replace("\u201d", "'").split()
    pieces = _in_pieces(own)
    if pieces:
        pieces = [f"\u201c{pieces[0]}", *pieces[1:]]
        pieces[-1] += "\u201d"
    if quoted_mail:
        behind = f"{forwarded(quoted_from)}, with {counted(len(one_line(quoted_mail).split()), 'word')}"
        pieces.append(f"It passes on {behind}{CHANGED_BY_HAND if edited else ''}.")
    elif edited:
        pieces.append("Of the mail that it passed on nothing is left.")
    return tuple(pieces) or ("It has no text.",)


def _in_pieces(words: Sequence[str]) -> list[str]:
    pieces: list[list[str]] = []
    for word in words:
        if not pieces or len(pieces[-1]) >= MOST_AT_ONCE or (len(pieces[-1]) >= LEAST_AT_ONCE and pieces[-1][-1][-1] in ".!?"):
            pieces.append([])
        pieces[-1].append(word)
    return [" ".join(piece) for piece in pieces]


def never_written_to(address: str) -> str:
    """The address of a recipient who is new, with that they are."""
    return f"{spoken_address(address)}{_NEVER_WRITTEN_TO}"


def recipient_question(address: str, warnings: Sequence[str]) -> str:
    """`Careful: ... Shall it go to eve@examp1e.org all the same? Yes or no.`; `warnings` are whole sentences."""
    return " ".join([*warnings, f"Shall it go to {spoken_address(address)} all the same?", YES_OR_NO])


def unsubscribe_question(*, list_name: str, to: str, code: str = "", instead_of: str = "") -> str:
    """`Unsubscribe from “Weekly deals”? I would write “unsubscribe” to leave@example.org. Yes or no.`; of a server, that it is told.

    `code` stands in the mail as well. `instead_of` is the list's own domain, if `to` is none of its addresses.
    """
    name = titled(one_line(list_name), _LONGEST_NAME)
    writes = f"write {f'the code {code}, and ' if code else ''}\u201cunsubscribe\u201d to"
    careful = f" Careful: that is not at {spoken_address(instead_of)}, where its mail comes from." if instead_of else ""
    return f"Unsubscribe from {name or 'this list'}? I would {writes if '@' in to else 'tell'} {spoken_address(to)}.{careful} {YES_OR_NO}"


def change_question(action: MailAction, *, mails: int, examples: Sequence[str] = (), label: str = "", left_out: Sequence[str] = ()) -> str:
    """`Archive it? Yes or no.`, `Archive the mail from Anna? ...`, `Delete 14 mails, to the trash: from Anna, Raj and 11 more? ...`

    `left_out`: `Archive five mails: Anna, Raj and three more, but not the one from the Tide Clock? ...`
    """
    before, behind = ON_MAILS[action].question if action in ON_MAILS else _UNDO
    named = quoted(one_line(label), _LONGEST_NAME)
    names = [name for each in examples[:MOST_EXAMPLES] if (name := _name(each))]
    objects = _one(names) if mails == 1 else counted(mails, "mail")
    among = ""
    if mails > 1 and names:
        rest = mails - len(names)
        among = f": {joined([*names, f'{count_word(rest)} more'] if rest > 0 else names)}"
    return f"{before.format(label=named)} {objects}{behind.format(label=named)}{among}{but_not(left_out)}? {YES_OR_NO}"


def but_not(left_out: Sequence[str]) -> str:
    """`, but not the one from Anna`, `, but not three: Anna and Raj`; empty if nothing is left out. A name for each mail."""
    names = [name for each in dict.fromkeys(left_out) if (name := _name(each))]
    rest = [f"{count_word(len(names) - MOST_EXAMPLES)} more"] if len(names) > MOST_EXAMPLES else []
    among = joined([*names[:MOST_EXAMPLES], *rest])
    if len(left_out) == 1:
        return f", but not {f'the one from {among}' if names else 'one of them'}"
    return f", but not {count_word(len(left_out))}{': ' if names else ''}{among}" if left_out else ""


def is_new(address: str) -> str:
    return f"You have not written to {spoken_address(address)} before."


def reply_to_differs(address: str) -> str:
    """The sender wants the answer to go to another address than the mail came from."""
    return f"Careful: the answer would go to {spoken_address(address)}, which is not where the mail came from."


def looks_like(address: str, resembles: str) -> str:
    """A recipient whose address is easily confused with that of somebody the user knows."""
    return f"Careful: {spoken_address(address)} is not {spoken_address(resembles)}, though it looks like it."


def spoken_address(address: str) -> str:
    """The address with all its letters; a letter outside ASCII is named, an invisible character is left out.

    `anna@ex (cyrillic small letter a) mple.org` cannot be taken for the address that it imitates.
    """
    shown = (_spoken(each) for each in address if unicodedata.category(each)[0] in "LNMSP")
    return "".join(shown) or "nobody"


def moment(at: datetime, *, now: datetime | None) -> str:
    """`Monday, 23 November, at nine in the morning`, in the moment's own time zone; with the year unless it is the one that is `now`."""
    year = "" if now is not None and at.year == now.astimezone(at.tzinfo).year else f" {at.year}"
    return f"{at:%A}, {at.day} {at:%B}{year}, at {spoken_clock(at.hour, at.minute)}"


def _spoken(character: str) -> str:
    return character if character.isascii() else f" ({unicodedata.name(character, 'unknown letter').lower()}) "


def _recipients(said: Sequence[str]) -> str:
    number = f"{counted(len(said), 'address', 'addresses')}: " if len(said) > MANY_ADDRESSES else ""
    if (new := [each.removesuffix(_NEVER_WRITTEN_TO) for each in said if each.endswith(_NEVER_WRITTEN_TO)])[1:]:
        known = [each for each in said if not each.endswith(_NEVER_WRITTEN_TO)]
        return f"{number}{joined(known)}{' and to ' if known else ''}{joined(new)}{_NEVER_WRITTEN_TO}"
    return f"{number}{joined(list(said))}" if said else "nobody yet"


def forwarded(sender: str) -> str:
    """`the mail from Anna Keller`, of a mail that is passed on."""
    name = _name(sender)
    return f"the mail from {name}" if name else "the mail that is passed on"


def _attached(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"with {counted(len(names), 'attachment')}, {joined([_whole_title(name) or 'one without a name' for name in names])}"


def _whole_title(text: str) -> str:
    title = one_line(text)
    return titled(title, len(title))


def _one(names: Sequence[str]) -> str:
    return f"the mail from {names[0]}" if names else "it"


def _name(name: str) -> str:
    """A name without the marks that would make it sound like a sentence of ours."""
    unmarked = re.sub(r'[?!:;"\u201c\u201d]|\.(?=\s|$)', "", one_line(name))
    return capped(unmarked.strip(" ,"), _LONGEST_NAME)
