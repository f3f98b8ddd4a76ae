"""Which language a text is in, so that the briefing can say so.

py3langid needs half a second for its first text, so it is loaded by `prepare` or by the first mail that is long enough to tell, not
by the import.
"""

import threading
from array import array
from functools import cache
from typing import Any

from briefing.mail import MailId, MailText
from providers.mime.body import MailBody

MIN_LETTERS = 40
MAX_CHARACTERS = 2_000
MIN_CONFIDENCE = 0.8
MIN_LETTERS_MARKED, MIN_CONFIDENCE_MARKED = 12, 0.95
"""Of a shorter text with letters that English does not write: "Ça marche, à demain" can be told, "Thanks Zoë" not."""
WIDESPREAD = frozenset(
    {"ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt"}
    | {"lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh"}
)
"""Without the many small neighbours that short mails are mistaken for."""

_loading = threading.Lock()


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - loads numpy and the model: only when first needed

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(WIDESPREAD)
    # As lists, each look counts a reference, which gives a forked process a copy of a page of its own; and they are 7 MB.
    identifier.tk_output = array("i", identifier.tk_output)
    identifier._rowbase = array("I", identifier._rowbase)
    return identifier


def prepare() -> None:
    """Load the model now, so that the first mail does not wait for it."""
    with _loading:
        _identifier()


def language_of(text: str) -> str:
    """ISO 639-1 code of the text's language, or empty when it is too short or too mixed to tell. Safe in threads."""
    letters = sum(1 for letter in text[:MAX_CHARACTERS] if letter.isalpha())
    is_short = letters < MIN_LETTERS
    if letters < MIN_LETTERS_MARKED or (is_short and text.isascii()):
        return ""
    with _loading:
        identifier = _identifier()
    code, confidence = identifier.classify(text[:MAX_CHARACTERS])
    return str(code) if confidence >= (MIN_CONFIDENCE_MARKED if is_short else MIN_CONFIDENCE) else ""


def mail_text(mail: MailId, body: MailBody) -> MailText:
    return MailText(
        mail_id=mail,
        text=body.text,
        language=language_of(body.text),
        attachments=body.attachments,
        quoted=body.quoted,
        readable=body.readable,
        too_large=body.too_large,
    )
