"""Words of a correspondence as they lie in the database: sealed, each to its row and column, and read back as records."""

from datetime import date
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from actions.sending.sealing import SealedWords
from briefing.mail import MailId
from correspondence.briefing_mail.material import Research, ToldMail
from correspondence.exchange import Correspondence, LetterState, NotFromYou, OwnLetter, Reply
from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredLetter, StoredReply, StoredSeenMail
from correspondence.new_words import NewWords
from providers.connections.credentials import SealBrokenError, Vault
from storage.epoch import moment_of_ms

Words = TypeVar("Words", bound=BaseModel)


class OpeningWords(BaseModel):
    zone: str
    mails: tuple[ToldMail, ...]
    research: tuple[Research, ...]


class LetterWords(BaseModel):
    subject: str
    text: str
    html: str = ""
    thread: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()


class ReplyWords(BaseModel):
    sender: str
    said: NewWords
    to_letter: int
    links: tuple[str, ...]
    thread: str = ""


class StrangerWords(BaseModel):
    sender: str
    subject: str
    why: str


class SealedLetters:
    """Seals what is written and opens what is read; each method may raise `SealBrokenError` for what another key has sealed."""

    def __init__(self, vault: Vault) -> None:
        self._openings = SealedWords(vault, "correspondence")
        self._letters = SealedWords(vault, "letter")
        self._replies = SealedWords(vault, "reply")
        self._strangers = SealedWords(vault, "not from user")
        self._wishes = SealedWords(vault, "mailed wish")
        self._questions = SealedWords(vault, "mailed question")

    def seal_opening(self, user_id: str, correspondence_id: str, words: OpeningWords) -> str:
        return self._openings.seal(words.model_dump_json(), user_id, correspondence_id)

    def seal_letter(self, user_id: str, correspondence_id: str, letter: OwnLetter) -> str:
        words = LetterWords(
            subject=letter.subject,
            text=letter.text,
            html=letter.html,
            thread=letter.thread,
            in_reply_to=letter.in_reply_to,
            references=letter.references,
        )
        return self._letters.seal(words.model_dump_json(), user_id, f"{correspondence_id}/{letter.number}")

    def seal_reply(self, user_id: str, correspondence_id: str, reply: Reply) -> str:
        words = ReplyWords(sender=reply.sender, said=reply.said, to_letter=reply.to_letter, links=reply.links, thread=reply.thread)
        return self._replies.seal(words.model_dump_json(), user_id, f"{correspondence_id}/{reply.number}")

    def seal_stranger(self, user_id: str, correspondence_id: str, mail: NotFromYou) -> str:
        words = StrangerWords(sender=mail.sender, subject=mail.subject, why=mail.why)
        return self._strangers.seal(words.model_dump_json(), user_id, f"{correspondence_id}/{mail.mail_id}")

    def seal_wish(self, user_id: str, row: str, content: str) -> str:
        return self._wishes.seal(content, user_id, row)

    def wish(self, user_id: str, row: str, content: str) -> str:
        return self._wishes.open(content, user_id, row)

    def seal_question(self, user_id: str, row: str, payload: str) -> str:
        return self._questions.seal(payload, user_id, row)

    def question(self, user_id: str, row: str, content: str) -> str:
        return self._questions.open(content, user_id, row)

    def correspondence(self, row: StoredCorrespondence, letters: list[StoredLetter], replies: list[StoredReply]) -> Correspondence:
        opened = self._read(OpeningWords, self._openings.open(row.content, row.user_id, row.correspondence_id))
        return Correspondence(
            correspondence_id=row.correspondence_id,
            user_id=row.user_id,
            day=date.fromisoformat(row.day),
            account=row.account,
            letters=tuple(self._letter(row.user_id, each) for each in letters),
            replies=tuple(self._reply(row.user_id, each) for each in replies),
            **dict(opened),
        )

    def stranger(self, user_id: str, row: StoredSeenMail) -> NotFromYou:
        opened = self._strangers.open(row.content or "", user_id, f"{row.correspondence_id}/{row.mail_id}")
        words = self._read(StrangerWords, opened)
        return NotFromYou(mail_id=MailId(row.mail_id), message_id=row.message_id, at=moment_of_ms(row.at), **dict(words))

    def _letter(self, user_id: str, row: StoredLetter) -> OwnLetter:
        words = self._read(LetterWords, self._letters.open(row.content, user_id, f"{row.correspondence_id}/{row.number}"))
        return OwnLetter(
            number=row.number,
            message_id=row.message_id,
            state=LetterState(row.state),
            sent_at=None if row.sent_at is None else moment_of_ms(row.sent_at),
            provider_id=None if row.provider_id is None else MailId(row.provider_id),
            **dict(words),
        )

    def _reply(self, user_id: str, row: StoredReply) -> Reply:
        words = self._read(ReplyWords, self._replies.open(row.content, user_id, f"{row.correspondence_id}/{row.number}"))
        return Reply(number=row.number, message_id=row.message_id, mail_id=MailId(row.mail_id), at=moment_of_ms(row.at), **dict(words))

    @staticmethod
    def _read(kind: type[Words], opened: str) -> Words:
        try:
            return kind.model_validate_json(opened)
        except ValidationError:
            raise SealBrokenError("it is in no form that this version of Aloud knows") from None
