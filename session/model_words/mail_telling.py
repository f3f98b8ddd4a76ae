"""A model's written sentences as passages: from where one names the mail that is to be told, they tell of it.

The same rule as for a voice (`agent.model.sentence_stream`), for words that come as whole sentences. A mail that was not named is presented
again, which costs a sentence; one that was wrongly counted as told would never come back.
"""

from briefing.agenda import MailRef
from briefing.understanding.telling_words import MailNames
from session.passages import Passage, PassageRole


class MailTelling:
    """One answer. `mail` is the mail that it has to tell of, if any, and `left` the one that the turn began with."""

    def __init__(self, mail: MailRef | None, left: MailRef | None) -> None:
        self._mail = mail
        self._names = MailNames(mail, left) if mail is not None else None
        self._named = False
        self._sentences = 0
        self._last: Passage | None = None
        self._statement: Passage | None = None

    def passage(self, sentence: str) -> Passage:
        first, self._sentences = not self._sentences, self._sentences + bool(sentence.strip())
        self._named = self._named or (self._names is not None and self._names(sentence, first=first))
        mail = self._mail.mail_id if self._mail is not None and self._named else None
        passage = Passage(sentence, role=PassageRole.MAIL if mail else PassageRole.LEAD, mail=mail, by_model=True)
        if mail is not None and sentence.strip():
            self._last = passage
            self._statement = self._statement if sentence.rstrip().endswith("?") else passage
        return passage

    def last_of_mail(self) -> Passage | None:
        """The last sentence that tells of the mail; one that asks only where nothing else does. None: it was never named."""
        return self._statement or self._last
