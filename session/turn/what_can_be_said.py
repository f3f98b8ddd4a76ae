"""What is told to a user who asks what to say: five things that fit the moment, and five that always do where they ask what else."""

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Meant
from session.call import Call

IN_SHORT = (CommandKind.NEXT, MailAction.ARCHIVE, CommandKind.BACK, CommandKind.HELP)

_OF_A_DRAFT = (CommandKind.SEND, CommandKind.READ_DRAFT, CommandKind.CHANGE_TEXT, CommandKind.ADD_TEXT, CommandKind.CANCEL)
_OF_A_PERSONS_MAIL = (CommandKind.REPLY, MailAction.ARCHIVE, MailAction.FLAG, CommandKind.READ_IN_FULL, CommandKind.NEXT)
_OF_A_BULK_MAIL = (MailAction.ARCHIVE, CommandKind.WITHOUT_SOME, CommandKind.PREFER, CommandKind.SKIP_TOPIC, CommandKind.NEXT)
_WITH_A_TEAM = (CommandKind.WHAT_DID_I_SKIP, CommandKind.CHECK_NEW, CommandKind.SEARCH, CommandKind.TEAM, CommandKind.GOODBYE)
_AT_THE_END = (CommandKind.WHAT_DID_I_SKIP, CommandKind.CHECK_NEW, CommandKind.SEARCH, CommandKind.UNDO, CommandKind.GOODBYE)
AT_ANY_TIME = (CommandKind.IN_TIME, CommandKind.PREFER, CommandKind.ONLY_SOME, CommandKind.SEARCH, CommandKind.UNDO)


def helpful(call: Call) -> tuple[Meant, ...]:
    """The commands that fit a draft that is open, a person's mail, a mail to many, or the end."""
    if call.acting.draft is not None:
        return _OF_A_DRAFT
    current = call.tracker.current()
    if current is None:
        return _WITH_A_TEAM if call.records.team is not None and call.records.team.can_work else _AT_THE_END
    envelope = call.mail.pipeline.envelopes.get(current.mail_id)
    return _OF_A_BULK_MAIL if envelope is not None and (envelope.bulk or envelope.automatic) else _OF_A_PERSONS_MAIL
