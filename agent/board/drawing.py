"""Draws the board from the state of the call. Nothing is stored here, so the board cannot get out of step.

The cost depends on what is shown, not on the size of the inbox: everything is read in windows around the cursor.
"""

from collections.abc import Callable, Iterator
from zoneinfo import ZoneInfo

from agent.board.board_messages import (
    HEARD,
    MOST_ARRIVALS,
    MOST_ATTACHMENTS,
    MOST_DONE,
    MOST_LEFT_OUT,
    MOST_NEXT,
    MOST_REASONS,
    MOST_TOPICS,
    SKIPPED,
    ArrivedMail,
    Board,
    Counts,
    CurrentMail,
    DoneMail,
    LeftOutOnBoard,
    LikesOnBoard,
    NextMail,
    Phase,
    TopicOnBoard,
    TopicState,
    VoiceOnBoard,
)
from briefing.agenda import MailRef
from briefing.mail import UNKNOWN_SENDER, Envelope, MailId, MailStatus, ThreadId
from briefing.mail_action import ON_MAILS
from briefing.tracking.mail_state import MailState
from briefing.tracking.position import Progress
from briefing.triage.reasons import reason_phrase
from providers.mime.headers import clean_line
from session.call import Call
from session.dialogue import Offer
from session.skills.changing.open_question import open_question
from session.skills.narrowing_down import which_mails
from session.skills.writing.draft_pane import shown_drafts, shown_held

TOPICS_IN_FRONT = 20
"""Topics shown before the current one, where there are that many."""
Played = Callable[[MailId], float]
"""The share of a mail's presentation that has been played by now, if it is being played."""

LOOKED_AT = 120
"""How many mails are read for the list of done mails: more than are shown, because some may be pending again, or gone."""

LONGEST_NAME = 100
LONGEST_LINE = 200
LONGEST_SNIPPET = 400
HIDDEN_AT_MOST = 4
"""A text is cut to this multiple of the shown length before hidden characters are removed, so that a long text costs no more."""


def draw(call: Call, *, speaks: bool, hears: bool, played: Played = lambda _: 0.0, undoes: str = "") -> Board:
    """The board now, its number still 0; `undoes` is what an undo would take back."""
    progress, arrivals = call.tracker.progress(), (*call.arrivals.announced, *call.arrivals.waiting)
    asks, asked = open_question(call)
    return Board(
        phase=_phase(call, progress),
        counts=Counts(
            briefed=progress.briefed,
            actioned=progress.actioned,
            skipped=progress.skipped,
            remaining=progress.remaining,
            total=progress.mails,
        ),
        topics=tuple(_topics(call, progress)),
        topics_total=progress.topics,
        current=_current(call, progress, played),
        next=tuple(_next(call, mail) for mail in call.tracker.upcoming(limit=MOST_NEXT)),
        done=tuple(_done(call, progress))[:MOST_DONE],
        arrivals=tuple(
            ArrivedMail(
                mail_id=arrival.mail_id, sender_name=_name(arrival.mail), subject=shown(arrival.mail.subject), urgent=arrival.urgent
            )
            for arrival in arrivals[:MOST_ARRIVALS]
        ),
        arrivals_total=len(arrivals),
        undo=shown(undoes, LONGEST_NAME),
        offer=None if call.dialogue.offer is Offer.AGREE and not asked else call.dialogue.offer,
        question=asks,
        asked=asked,
        drafts=shown_drafts(call),
        held=shown_held(call),
        speaks=speaks,
        hears=hears,
        voice=_voice(call) if speaks else None,
        likes=_likes(call),
        screen=call.line.screen.sharing if call.line.screen.can_look else None,
        slow=call.line.too_slow,
    )


def shown(text: str, most: int = LONGEST_LINE) -> str:
    """Text from a mail as one line of bounded length, without hidden or reordering characters."""
    line = clean_line(text[: HIDDEN_AT_MOST * most])
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _phase(call: Call, progress: Progress) -> Phase:
    if call.mail.loading:
        return Phase.LOADING
    return Phase.DONE if progress.mail is None else Phase.BRIEFING


def _topics(call: Call, progress: Progress) -> Iterator[TopicOnBoard]:
    latest = max(1, progress.topics - MOST_TOPICS + 1)
    start = min(latest, max(1, progress.topic_number - TOPICS_IN_FRONT)) if progress.topic_number else latest
    for topic in call.tracker.topics(limit=MOST_TOPICS, start=start):
        state = TopicState.AHEAD if topic.remaining else TopicState.PAST
        yield TopicOnBoard(
            number=topic.number,
            label=shown(topic.label),
            mails=topic.mails,
            done=topic.mails - topic.remaining,
            state=TopicState.CURRENT if topic.number == progress.topic_number else state,
        )


