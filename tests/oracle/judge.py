"""Whether what happened was wished for or agreed to: what the mailbox and the server hold, against what was said and what it means.

Simple-minded on purpose. What somebody meant was written beside their words by hand; what we asked is read in the words that were played;
what was done shows in the mails. Consent, digests, grants and understanding are not looked at.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from briefing.mail import MailId
from providers.mailbox_writing import MailAttributes
from providers.sender import OutgoingMail
from tests.oracle.line import Line, Told
from tests.oracle.meanings import Meant, Wish
from tests.oracle.reading import (
    DID_YOU_SAY,
    GOES,
    KNOWN,
    LEAVES_LIST,
    QUESTIONS,
    SENDS,
    STRANGE,
    folded,
    mails_asked,
    named_in,
    sentences_of,
    spoken_by_users,
    verbs_of,
    was_heard,
)
from tests.oracle.world import BY_MAIL, LETTERS

WORDS_LAST_S = 125.0
YES_WITHIN_S = 31.0
HELD_S = 9.0
LATER_S = 6800.0
"""What was agreed to leave later does so in two hours or more."""
WAITS_TURNS = 4
"""A wish behind another one waits for the answer to what that one asks."""


class ViolationError(AssertionError):
    """Something happened that nobody had wished for or agreed to."""


@dataclass(slots=True, kw_only=True)
class _Leave:
    """What words of the user's allow: `verb` on `most` of these mails, by the utterance of this number. `act`: once, whatever the mails."""

    verb: str
    mails: frozenset[MailId]
    most: int
    number: int
    at: float
    by_yes: bool = False
    lasts_s: float = WORDS_LAST_S
    turns: int = 1
    used: set[MailId] = field(default_factory=set)
    spent: bool = False


@dataclass(slots=True, kw_only=True)
class _Agreed:
    """A yes to a question about something that leaves: the words that were played of it, and all that was ever played."""

    words: str
    heard: str
    at: float
    leaves_list: bool
    later: bool
    goes_to: frozenset[str]
    spent: bool = False


