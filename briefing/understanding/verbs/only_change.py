"""The one change of the open mail that a line asks for in words that no table has: "I've got it in my hands, so go ahead and archive it".

Where all else in the line is courtesy or says why, rules alone may do it. What else it may mean is left to a model, or asked about.
"""

import re

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.change_intents import ChangeIntents
from briefing.understanding.command_grammar.behind_a_verb import leaves_the_wish
from briefing.understanding.intent_words import NAMES_A_MAIL, only_names, things_in
from briefing.understanding.verbs.before_a_verb import leads_on

_NEEDS_NO_MORE = (*(action for action, its in ON_MAILS.items() if its.place is None), MailAction.UNDO, MailAction.UNSUBSCRIBE)
"""What needs no folder, label or time."""
_OPEN_ONE = re.compile(r"\b(?:this|that|the current) (?:one|mail|message|newsletter|notification)\b(?! (?:from|by|about)\b)")
_NAMES_NO_MAIL = frozenset({MailAction.UNDO, MailAction.UNSUBSCRIBE})


def only_change(change: ChangeIntents) -> MailAction | None:
    """None where anything else is wanted, several mails are meant, or another than the open one."""
    asked = [action for action in _NEEDS_NO_MORE if change.asks_for(action)]
    if len(asked) != 1:
        return None
    (action,) = asked
    beside = change.beside(action)
    is_all = beside is not None and all(map(_adds_nothing, beside))
    said = _OPEN_ONE.sub("it", change.said_of(action))
    names_none = action in _NAMES_NO_MAIL or not things_in(said)
    is_of_one = action in _NAMES_NO_MAIL or (change.mails_meant(action) == 1 and not re.search(NAMES_A_MAIL, said))
    return action if is_all and names_none and is_of_one else None


def _adds_nothing(clause: str) -> bool:
    names_another = only_names(_OPEN_ONE.sub("it", clause))
    return not names_another and (leaves_the_wish(clause) or leads_on(clause, is_wanted=lambda _: False))
