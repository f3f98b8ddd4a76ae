"""What a reply says anew: the user's words without quoted mail, and which quoted line each of them stands under.

What is quoted is told by `providers.mime.quotes`, and by what we have sent: a mail program that marks nothing, or introduces the quoted
mail in words that nobody knows, still repeats our own lines. Whatever stands among those is doubtful, and nothing of it is obeyed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from briefing.understanding.understanding import understand
from briefing.words import split_words
from correspondence.numbers import headed, named
from providers.mime.body import read_whole_text
from providers.mime.html_flat import STRUCK, tidy
from providers.mime.quotes import OwnPassage, own_passages

MOST_PASSAGES = 60
_FEW_WORDS = 8
"""Of a line: fewer may be the user's own, unless a whole line of ours says just that."""
_REMAINS = 2
_QUOTED_NUMBER = re.compile(r"\s*[#(\[*]{0,2}(\d{1,3})[.):\]*]{0,3}\s+\S")
_OUR_NUMBER = re.compile(r"\d{1,3}\. ")
_ONE_LEVEL = re.compile(r"^\s*>(?!\s*>)\s?")
_LOOKS_OTHERWISE = re.compile(rf"(?<!~){STRUCK}(?!~)|[\x00-\x08\x0e-\x1f\x7f\u0335-\u0338\u202d\u202e]")
"""Struck out, or written backwards."""
_MARKED = re.compile(r"^[^\S\n]*(?:[\uff1e\u00bb\u203a\u276f|\u2502\u258c]|[\]:]\s|&gt;|[A-Z]{2,3}>)", re.MULTILINE)
"""A line that is marked as no program marks what it quotes, but people do; and as people part the lines of a signature."""
_OF_MANY = re.compile(r"\b(?:all|both|every\w*|rest|others)\b", re.IGNORECASE)
_PHONE = re.compile(r"\+?\(?\d(?:[\s()/.-]{0,2}\d){6,}")
_INTRODUCES = re.compile(r"(?=.*[\d@]).*:\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """Words in a row. `under` is the number of the quoted mail that they stand right under, where they answer it there."""

    words: str = field(repr=False)
    under: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWords:
    """What the user wrote, in order. `doubtful`: parts that may be the user's or quoted; they are shown and asked about, never obeyed."""

    passages: tuple[NewPassage, ...] = field(default=(), repr=False)
    doubtful: tuple[str, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        return "\n\n".join(each.words for each in self.passages)


def new_words_of(raw: bytes, sent: Sequence[str]) -> NewWords:
    """The new words of a mail; `sent` are the texts of the briefing and the answers before it. Never raises."""
    return new_words_in(read_whole_text(raw), sent)


def new_words_in(text: str, sent: Sequence[str]) -> NewWords:
    """The new words of the text of a mail, quoted lines and all."""
    ours = _Sent(sent)
    found = [each for each in own_passages(text) if each.words or each.above]
    passages: list[NewPassage] = []
    doubtful: list[str] = []
    for at, (own, answers) in enumerate(zip(found, _answers(found, ours), strict=True)):
        words, remains = ours.cut_from(own.words)
        if doubtful or len(passages) == MOST_PASSAGES or _LOOKS_OTHERWISE.search(words):
            words, marked = "", words  # behind our own lines without marks nothing is told apart any more
        else:
            words, marked = _without_marked(words)
        if words:
            passages.append(NewPassage(words=tidy(words), under=answers if at or own.above else None))
        doubtful += [tidy(marked)] if marked else []
        doubtful += [remains] if remains else []
    return NewWords(passages=tuple(passages), doubtful=tuple(doubtful))


def _without_marked(words: str) -> tuple[str, str]:
    """What stands before the first line that may be quoted, and all from there on where anything of it may be an order."""
    first = _MARKED.search(words)
    if first is None or not any(_may_order(_MARKED.sub("", line).strip()) for line in words[first.start() :].split("\n")):
        return words, ""
    return words[: first.start()].strip(), words[first.start() :].strip()


def _may_order(line: str) -> bool:
    bare = _PHONE.sub("", line).strip()
    return (
        headed(bare) is not None
        or any(True for _ in named(bare, behind_anything=True))
        or _OF_MANY.search(bare) is not None
        or understand(bare, verbatim=True).command is not None
    )


def _answers(found: Sequence[OwnPassage], ours: "_Sent") -> Iterator[int | None]:
    """Of each passage, the number of the quoted mail that it answers under it, if that is certain."""
    last_with_words = max((at for at, each in enumerate(found) if each.words), default=-1)
    for at, each in enumerate(found):
        numbers = [*_numbers_above(each.above, ours)]
        goes_on = at < last_with_words or at + 1 < len(found)  # more of our mail is quoted below: it is no answer to the whole
        yield numbers[-1] if numbers and numbers[-1] and (goes_on or len(numbers) == 1) else None


def _numbers_above(above: Sequence[str], ours: "_Sent") -> Iterator[int]:
    """The numbers of our mails in quoted lines; 0 where another part of our mail begins behind a number."""
    numbered = blank = False
    for line in above:
        bare = _ONE_LEVEL.sub("", line)
        if bare == line or not bare.strip():
            blank = blank or not bare.strip() or line.strip() == ">"
            continue
        found = _QUOTED_NUMBER.match(bare)
        if found is not None and ours.begins_a_mail(bare):
            yield int(found[1])
            numbered, blank = True, False
        elif numbered and blank:
            yield 0
            numbered = False


class _Sent:
    """The lines that we have sent, to know them again."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._lines = frozenset(" ".join(split_words(line)) for text in texts for line in text.splitlines())
        self._all = " ".join(f" {' '.join(split_words(text))} " for text in texts)
        self._numbered = [" ".join(split_words(line)) for text in texts for line in text.splitlines() if _OUR_NUMBER.match(line)]

    def begins_a_mail(self, line: str) -> bool:
        """Whether it is the beginning of what we have said of a mail by its number, or that and more: mail programs wrap lines anew."""
        words = " ".join(split_words(line))
        return bool(words) and any(f"{each} ".startswith(f"{words} ") or f"{words} ".startswith(f"{each} ") for each in self._numbered)

    def holds(self, line: str) -> bool:
        words = split_words(line)
        return bool(words) and f" {' '.join(words)} " in self._all

    def cut_from(self, words: str) -> tuple[str, str]:
        """What stands before the first line that is ours, and what stands among and behind such lines and is not."""
        lines = words.split("\n")
        first = next((at for at, line in enumerate(lines) if self._is_ours(line)), None)
        if first is None:
            return words.strip(), ""
        before, behind = lines[:first], lines[first:]
        written = [at for at, line in enumerate(before) if line.strip()]
        if written and _INTRODUCES.match(before[written[-1]]):
            del before[written[-1] :]
        remains = "" if self.holds(" ".join(behind)) else "\n".join(line for line in behind if not self._is_rest_of_ours(line)).strip()
        return "\n".join(before).strip(), remains

    def _is_ours(self, line: str) -> bool:
        words = split_words(line)
        joined = " ".join(words)
        whole = len(words) > _REMAINS and joined in self._lines
        return whole or (len(words) >= _FEW_WORDS and f" {joined} " in self._all)

    def _is_rest_of_ours(self, line: str) -> bool:
        return len(split_words(line)) >= _REMAINS and self.holds(line)
