"""People and words that matter to the user: stored, and in force at once; only on the user's own words."""

from collections.abc import Awaitable

from briefing.mail import Address, Preferences
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import replies
from briefing.speech.sentences.before_a_change import spoken_address
from briefing.understanding.commands import CommandKind
from briefing.understanding.telling_words import FUNCTION_WORDS, of_description
from briefing.words import split_words
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.finding import find_mail
from session.skills.inbox_changes import judge_anew
from session.untrusted import as_data
from storage.database import DatabaseUnavailableError


async def add_vip(call: Call, *, name: str = "") -> Outcome:
    """Put the current sender, or a named person on the agenda, on the VIP list.

    The address comes from a mail's From line that the user has been told of, never from a model.
    """
    if not call.dialogue.evidence.asks_to_heed(CommandKind.ADD_VIP, name):
        raise SkillRefusedError(replies.SAY_WHO_MATTERS)
    sender = _sender(call, name)
    if not sender.email:
        raise SkillRefusedError(replies.NO_SENDER)
    await _stored(call.records.preferences.add_vip(call.user_id, sender.email))
    await heed_what_matters(call)
    return saying(replies.vip_added(spoken_name(sender)))


async def add_keyword(call: Call, *, name: str = "") -> Outcome:
    if not (name and call.dialogue.evidence.asks_to_heed(CommandKind.ADD_KEYWORD, name)):
        raise SkillRefusedError(replies.SAY_WHAT_MATTERS)
    await _stored(call.records.preferences.add_keyword(call.user_id, name))
    await heed_what_matters(call)
    return saying(replies.keyword_added(name))


async def remove_vip(call: Call, *, name: str = "") -> Outcome:
    """Take the current sender, or whom these words name, off the list that the user has made."""
    if not call.dialogue.evidence.asks_to_heed(CommandKind.REMOVE_VIP, name):
        raise SkillRefusedError(replies.SAY_WHO_MATTERS)
    kept = await _loaded(call)
    named = set(split_words(name))
    fitting = [each for each in kept.vips if named and named <= set(split_words(each.replace(".", " ")))]
    try:
        sender = _sender(call, name)
    except SkillRefusedError:
        sender = Address(name=name, email="")
    wanted = sender.email.casefold() if sender.email.casefold() in kept.vips else (fitting[0] if len(fitting) == 1 else "")
    if not wanted:
        raise SkillRefusedError(replies.no_such_vip(spoken_name(sender)))
    await _stored(call.records.preferences.remove_vip(call.user_id, wanted))
    await heed_what_matters(call)
    return saying(replies.vip_removed(spoken_name(sender)))


async def remove_keyword(call: Call, *, name: str = "") -> Outcome:
    if not (name and call.dialogue.evidence.asks_to_heed(CommandKind.REMOVE_KEYWORD, name)):
        raise SkillRefusedError(replies.SAY_WHAT_MATTERS)
    if not await _stored(call.records.preferences.remove_keyword(call.user_id, name)):
        raise SkillRefusedError(replies.no_such_keyword(name))
    await heed_what_matters(call)
    return saying(replies.keyword_removed(name))


async def heed_what_matters(call: Call) -> None:
    """What is still ahead comes by what is stored by now; the cursor stays. Must hold `Turn.lock`."""
    heeded = await _heeded(call)
    if heeded != call.mail.pipeline.preferences:
        call.tracker.refine(await call.mail.pipeline.heed(heeded, call.now()))
        judge_anew(call)
        call.settle()


async def heed_anew(call: Call) -> None:
    """What is stored was changed elsewhere."""
    async with call.turn.lock:
        await heed_what_matters(call)


async def who_matters(call: Call) -> Outcome:
    """Who is on the VIP list: by the name of their mail, where there is some, else by the address."""
    kept = await _heeded(call)
    senders = {each.sender.email.casefold(): spoken_name(each.sender) for each in call.mail.pipeline.envelopes.values()}
    named = [senders.get(address) or spoken_address(address) for address in sorted(kept.vips)]
    return saying(replies.vips(named), what="", data=as_data({"vips": sorted(kept.vips)}))


async def what_matters(call: Call) -> Outcome:
    return saying(replies.keywords((await _heeded(call)).keywords))


async def _heeded(call: Call) -> Preferences:
    """What is stored by now, together with what the settings say."""
    try:
        return await call.records.preferences.load(call.user_id, call.records.given)
    except DatabaseUnavailableError:
        raise SkillRefusedError(replies.NOT_STORED) from None


async def _loaded(call: Call) -> Preferences:
    try:
        return await call.records.preferences.load(call.user_id)
    except DatabaseUnavailableError:
        raise SkillRefusedError(replies.NOT_STORED) from None


async def _stored(write: Awaitable[bool]) -> bool:
    try:
        return await write
    except (DatabaseUnavailableError, ValueError):
        raise SkillRefusedError(replies.NOT_STORED) from None


def _is_called(sender: Address, person: str) -> bool:
    """Whether these words name the sender: a subject may hold any name, and who writes it does not come to matter by that."""
    wanted = of_description(person) - FUNCTION_WORDS
    return bool(wanted) and wanted <= set(split_words(f"{sender.name} {sender.email}"))


def _sender(call: Call, person: str) -> Address:
    if person:
        state = call.tracker.state_of(find_mail(call, description=person))
        mail = state.mail if state and _is_called(state.mail.sender, person) else None
    else:
        mail = call.tracker.current()
        if mail is not None and call.dialogue.meant and mail.mail_id != call.dialogue.meant[0]:
            raise SkillRefusedError(replies.SAY_WHO_MATTERS)  # another mail than the one that was open when they said it
    if mail is None:
        raise SkillRefusedError(replies.NO_SUCH_MAIL)
    return mail.sender
