"""The facts that can be asked for, of a mail, of all mail and of the call; their phrases stand in the tables `asked_of_...` beside this."""

from enum import StrEnum


class Fact(StrEnum):
    """What can be asked for. None of it changes anything."""

    SENDER = "sender"
    ADDRESS = "address"
    RECIPIENTS = "recipients"
    TIME = "time"
    LENGTH = "length"
    ATTACHMENTS = "attachments"
    IN_ATTACHMENT = "in_attachment"
    SUBJECT = "subject"
    GIST = "gist"
    MORE = "more"
    IMPORTANCE = "importance"
    GENUINE = "genuine"
    IMPORTANT_MAILS = "important_mails"
    TIME_LEFT = "time_left"
    IN_A_HURRY = "in_a_hurry"
    MORE_HELP = "more_help"
    OVERVIEW = "overview"
    TOPICS = "topics"
    DUE_TODAY = "due_today"
    WAITING_FOR_ME = "waiting_for_me"
    FROM_PEOPLE = "from_people"
    TO_SIGN_OR_PAY = "to_sign_or_pay"
    FLAGGED = "flagged"
    THREAD = "thread"
    CHANGES = "changes"
    SENT = "sent"
    DRAFTS = "drafts"
    CLOCK = "clock"
    ZONE = "zone"
    VIPS = "vips"
    KEYWORDS = "keywords"
    LEFT_OUT = "left_out"
    ON_SCREEN = "on_screen"
    WHY_SILENT = "why_silent"


ASKED_FOR_SINCE = (Fact.CHANGES, Fact.SENT)
"""What was done and sent can be asked for with a time behind it: "what did you archive today". It is of all calls then."""
