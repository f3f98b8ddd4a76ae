"""Every sentence that Aloud says without a model, and the parts they are made of, in one place to import from."""

from briefing.speech.content.names import spoken_name
from briefing.speech.content.whole_mail import read_in_full
from briefing.speech.sentences.about_mails import NOT_LOADED, present_mail
from briefing.speech.sentences.call_opening import GreetingFacts, closing, greeting, minutes_for, progress_sentence
from briefing.speech.sentences.turns import (
    GOODBYE,
    ask,
    done_sentence,
    done_several,
    done_so_far,
    failed_sentence,
    help_sentence,
    not_understood,
    topic_intro,
    was_so_already,
)
from briefing.speech.wording.ages import spoken_age, spoken_since
from briefing.speech.wording.counts import count_word, counted, joined

__all__ = [
    "GOODBYE",
    "NOT_LOADED",
    "GreetingFacts",
    "ask",
    "closing",
    "count_word",
    "counted",
    "done_sentence",
    "done_several",
    "done_so_far",
    "failed_sentence",
    "greeting",
    "help_sentence",
    "joined",
    "minutes_for",
    "not_understood",
    "present_mail",
    "progress_sentence",
    "read_in_full",
    "spoken_age",
    "spoken_name",
    "spoken_since",
    "topic_intro",
    "was_so_already",
]
