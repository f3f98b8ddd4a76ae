"""All verbs by action. What an action does, asks and answers stands in `briefing.mail_action`; a test holds the two together."""

from collections.abc import Mapping
from types import MappingProxyType

from briefing.mail_action import MailAction
from briefing.understanding.verbs import bringing_back, marking, putting_away, sending_off
from briefing.understanding.verbs.verb import Verb

VERBS: Mapping[MailAction, Verb] = MappingProxyType({**putting_away.VERBS, **marking.VERBS, **bringing_back.VERBS, **sending_off.VERBS})