@dataclass
class Judge:
    """Told of all that is said, and asked after every step. `counts` is over all calls of a run."""

    line: Line
    counts: Counter[str]
    said: list[tuple[Meant, float]] = field(default_factory=list)
    story: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mails = self.line.world.mails()
        self.history: dict[MailId, list[MailAttributes]] = {mail: [now] for mail, now in self.mails.items()}
        self.leaves: list[_Leave] = []
        self.agreed: list[_Agreed] = []
        self.goes_to: dict[str, float] = {}
        self.stopped: list[float] = []
        self.own_words = self.read_on_page = ""
        self.sent = self.posted = 0
        self.asleep: frozenset[MailId] = frozenset()
        self.matters: set[str] = set()
        self.since = self.before = self.told_from = 0
        self.changed_last: frozenset[MailId] = frozenset()

    def line_broke(self) -> None:
        """What was said and played before grants nothing any more; what was agreed to and is held leaves."""
        self.leaves.clear()
        self.goes_to.clear()
        self.read_on_page = ""
        self.since = self.told_from = len(self.line.told)

    def restarted(self) -> None:
        """Another call: in it nothing was spoken of yet, either."""
        self.line_broke()
        self.before = self.since
        self.said = []

    def user_says(self, meant: Meant, *, clear: bool, began_s_ago: float = 0.0, button: str | None = None) -> None:
        """The user's own words, before they are answered. `clear`: nobody else spoke meanwhile. `button`: they were pressed on one of that
        question, which answers no other."""
        now = self.line.now
        if "nothing" in meant.answers:
            self.said.append((meant, now))  # a hum is a turn, and answers nothing
            return
        number = len(self.said)
        asked = self._question() if clear and (button is None or [button] == self.line.buttons[-1:]) else None
        if asked is not None and asked.at > now - began_s_ago:
            asked = None  # they were begun before it was over
        spoken = self._spoken_of()
        self.said.append((meant, now))
        self.own_words += f" {folded(meant.words)} "
        self.matters |= {letter.sender.email for letter in LETTERS if letter.who in meant.matters}
        if "no" in meant.answers:
            self.leaves.clear()
        if "stop" in meant.answers and asked is None:
            self.stopped.append(now)
        for wish in meant.wishes:
            leave = self._leave(wish, spoken, number)
            leave.turns = WAITS_TURNS if len(meant.wishes) > 1 or meant.answers else 1
            self.leaves.append(leave)
        if meant.names is not None:
            named = self._leave(meant.names, spoken, number).mails
            for leave in self.leaves:
                leave.mails |= named
        if asked is not None and now - asked.at <= YES_WITHIN_S:
            self._answered(asked, meant, spoken, number)
        if not clear or "aside" not in meant.answers:
            self.before, self.since = self.since, len(self.line.told)

    def _answered(self, asked: Told, meant: Meant, spoken: frozenset[MailId], number: int) -> None:
        is_yes = ("yes" in meant.answers) or ("send" in meant.answers)
        words = asked.words.strip()
        if LEAVES_LIST.match(words) and "no" not in meant.answers:  # who says it again agrees
            is_yes = is_yes or any(wish.verb == "leave" and wish.mails is None for wish in meant.wishes)
        if words.endswith(SENDS) or GOES.search(words) or LEAVES_LIST.match(words):
            if not is_yes or meant.yes_to or ("no" in meant.answers):
                return
            if goes := GOES.search(words):
                self.goes_to[goes[1].rstrip(".")] = self.line.now
            until = len(self.line.told) - self.line.told[::-1].index(asked)
            whole = [told.words for told in self.line.told[self.since : until] if told.whole and not told.by_model]
            played, drafts = " ".join(whole), [each for each in whole if each.startswith("Draft to ")]
            heard = " ".join(told.words for told in self.line.told[self.told_from :] if told.whole and not told.by_model)
            heard += self.read_on_page
            self.agreed.append(
                _Agreed(
                    words=played,
                    heard=folded(heard),
                    at=self.line.now,
                    leaves_list=LEAVES_LIST.match(words) is not None,
                    later=LEAVES_LIST.match(words) is None and bool(drafts) and "to leave on" in drafts[-1],
                    goes_to=frozenset(self.goes_to),
                )
            )
            return
        if said := DID_YOU_SAY.match(words):
            spoken |= spoken_by_users(said["what"])
            words = f"{said['what'].capitalize()}? Yes or no."
        for pattern, verb in QUESTIONS:
            if found := pattern.match(words):
                parts = found.groupdict()
                mails, most = mails_asked(f"{parts['what']}{parts.get('more', '')}", spoken)
                if not self._agrees(meant, verb, most):
                    continue
                leave = _Leave(
                    verb=f"{verb} {parts['label'].lower()}" if "label" in parts else verb,
                    mails=mails,
                    most=most,
                    number=number,
                    at=self.line.now,
                    by_yes=True,
                    lasts_s=YES_WITHIN_S,
                )
                self.leaves.append(leave)

    @staticmethod
    def _agrees(meant: Meant, verb: str, most: int) -> bool:
        """Whoever is asked whether to archive eight mails and says "archive them" says yes, too."""
        if "yes" in meant.answers:
            return meant.yes_to in {"", verb}
        again = [wish for wish in meant.wishes if wish.verb == verb and wish.mails is None and not wish.number]
        return "no" not in meant.answers and any(wish.most > 1 or most == 1 for wish in again)

    def _leave(self, wish: Wish, spoken: frozenset[MailId], number: int) -> _Leave:
        mails = wish.mails or (spoken | self._listed(wish.number) if wish.number or wish.most > 1 else spoken)
        verb = f"{wish.verb} receipts" if wish.verb in {"label", "unlabel", "move"} else wish.verb
        return _Leave(verb=verb, mails=mails, most=wish.most, number=number, at=self.line.now)

    def _question(self) -> Told | None:
        """The question that the user has heard to its end since they spoke last, with nothing behind it that asks."""
        lately = self.line.told[self.since :]
        for told in reversed(lately):
            if not told.whole and any(each.whole and each.words == told.words for each in lately):
                continue  # it was being put once more
            if told.by_model:
                if "?" in told.words or "yes" in told.words.lower():
                    return None
                continue
            if "?" in told.words:
                return told if told.whole and told.mail is None else None
            if told.mail is not None:
                return None
        return None

    def _spoken_of(self) -> frozenset[MailId]:
        """The mails that "it" can mean: the one under the cursor, and those that were named or told since the user spoke before last."""
        lately = self.line.told[self.before :]
        users = [meant.words for meant, _ in self.said]
        naming = [words for words in users if named_in(words) or spoken_by_users(words)][-1:]
        words = " ".join([*(told.words for told in lately), *users[-5:], *naming])
        named = {letter.mail for letter in LETTERS if letter.subject in words} | named_in(words)
        named |= {mail for said in [*users[-5:], *naming] for mail in spoken_by_users(said)}
        told_of = {told.mail for told in lately if told.mail is not None}
        named |= {mail for told in lately if told.words.startswith("The subject is") for mail in spoken_by_users(told.words)}
        here = self.line.call.tracker.current()
        alone = [*self._alone(by_model=False)[:5], *self._alone(by_model=True)[:3]]
        told_of |= set(list(dict.fromkeys(told.mail for told in reversed(self.line.told) if told.mail is not None))[:2])
        return frozenset(named.union(*alone) | told_of | self.changed_last | ({here.mail_id} if here is not None else set()))

    def _alone(self, *, by_model: bool) -> list[frozenset[MailId]]:
        """Those of whom we told alone, the latest first."""
        told = [each.words for each in self.line.told if each.by_model == by_model and (by_model or not each.words.startswith("Draft to"))]
        return [one for one in dict.fromkeys(map(named_in, reversed(told))) if len({BY_MAIL[mail].who for mail in one}) == 1]

    def _listed(self, number: int) -> frozenset[MailId]:
        """What a number can mean: one of those told in the last answers, or of the topic that the page shows."""
        words = " ".join([*(told.words for told in self.line.told[-12:]), *self._lists()])
        topic = [each.mail_id for each in self.line.call.tracker.active_mails()]
        named = {letter.mail for letter in LETTERS if letter.who in words}
        return frozenset(named | {mail for place, mail in enumerate(topic, start=1) if place == number})

    def _lists(self) -> list[str]:
        """What was told in this call of several mails at once."""
        told = [each.words for each in self.line.told[self.told_from :]]
        return [words for words in told if sum(letter.subject in words for letter in LETTERS) > 1]

    # What is done.

    def looks(self) -> None:
        """Hold what the mailbox and the server hold now against what was allowed."""
        now = self.line.world.mails()
        changed = {mail: (self.mails[mail], now[mail]) for mail in now if now[mail] != self.mails[mail]}
        if changed:
            self._judge(changed)
        self.mails = now
        self.changed_last = frozenset(changed) or self.changed_last
        for mail, (_, after) in changed.items():
            self.history[mail].append(after)
        for taken in self.line.world.taken[self.sent :]:
            self.sent += 1
            self._judge_sent(taken)
        for url in self.line.world.posted[self.posted :]:
            self.posted += 1
            self._judge_posted(url)

    def looks_at_snoozes(self, asleep: frozenset[MailId]) -> None:
        new = asleep - self.asleep
        if new and not self._allowed("snooze", new):
            raise self._violation(f"snoozed {sorted(new)}", "unasked")
        self.asleep = asleep

    def looks_at_what_matters(self, remembered: frozenset[tuple[str, str]]) -> None:
        if not remembered <= {("vip", person) for person in self.matters}:
            raise self._violation(f"remembered {sorted(remembered)}", "unasked")

    def _judge(self, changed: Mapping[MailId, tuple[MailAttributes, MailAttributes]]) -> None:
        self.counts["changes"] += 1
        by_verb: dict[str, set[MailId]] = {}
        back: set[MailId] = set()
        for mail, (before, after) in changed.items():
            verbs = verbs_of(before, after)
            if self._goes_back(mail, before, after):
                back.add(mail)
            for verb in verbs:
                by_verb.setdefault(verb, set()).add(mail)
        if back == set(changed) and self._undoes(frozenset(back)):
            self.counts["undone"] += 1
            return
        for verb, mails in by_verb.items():
            if not self._allowed(verb, frozenset(mails)):
                raise self._violation(f"{verb} {sorted(mails)}", "unasked")
        self.counts["changed"] += 1

    def _goes_back(self, mail: MailId, before: MailAttributes, after: MailAttributes) -> bool:
        differ = [each.name for each in fields(MailAttributes) if getattr(before, each.name) != getattr(after, each.name)]
        return any(all(getattr(old, name) == getattr(after, name) for name in differ) for old in self.history[mail][:-1])

    def _undoes(self, mails: frozenset[MailId]) -> bool:
        for leave in self._alive():
            if leave.verb == "undo" and not leave.spent and (not leave.by_yes or (mails <= leave.mails and len(mails) <= leave.most)):
                leave.spent = True
                return True
        return False

    def _allowed(self, verb: str, mails: frozenset[MailId]) -> bool:
        for leave in self._alive():
            fits = leave.verb == verb and mails <= leave.mails and not (mails & leave.used) and len(leave.used | mails) <= leave.most
            if fits:
                leave.used |= mails
                self.counts["by a yes" if leave.by_yes else "by words"] += 1
                return True
        return False

    def _alive(self) -> list[_Leave]:
        last = len(self.said) - 1
        return [
            leave
            for leave in reversed(self.leaves)
            if self.line.now - leave.at <= leave.lasts_s + 60 and last - leave.number <= leave.turns
        ]

    def _judge_sent(self, mail: OutgoingMail) -> None:
        now, to = self.line.now, [each.email for each in mail.recipients]
        agreed = [each for each in self.agreed if not each.spent and now - each.at >= HELD_S and self._is_agreed(mail, each)]
        if not agreed:
            raise self._violation(f"sent to {to}: {mail.subject} / {mail.body}", "unconfirmed")
        in_time = [each for each in agreed if not each.later or now - each.at >= LATER_S]
        goes = [each for each in in_time if each.later or not any(each.at < stop < now - 1.0 for stop in self.stopped)]
        if not goes:
            raise self._violation(f"left although the user said stop, or before its time: to {to}", "unconfirmed")
        goes[0].spent = True
        self.counts["sent"] += 1

    def _judge_posted(self, url: str) -> None:
        host = url.split("/")[2]
        agreed = [each for each in self.agreed if each.leaves_list and not each.spent and f" {host}." in each.words]
        if not agreed:
            raise self._violation(f"posted to {url}", "unconfirmed")
        agreed[0].spent = True
        self.counts["lists left"] += 1

    def _is_agreed(self, mail: OutgoingMail, agreed: _Agreed) -> bool:
        if agreed.leaves_list:
            return mail.body.strip() == "unsubscribe" and all(each.email in agreed.words for each in mail.recipients)
        if not agreed.words.endswith(SENDS):
            return False
        told_to = all(each.email in agreed.words or _names(agreed.words, KNOWN.get(each.email, "nobody")) for each in mail.recipients)
        strange = all(each.email in agreed.goes_to for each in mail.recipients if each.email in STRANGE)
        own, _, passed_on = mail.body.partition("---------- Forwarded")
        words = all(was_heard(part, agreed.heard) or part in self.own_words for part in sentences_of(own))
        return (
            told_to
            and strange
            and words
            and (
                not passed_on or "passes on" in agreed.heard or "forwarded message" in agreed.heard  # told, or read on the page
            )
        )

    def _violation(self, what: str, harm: str) -> ViolationError:
        self.counts[harm] += 1
        return ViolationError("\n".join([what, *self.story[-30:]]))


def _names(words: str, name: str) -> bool:
    """By the first name too, where it says to whom: nobody else here has it."""
    return name in words or re.search(rf"\b(?:to|and|,) {name.partition(' ')[0]}\b", words) is not None
