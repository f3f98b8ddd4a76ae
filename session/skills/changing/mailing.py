"""Changes mails on the user's word. If the words do not plainly ask for it, the user is asked first, and it is done on a yes.

Agenda and ledger follow only after the receipt. If a change fails, that is said, and nothing has moved.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from actions.changes.changer import Changed
from actions.consent.consent import SingleUseGrant
from actions.consent.payloads import BulkPayload
from briefing.agenda import MailRef
from briefing.mail import MailId
from briefing.mail_action import ON_MAILS, TAKES_OUT, MailAction
from briefing.speech.sentences import after_a_change, replies
from briefing.speech.sentences.about_arrivals import back_to
from briefing.understanding.telling_words import is_the_other
from session.call import Call
from session.outcome import CameTo, NoSuchMailError, Outcome, SkillRefusedError, saying
from session.passages import Passage
from session.skills.changing.asking import ask, examples
from session.skills.finding import find_one, is_at_its_place, is_of_its_clause, only_one_that_tells_of, spoken_of
from session.skills.in_time import flows
from session.skills.presenting import is_presented, present, present_unheard


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What is to be done to a mail. `label` is the name of a label or folder, or the spoken time of a snooze; `until` is that time.

    `when` are the user's words for the time.
    """

    kind: MailAction
    label: str = field(default="", repr=False)
    until: datetime | None = None
    when: str = field(default="", repr=False)

    @property
    def action(self) -> MailAction:
        """The action that consent is asked for."""
        return self.kind


async def change(call: Call, intent: Intent, mail_id: str = "", number: int = 0, description: str = "", *, ask: bool = False) -> Outcome:
    """Do it to one mail (the current one unless named), or ask first whether it was meant: with `ask`, or if the words do not say so."""
    try:
        mail = meant(call, mail_id, number, description)
    except SkillRefusedError as refusal:
        told = only_one_that_tells_of(call, description) if isinstance(refusal, NoSuchMailError) and not number else None
        if told is None:
            call.acting.receipts.missed.add(intent.action)
            raise
        return ask_first(call, intent, [told])
    if is_open_mail(call, mail) and (unheard := await present_unheard(call)):
        call.told.unsaid_then |= {mail}  # it was told behind the words, so these do not mean it, however often a model asks
        call.acting.consent.is_answered(intent.action, [mail])  # nor in the next turn
        return unheard
    evidence, is_open = call.dialogue.evidence, mail in call.dialogue.meant[:1]
    envelope = call.mail.pipeline.envelopes.get(mail)
    own = evidence.means(intent.action, envelope, is_open=is_open, number=number, description=description) and evidence.says(intent.when)
    of_list = bool(number) or is_the_other(description)
    own = own and is_at_its_place(call, intent.action, mail, number=number, description=description)
    own = own and is_known(call, mail) and mail not in call.told.unsaid_then
    own = own and (of_list or is_of_its_clause(call, intent.action, mail))
    grant = call.acting.consent.granted_by_words(intent.action, [mail], label=intent.label) if own and not ask else None
    if grant is None:
        return ask_first(call, intent, [mail])
    return await carry_out(call, grant, intent, mail, named=bool(number or description))


def is_known(call: Call, mail: MailId) -> bool:
    """Whether it can be named. A mail that an earlier call took out is known by its id alone, so nobody has been told which one it is."""
    state = call.tracker.state_of(mail)
    return mail in call.mail.pipeline.envelopes or (state is not None and state.mail.loaded)


def change_of(action: MailAction) -> Callable[..., Coroutine[object, object, Outcome]]:
    """The skill that does this to a mail: the current one unless named.

    `detail` is the label or folder, for an action that has one; where a mailbox has no labels they are folders.
    """
    place = ON_MAILS[action].place

    async def skill(
        call: Call, detail: str = "", mail_id: str = "", number: int = 0, description: str = "", *, ask: bool = False
    ) -> Outcome:
        if place is not None and not detail.strip():
            raise SkillRefusedError(replies.WHICH_LABEL if place == "" else replies.WHICH_FOLDER)
        return await change(call, Intent(kind=action, label="" if place is None else detail), mail_id, number, description, ask=ask)

    return skill


def ask_first(call: Call, intent: Intent, mails: Sequence[MailId], *, left_out: tuple[str, ...] = ()) -> Outcome:
    """Ask whether to do it: "Archive it?" of the open mail, with names and the number of others. `left_out` are those who keep theirs."""
    if not (names := examples(call, mails)) and [*mails] != [_current(call)]:
        raise SkillRefusedError(replies.CANNOT_READ)
    names = () if [*mails] == [_current(call)] else names
    payload = BulkPayload(
        action=intent.action, mails=tuple(mails), examples=names, label=intent.label, until=intent.until, left_out=left_out
    )  # fmt: skip
    return ask(call, payload)


async def agreed(call: Call, grant: SingleUseGrant, payload: BulkPayload) -> Outcome:
    intent = Intent(kind=payload.action, label=payload.label, until=payload.until)
    if len(payload.mails) == 1 and not payload.left_out:
        return await carry_out(call, grant, intent, payload.mails[0])
    return await carry_out_several(call, grant, intent, payload.mails, left_out=payload.left_out)


