"""Attachments as a person would mention them: the kind, and the file name only if a person chose it."""

import re
from collections import Counter

from briefing.speech.wording.characters import says_something
from briefing.speech.wording.counts import count_word, counted
from briefing.speech.wording.quoting import titled
from briefing.speech.wording.speakable import capped, speakable

_KINDS = {
    "pdf": ("a PDF", "PDFs"),
    **dict.fromkeys(("jpg", "jpeg", "png", "heic", "gif", "webp", "tif", "tiff"), ("a picture", "pictures")),
    **dict.fromkeys(("doc", "docx", "odt", "rtf", "pages"), ("a document", "documents")),
    **dict.fromkeys(("xls", "xlsx", "ods", "csv", "numbers"), ("a spreadsheet", "spreadsheets")),
    **dict.fromkeys(("ppt", "pptx", "odp", "key"), ("a presentation", "presentations")),
    **dict.fromkeys(("zip", "tar", "gz", "7z", "rar"), ("an archive file", "archive files")),
    **dict.fromkeys(("mp3", "m4a", "wav", "ogg", "opus"), ("a sound recording", "sound recordings")),
    **dict.fromkeys(("mp4", "mov", "avi", "mkv", "webm"), ("a video", "videos")),
    **dict.fromkeys(("ics",), ("a calendar entry", "calendar entries")),
    **dict.fromkeys(("eml", "msg"), ("a forwarded mail", "forwarded mails")),
}  # fmt: skip
_OTHER = ("an attachment", "attachments")
_EMBEDDED = re.compile(r"(?:image|bild|logo|outlook)[-_]?[0-9a-z]{0,12}\.(?:png|jpe?g|gif)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?=\D*[0-9])[\W_]*[A-Z]{0,4}[0-9][\w.-]*+[\W_]*", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:img|dsc[nf]?|pxl|image|photo|scan|screenshot|whatsapp image|document|unnamed|attachment|file|untitled|winmail"
    r"|invoice|bill|rechnung|receipt|facture|tickets?)?[\W_0-9]*",
    re.IGNORECASE,
)


def attached_parts(names: tuple[str, ...], *, invitation: bool = False) -> tuple[str, ...]:
    """Attachments that a person meant to send: without logos and without the calendar file of an invitation."""
    wanted = [name for name in names if not _EMBEDDED.fullmatch(name.strip()) and not (invitation and _extension(name) == "ics")]
    return tuple(wanted)


def spoken_attachments(names: tuple[str, ...]) -> str:
    """`a PDF, \u201ccontract signed\u201d`, `three pictures`, `two attachments`; empty without any."""
    if not names:
        return ""
    kinds = Counter(_KINDS.get(_extension(name), _OTHER) for name in names)
    if len(names) == 1:
        (one, _), title = next(iter(kinds)), _title(names[0])
        return f"{one}, {titled(title)}" if title else one
    if len(kinds) == 1:
        return f"{count_word(len(names))} {next(iter(kinds))[1]}"
    return counted(len(names), "attachment")


def _extension(name: str) -> str:
    return name.strip().rpartition(".")[2].lower()


def _title(name: str) -> str:
    stem = name[:200].strip().rpartition(".")[0] if _extension(name) in _KINDS else name[:200]
    stem = re.sub(r"[_+]+|(?<=\w)-(?=\w)|%20", " ", stem)
    stem = " ".join(word for word in stem.split() if not _NUMBERED.fullmatch(word))
    title = capped(speakable(stem).replace('"', "'"), 40)
    return "" if not says_something(title) or _SAYS_NOTHING.fullmatch(title) else title
