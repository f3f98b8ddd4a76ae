"""Text of others for a mail that is read, not heard: on one line, and with nothing in it that a mail program makes a link of.

Mail programs link what looks like an address of a page or of somebody, in plain text too. A briefing holds no link, so that nobody is led
anywhere by what a stranger put into a subject: its dots are put into brackets, as is usual where addresses are written to be read.
"""

import re

from briefing.speech.wording.links import with_spoken_links
from briefing.speech.wording.speakable import capped, one_line

_LONGEST_READ = 2_000
_READING = "pdf doc docx odt rtf xls xlsx ods csv ppt pptx odp txt ics eml msg html xml json"
_SEEING = "jpg jpeg png gif heic webp tif tiff mp3 mp4 wav"
_FILE_ENDINGS = frozenset([*_READING.split(), *_SEEING.split()])
"""None of them is the end of a host."""
_HOST = re.compile(r"(?<![\w.-])(?:[\w-]{1,63}\.)+[^\W\d_]{2,24}(?![\w-])")
_SCHEME = re.compile(r"\b([a-z][a-z0-9+.-]{1,15})://", re.IGNORECASE)
_AT = re.compile(r"(?<=\S)@(?=\S)")
_NUMERIC = re.compile(r"(?<![\w.])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?!\w|\.\d)")
_WITH_COLON = re.compile(r"\b(mailto|tel|sms|javascript|data|file):(?=\S)", re.IGNORECASE)


def read_text(text: str, limit: int = 300) -> str:
    """As it is written, for a reader."""
    return without_links(capped(one_line(with_spoken_links(text[:_LONGEST_READ])), limit))


def without_links(text: str) -> str:
    """The text with what could become a link spelled so that it does not."""
    text = _AT.sub(" at ", _WITH_COLON.sub(r"\1 ", _SCHEME.sub(r"\1 ", text)))
    return _NUMERIC.sub(r"\1[.]\2[.]\3[.]\4", _HOST.sub(_in_brackets, text))


def _in_brackets(found: re.Match[str]) -> str:
    host = found[0]
    return host if host.rpartition(".")[2].lower() in _FILE_ENDINGS and host.count(".") == 1 else host.replace(".", "[.]")