async def carry_out(call: Call, grant: SingleUseGrant, intent: Intent, mail: MailId, *, named: bool = False) -> Outcome:
    """Change one mail, confirm it and go on. A failure is said verbatim.

    A mail that was `named` is named in the answer too, so that a user who meant another one notices.
    """
    is_current = is_open_mail(call, mail)
    changed = await _changed(call, grant, intent, [mail])
    if mail in changed.gone:
        if not is_current:
            raise SkillRefusedError(replies.ALREADY_GONE)
        return await present(call, lead=replies.ALREADY_GONE)  # the cursor has moved on from it
    if mail in changed.failed:
        failed = after_a_change.failed_sentence(intent.kind)
        return saying(failed, happened=CameTo.NOT_POSSIBLE, mail=_ref(call, mail), verbatim=True)
    done = _done(call, mail, intent, is_open=is_current and not named, was_so=mail in changed.unchanged)
    if intent.kind not in TAKES_OUT:
        call.name(mail)
        # Of another mail there is nothing to ask, as the open one waits; and in flow of none.
        asks = f" {replies.AFTER_FLAG}" if is_current and not call.more_to_come and not flows(call) else ""
        call.dialogue.say(Passage(f"{done}{asks}", mail=mail))
        return saying(f"{done}{asks}", what=done, mail=_ref(call, mail))
    if is_current:
        return replace(await present(call, lead=done, moving_on=True), mail=_ref(call, mail))
    done = _back_to_the_open_mail(call, mail, done)
    return saying(done, mail=_ref(call, mail))


def _back_to_the_open_mail(call: Call, mail: MailId, done: str) -> str:
    """Another mail of the agenda is gone, so the open one is named: "it" is the mail that was named last."""
    current = call.tracker.current()
    if current is not None and is_presented(call) and call.tracker.state_of(mail) is not None and not call.more_to_come:
        mail, done = current.mail_id, f"{done} {back_to(current.sender)}"
    call.name(mail)
    call.dialogue.say(Passage(done, mail=mail))
    return done


async def carry_out_several(
    call: Call, grant: SingleUseGrant, intent: Intent, mails: Sequence[MailId], *, left_out: Sequence[str] = ()
) -> Outcome:
    """The same for many mails: the answer says how many were done, how many were not, and whose were left out."""
    before = _current(call)
    call.speak_of_several(mails, named=False)
    call.doubt_it()
    changed = await _changed(call, grant, intent, mails)
    done = len(changed.done) + len(changed.unchanged)
    said = after_a_change.done_several(intent.kind, done, failed=len(changed.failed), gone=len(changed.gone), left_out=left_out)
    if before is not None and _current(call) != before:
        outcome = await present(call, lead=said, moving_on=True)
    else:
        outcome = saying(said)
    return replace(outcome, verbatim=True) if changed.failed else outcome


async def _changed(call: Call, grant: SingleUseGrant, intent: Intent, mails: Sequence[MailId]) -> Changed:
    changed = Changed()
    async for part in call.actions.carry_out(grant, intent.action, mails, label=intent.label, until=intent.until):
        changed += part
        done = len(changed.done) + len(changed.unchanged)
        call.turn.how_far = after_a_change.done_so_far(done, len(mails)) if 0 < done < len(mails) else ""
    call.turn.how_far = ""
    now_so = (*changed.done, *changed.unchanged)
    whose = [envelope.sender for mail in now_so if (envelope := call.mail.pipeline.envelopes.get(mail)) is not None]
    call.acting.receipts.note(intent.action, proved=bool(now_so), changed=bool(changed.done), failed=bool(changed.failed), whose=whose)
    return changed


def _done(call: Call, mail: MailId, intent: Intent, *, is_open: bool, was_so: bool) -> str:
    """What was done or was so already, and to which mail if it is not plainly the one that is open."""
    what = which(call, mail, is_open=is_open)
    said = after_a_change.was_so_already(intent.kind, what) if was_so else ""
    return said or after_a_change.done_sentence(intent.kind, what, where=intent.label)


def which(call: Call, mail: MailId, *, is_open: bool) -> str:
    """ "the mail from Anna Berg"; empty where it is plain which one that is."""
    envelope = call.mail.pipeline.envelopes.get(mail)
    return "" if is_open or envelope is None else replies.one_from(envelope.sender)


def _ref(call: Call, mail: MailId) -> MailRef | None:
    state = call.tracker.state_of(mail)
    return state.mail if state else None


def _current(call: Call) -> MailId | None:
    current = call.tracker.current()
    return current.mail_id if current else None


def is_open_mail(call: Call, mail: MailId) -> bool:
    return _current(call) == mail


def meant(call: Call, mail_id: str, number: int, description: str) -> MailId:
    """A mail by its id, or as the user named it: by a number or a description; else the current one."""
    if number or description:
        return find_one(call, number=number, description=description)
    return resolve(call, mail_id)


def resolve(call: Call, mail_id: str) -> MailId:
    """The mail that is meant: the one that was spoken of last unless named; only mails on the agenda or in the last list can be named.

    Refuses with a question where several were spoken of last, and any of them could be meant.
    """
    if not mail_id:
        return spoken_of(call)
    mail = MailId(mail_id)
    state = call.tracker.state_of(mail)
    if (state is None or not state.active) and mail not in call.dialogue.found:
        valid = ", ".join([*call.tracker.compact_reference().mail_ids, *call.dialogue.found]) or "none"
        raise SkillRefusedError(f"{replies.NO_SUCH_MAIL} Valid mail ids now: {valid}.")
    return mail
