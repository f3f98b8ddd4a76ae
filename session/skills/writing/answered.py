"""Which mail a reply answers, and who is meant by "her" or by a name to whom something is to be written."""

from collections.abc import Set as AbstractSet

from briefing.mail import Address, MailId
from briefing.speech.sentences import replies
from briefing.understanding.telling_words import FUNCTION_WORDS, SOMEBODY, of_description
from briefing.words import split_words
from session.call import Call
from session.outcome import NoSuchMailError
from session.skills.changing.mailing import meant
from session.skills.finding import ask_who_is_meant, best_fitting, only_one, spoken_of

_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr"})


def to_answer(call: Call, mail_id: str, number: int, description: str) -> MailId:
    """The mail that a reply answers, by its id or as the user named it."""
    is_open = _is_what_it_meant(call, description) or _is_of_whom_was_addressed(call, description)
    is_named = bool(mail_id or number or (description and not is_open))
    return _mail_to_answer(call, meant(call, mail_id, number, description) if is_named else None)


def _mail_to_answer(call: Call, mail: MailId | None = None) -> MailId:
    """The mail that a reply answers: of the person whom the user named, whatever `mail` was chosen or is open; where they named nobody,
    the one that was chosen or spoken of last, or that of the person "her" means.

    A reply that is the first of several wishes answers what was spoken of when the turn began, whatever another wish has moved that to.
    Refuses with a question where somebody who wrote several mails was spoken of since, and no single one of them.
    """
    said = call.dialogue.last
    it = call.dialogue.meant[0] if said.begins_with_a_reply and call.dialogue.meant else None
    if (named := _of_whom_was_addressed(call, mail or it or call.it) or mail) is not None:
        return named
    person = call.dialogue.him if it is not None else call.dialogue.focus.person
    if person is None or SOMEBODY.isdisjoint(said.own_words):
        return it or spoken_of(call)
    theirs = [envelope for envelope in call.envelopes_to_speak_of() if envelope.sender.email == person.email]
    here = [envelope.mail_id for envelope in theirs if envelope.mail_id == call.it]
    return here[0] if here else only_one(call, theirs)


def _of_whom_was_addressed(call: Call, mail: MailId | None) -> MailId | None:
    """`mail` if it is of the person to whom the user's last words say to write, else a mail of that person's; none if they name nobody.

    Refuses with a question where they wrote several, and also where nobody of that name wrote: a reply never goes to anybody else.
    """
    said, people = call.dialogue.last, addressed(call)
    if not people:
        if mail is not None and not said.addressed.plainly and _is_about(call, mail, said.addressed.words):
            return mail  # "reply to the invoice" names no person
        ask_who_is_meant(call, " ".join(word for word in split_words(said.words) if word in said.addressed.words))
        if said.addressed.plainly or (said.addressed.words and not call.line.has_model):
            raise NoSuchMailError(replies.NO_SUCH_MAIL)
        return None
    envelopes = call.mail.pipeline.envelopes
    if mail is not None and mail in envelopes and envelopes[mail].sender.email in people:
        return mail
    theirs = [each for each in call.envelopes_to_speak_of() if each.sender.email in people]
    theirs = theirs or [each for each in envelopes.values() if each.sender.email in people]
    told = [each for each in theirs if (state := call.tracker.state_of(each.mail_id)) is not None and not state.pending]
    fitting = told if len(told) == 1 else theirs
    if len({each.thread_id for each in fitting}) == 1:
        return max(fitting, key=lambda each: each.received_at).mail_id
    return only_one(call, fitting)


def _is_what_it_meant(call: Call, description: str) -> bool:
    """Whether a description fits the mail that a reply answers which is the first of several wishes; it may be off the agenda by then."""
    it = call.dialogue.meant[0] if call.dialogue.last.begins_with_a_reply and call.dialogue.meant else None
    envelope = call.mail.pipeline.envelopes.get(it) if it is not None else None
    return envelope is not None and bool(best_fitting(of_description(description), [envelope]))


def _is_of_whom_was_addressed(call: Call, description: str) -> bool:
    """Whether a description only names those to whom the user's last words say to write: which mail of theirs, they may leave open."""
    named = of_description(description) - FUNCTION_WORDS
    return bool(named) and named == call.dialogue.last.addressed.words and bool(addressed(call))


def _is_about(call: Call, mail: MailId, words: AbstractSet[str]) -> bool:
    envelope = call.mail.pipeline.envelopes.get(mail)
    return bool(words) and envelope is not None and words <= set(split_words(envelope.subject))


def addressed(call: Call) -> frozenset[str]:
    """The addresses of those who wrote in this call and to whom the user's last words say that something be written: of several, each by
    a first name at least, and all of them. Nobody is "Eleanor Berg" who is called Anna Berg, or Eleanor Price."""
    named = call.dialogue.last.addressed.words - _TITLES
    names = {each.sender.email: split_words(each.sender.name) for each in call.mail.pipeline.envelopes.values()}
    if whole := {email for email, name in names.items() if named and named.issubset(name)}:
        return frozenset(whole)
    several = {email: name for email, name in names.items() if not named.isdisjoint(name[:1])}
    return frozenset(several) if named.issubset(word for name in several.values() for word in name) else frozenset()


def person_spoken_of(call: Call) -> Address | None:
    """Whom "her" means: who was named last, or wrote the mail that was spoken of last."""
    if call.dialogue.focus.person is not None:
        return call.dialogue.focus.person
    envelope = call.mail.pipeline.envelopes.get(call.it) if call.it is not None else None
    return envelope.sender if envelope is not None else None
