"""Going on with some of the mails only: of one account, from people, of this topic, due today; and with all of them again.

What is left out stays pending: it is counted, the end of the narrowed part offers it, and a new call begins with everything.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

from briefing.agenda import TopicKind
from briefing.mail import MailId
from briefing.speech.sentences import about_accounts
from briefing.speech.sentences import about_narrowing as words
from briefing.triage.grouping import kind_alone
from briefing.triage.mail_groups import groups_of
from briefing.understanding.command_grammar.matching_mails import matching
from briefing.understanding.command_grammar.narrowing import ALL_OF_THEM, Narrowing, narrowed
from briefing.words import split_words
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.changing.several import at_hand
from session.skills.choosing_account import find_account
from session.skills.finding import find_topic
from session.skills.presenting import is_presented, present, what_now

Fits = Callable[[MailId], bool]


async def brief_only(call: Call, *, mails: str = "") -> Outcome:
    """Go on with these only, as the user named them; with all again where none are named. What was left out for another reason stays so."""
    said = " ".join(mails.lower().replace("\u2019", "'").split())
    if not said or said in ALL_OF_THEM:
        return await all_again(call)
    found = narrowed(said)
    account = None if found is not None and found.what is not None and found.what.subject else find_account(call, said)
    if account is not None:
        every = [one.slug for one in call.mail.inbox.accounts]
        if len(every) == 1:
            return saying(about_accounts.only_one(account.label))
        without = found is not None and found.without
        call.told.account = "" if without else account.slug
        wanted = [slug for slug in every if (slug == account.slug) != without]
        return await _go_on_with(call, words.of(about_accounts.your(account.label), without=without), wanted, call.tracker.fitting)
    if found is None or not is_there(call, found):
        if not {"account", "mailbox", "inbox"}.isdisjoint(split_words(said)):
            raise SkillRefusedError(about_accounts.no_such_account([one.label for one in call.mail.inbox.accounts]))
        raise SkillRefusedError(words.CANNOT_TELL if found is None else words.NONE_LEFT)
    if found.without and not found.is_certain and not is_there(call, replace(found, without=False)):
        raise SkillRefusedError(words.NONE_LEFT)  # a sort of mail may still come; a name that nobody has was hardly meant
    return await _go_on_with(call, words.named(found), call.tracker.wanted_accounts, _fitting(call, found))


async def all_again(call: Call) -> Outcome:
    """Brief all mail again, what was left for later included."""
    if not is_narrowed(call):
        return saying(about_accounts.ALL_MAIL_ALREADY)
    return await _go_on_with(call, "", None, None)


async def _go_on_with(call: Call, what: str, accounts: Collection[str] | None, fitting: Fits | None) -> Outcome:
    """Stay at the open mail if it is one of those, else present the next of them."""
    before = call.tracker.current() if is_presented(call) else None
    after = call.tracker.brief_only(accounts, fitting)
    progress = call.tracker.progress()
    said = words.only_from_now(what, progress.remaining - progress.held_back, progress.remaining) if what else about_accounts.ALL_MAIL
    if before is None or after is None or before.mail_id != after.mail_id:
        return await present(call, lead=said)
    return saying(f"{said} {what_now(call)}".strip())


def is_narrowed(call: Call) -> bool:
    return call.tracker.wanted_accounts is not None or call.tracker.fitting is not None


def is_there(call: Call, found: Narrowing) -> bool:
    """Whether anything that is left to be told is meant."""
    try:
        fits = _fitting(call, found)
    except SkillRefusedError:
        return False  # no such topic
    mails = (mail for topic in call.tracker.snapshot().topics for mail in topic.mails)
    return any(fits(mail) for mail in mails if call.tracker.wants_account_of(mail) and (one := call.tracker.state_of(mail)) and one.pending)


def _fitting(call: Call, found: Narrowing) -> Fits:
    """Tells which mails are meant. A mail that has not loaded is not, until it has; from then on the answer stays the same.

    Raises `SkillRefusedError` for a topic that is not there.
    """
    around, now = replace(at_hand(call)[1], here=_topic(call, found)), call.now()
    known: dict[MailId, bool] = {}

    def fits(mail: MailId) -> bool:
        if mail not in known:
            envelope, state = call.mail.pipeline.envelopes.get(mail), call.tracker.state_of(mail)
            if envelope is None or state is None or not state.mail.loaded:
                return False
            if found.group is not None:
                is_meant = found.group in groups_of(state.mail, envelope, now=now)
            elif found.what is not None:
                letters = {mail} if kind_alone(envelope, state.mail) is TopicKind.NEWSLETTERS else set()
                is_meant = bool(matching(found.what, [envelope], replace(around, newsletters=letters)))
            else:
                is_meant = mail in around.here
            known[mail] = is_meant is not found.without
        return known[mail]

    return fits


def _topic(call: Call, found: Narrowing) -> frozenset[MailId]:
    """The mails of the topic that was named, else of the one that is open."""
    number = find_topic(call, found.topic) if found.topic else call.tracker.progress().topic_number
    topics = (frozenset(topic.mails) for topic in call.tracker.snapshot().topics)
    return next(
        (mails for mails in topics if any((one := call.tracker.topic_of(mail)) and one.number == number for mail in mails)), frozenset()
    )
