"""Mail text for a model: as data (`prompts.data_quotation`), and no more of it than is needed."""

from datetime import tzinfo

from briefing.agenda import MailRef
from briefing.mail import MailText
from briefing.speech.wording.speakable import one_line
from prompts.data_quotation import as_data

__all__ = ["OF_THE_BRIEFING", "as_data", "listed_fields", "mail_as_data", "mail_fields", "text_fields"]

MOST_SUBJECT = 200
MOST_BEGINNING = 100
MOST_TEXT = 400
"""Of a mail that a result names: the beginning of the open one's text stands at the end of each request, and a tool has all of it."""
MOST_ATTACHMENTS = 10
OF_THE_BRIEFING = "en"
"""The language that is spoken anyway."""


def mail_fields(mail: MailRef) -> dict[str, object]:
    return {"mail_id": mail.mail_id, "from": _short(mail.sender.written), "subject": _short(mail.subject)}


def listed_fields(mail: MailRef, *, begins: str, zone: tzinfo | None) -> dict[str, object]:
    """Of a mail in a list, with its date on the user's clock and its first words."""
    date = {"date": mail.received_at.astimezone(zone).isoformat(timespec="minutes")} if mail.received_at else {}
    return {**mail_fields(mail), **date, **({"begins": one_line(begins)[:MOST_BEGINNING]} if begins else {})}


def mail_as_data(mail: MailRef, text: MailText | None = None, *, most: int = MOST_TEXT) -> str:
    """What a model may know of a mail. The text is cut to a length, and marked if it is; for more, the model has a tool."""
    return as_data({**mail_fields(mail), **({} if text is None else text_fields(text, most))})


def text_fields(text: MailText, most: int) -> dict[str, object]:
    """The first `most` characters, and what else is known of a text.

    Empty fields are left out: a provider does not cache this text, so each request pays for it.
    """
    names = [_short(name) for name in text.attachments[:MOST_ATTACHMENTS]]
    beside = {
        "text_is_cut": len(text.text) > most,
        "attachments": names,
        "more_attachments": len(text.attachments) - len(names),
        "language": text.language if text.language != OF_THE_BRIEFING else "",
    }
    return {"text": text.text[:most]} | {name: value for name, value in beside.items() if value}


def _short(text: str) -> str:
    return one_line(text)[:MOST_SUBJECT]