def _current(call: Call, progress: Progress, played: Played) -> CurrentMail | None:
    mail_id = call.it
    if mail_id is None:
        return None
    state, envelope = call.tracker.state_of(mail_id), call.mail.pipeline.envelopes.get(mail_id)
    mail = state.mail if state is not None and (state.mail.loaded or envelope is None) else _ref(call, mail_id, envelope)
    at_cursor = progress.mail is not None and progress.mail.mail_id == mail_id
    return CurrentMail(
        mail_id=mail_id,
        sender_name=_name(mail),
        sender_address=shown(mail.sender.email),
        subject=shown(mail.subject),
        account=shown(call.mail.inbox.label_of(mail_id), LONGEST_NAME),
        reasons=tuple(shown(reason_phrase(reason, mail)) for reason in mail.reasons[:MOST_REASONS]),
        received_at=mail.received_at,
        attachments=tuple(shown(name, LONGEST_NAME) for name in envelope.attachments[:MOST_ATTACHMENTS]) if envelope else (),
        snippet=shown(envelope.snippet, LONGEST_SNIPPET) if envelope else "",
        heard=_heard(call, state, played(mail_id)) if at_cursor else 0.0,
        flagged=mail.flagged,
        reading=call.dialogue.reading is not None and call.dialogue.reading.mail == mail_id,
    )


def _likes(call: Call) -> LikesOnBoard:
    likes, zone = call.records.likes, call.now().tzinfo
    here, later = call.mail.wanted.left_out, call.mail.wanted.later
    left_out = [
        LeftOutOnBoard(
            what=shown(what, LONGEST_NAME), until=each.until.isoformat() if each.until is not None else "", comes=what not in here
        )
        for what, each in [*(later | here).items()][:MOST_LEFT_OUT]
    ]
    return LikesOnBoard(
        length=likes.length,
        flows=likes.flows,
        prods=likes.prods,
        prod_after_s=likes.prod_after_s,
        only=shown(which_mails(call), LONGEST_NAME),
        zone=zone.key if isinstance(zone, ZoneInfo) else "",
        zone_chosen=bool(likes.zone),
        languages=tuple(likes.languages.split()),
        left_out=tuple(left_out),
    )


def _voice(call: Call) -> VoiceOnBoard | None:
    voice = call.line.voice
    if voice is None:
        return None
    names = tuple(shown(name, LONGEST_NAME) for name in voice.voices)
    return VoiceOnBoard(voices=names, voice=shown(voice.voice, LONGEST_NAME), speed=round(voice.speed, 2))


def _heard(call: Call, state: MailState | None, played: float) -> float:
    """1 for a mail that was played to its end, else the share that has been played by now, or before it was cut off."""
    briefed = state is not None and state.status is MailStatus.BRIEFED
    return 1.0 if briefed else round(max(played, call.tracker.cursor_context().heard), 2)


def _ref(call: Call, mail_id: MailId, envelope: Envelope | None) -> MailRef:
    """A mail that is not on the agenda, judged as if it were."""
    if envelope is None:
        return MailRef(mail_id=mail_id, thread_id=ThreadId(mail_id), loaded=False)
    return call.mail.pipeline.agenda_of([envelope], call.now()).topics[0].mails[0]


def _next(call: Call, mail: MailRef) -> NextMail:
    account = shown(call.mail.inbox.label_of(mail.mail_id), LONGEST_NAME)
    return NextMail(mail_id=mail.mail_id, sender_name=_name(mail), subject=shown(mail.subject), account=account)


def _done(call: Call, progress: Progress) -> Iterator[DoneMail]:
    """Settled mails of the agenda, and other mails that were acted on, newest first.

    Without the open mail, mails that are pending again, and mails that left without the user's word.
    """
    open_ones = {call.it, progress.mail.mail_id if progress.mail else None}
    latest = call.tracker.touched(limit=LOOKED_AT)
    states = [state for mail_id in latest if mail_id not in open_ones and (state := call.tracker.state_of(mail_id))]
    at = {state.mail_id: when for state in states if (when := state.settled_at)}
    at |= {mail_id: done.at for mail_id, done in call.acting.off_agenda.latest.items() if mail_id not in open_ones | at.keys()}
    for mail_id in sorted(at, key=lambda mail_id: at[mail_id], reverse=True):
        state = call.tracker.state_of(mail_id)
        outcome = _outcome(state) if state is not None else ON_MAILS[call.acting.off_agenda.latest[mail_id].action].outcome
        if outcome is not None:
            yield _done_mail(call, mail_id, outcome, state.mail if state is not None else None)


def _done_mail(call: Call, mail_id: MailId, outcome: str, on_the_agenda: MailRef | None) -> DoneMail:
    mail = on_the_agenda if on_the_agenda is not None and on_the_agenda.loaded else call.mail.pipeline.envelopes.get(mail_id)
    name, subject = (_name(mail), shown(mail.subject)) if mail is not None else ("", "")
    return DoneMail(mail_id=mail_id, sender_name=name, subject=subject, outcome=outcome)


def _outcome(state: MailState) -> str | None:
    match state.status:
        case MailStatus.PENDING:
            return None
        case MailStatus.SKIPPED:
            return SKIPPED
        case MailStatus.ACTIONED if state.action is not None:
            return ON_MAILS[state.action].outcome
    return HEARD if state.flag is None else ON_MAILS[state.flag].outcome


def _name(mail: MailRef | Envelope) -> str:
    """The sender's name, or address; nothing for a mail that has not loaded."""
    return "" if mail.sender == UNKNOWN_SENDER else shown(mail.sender.name or mail.sender.email, LONGEST_NAME)
