"""The user's correspondences: the list, and one as a person would read it, with what was not taken for theirs.

They hold what mail says, so they are the user's on the page alone: no token reaches them.
"""

from datetime import date, datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from correspondence.exchange import Correspondence, LetterState, NotFromYou, OwnLetter, Reply
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here
from web.visitor import NEEDS_SIGN_IN, SignedIn

CorrespondenceId = Annotated[str, Path(pattern="^[0-9a-f]{1,64}$")]


class LetterBy(StrEnum):
    """Who wrote it."""

    ALOUD = "aloud"
    YOU = "you"


class ShownCorrespondence(BaseModel):
    """One briefing by mail. `waiting`: replies that are not answered yet."""

    id: str
    day: date
    subject: str
    state: LetterState = Field(description="What became of the briefing.")
    sent_at: datetime | None
    replies: int
    waiting: int


class ShownLetter(BaseModel):
    """One mail of it, in its order. A reply of the user's is `new` until it was answered; `state` is that of a mail of ours."""

    by: LetterBy
    number: int
    at: datetime | None
    text: str = Field(repr=False)
    new: bool = False
    state: LetterState | None = None


class ShownStranger(BaseModel):
    """A mail in the thread that is not from the user, and did nothing; `why` is the kind of the reason."""

    sender: str = Field(repr=False)
    subject: str = Field(repr=False)
    why: str
    at: datetime


class CorrespondencesAnswer(BaseModel):
    """The newest first."""

    correspondences: tuple[ShownCorrespondence, ...]


class WholeCorrespondence(BaseModel):
    correspondence: ShownCorrespondence
    letters: tuple[ShownLetter, ...]
    not_from_you: tuple[ShownStranger, ...]


correspondence_routes = APIRouter(prefix="/api/correspondences", tags=["correspondence"])


@correspondence_routes.get("", responses=NEEDS_SIGN_IN)
async def correspondences(parts: Here, session: SignedIn) -> CorrespondencesAnswer:
    """The latest briefings by mail, each with how much was replied; without those that were forgotten."""
    found = await parts.letters.of_user(session.user_id)
    return CorrespondencesAnswer(correspondences=tuple(_shown(each) for each in found if each.briefing is not None))


@correspondence_routes.get(
    "/{correspondence_id}", responses=NEEDS_SIGN_IN | described(HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)
)
async def one_correspondence(parts: Here, session: SignedIn, correspondence_id: CorrespondenceId) -> WholeCorrespondence:
    """All of one, in its order."""
    found = await parts.letters.one(correspondence_id)
    if found is None or found.user_id != session.user_id or found.briefing is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, ProblemCode.NOT_FOUND, "There is no such correspondence.")
    strangers = await parts.letters.not_from_you(found)
    return WholeCorrespondence(correspondence=_shown(found), letters=tuple(_letters(found)), not_from_you=tuple(map(_stranger, strangers)))


def _shown(found: Correspondence) -> ShownCorrespondence:
    briefing = found.briefing
    return ShownCorrespondence(
        id=found.correspondence_id,
        day=found.day,
        subject=briefing.subject if briefing is not None else "",
        state=briefing.state if briefing is not None else LetterState.FAILED,
        sent_at=briefing.sent_at if briefing is not None else None,
        replies=len(found.replies),
        waiting=len(found.new_replies),
    )


def _letters(found: Correspondence) -> list[ShownLetter]:
    """As in the record: each answer behind the newest reply that it answers."""
    new = {each.number for each in found.new_replies}
    answers = {each.number: each for each in found.answers}
    shown = [_of_ours(found.briefing)] if found.briefing is not None else []
    for reply in found.replies:
        shown.append(_of_theirs(reply, is_new=reply.number in new))
        if (answer := answers.pop(reply.number, None)) is not None:
            shown.append(_of_ours(answer))
    return shown


def _of_ours(letter: OwnLetter) -> ShownLetter:
    return ShownLetter(by=LetterBy.ALOUD, number=letter.number, at=letter.sent_at, text=letter.text, state=letter.state)


def _of_theirs(reply: Reply, *, is_new: bool) -> ShownLetter:
    return ShownLetter(by=LetterBy.YOU, number=reply.number, at=reply.at, text=reply.words, new=is_new)


def _stranger(mail: NotFromYou) -> ShownStranger:
    return ShownStranger(sender=mail.sender, subject=mail.subject, why=mail.why, at=mail.at)
