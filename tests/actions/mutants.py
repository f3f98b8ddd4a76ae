"""Rules of the gate and of consent, each broken in one line. Every one of them has to be noticed by the tests of its module."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One line of a module, and what it becomes."""

    file: str
    before: str
    after: str


MUTANTS = (
    # The gate.
    Mutant("gate", "LASTS_S = 30.0", "LASTS_S = 300.0"),
    Mutant(
        "gate",
        "(State.ASKING, Event.YES): Edge(State.IDLE, VoidReason.NOT_SAID_OUT),",
        "(State.ASKING, Event.YES): Edge(State.GRANTED),",
    ),
    Mutant("gate", "(State.ARMED, Event.NO): Edge(State.IDLE, VoidReason.SAID_NO),", "(State.ARMED, Event.NO): Edge(State.ARMED),"),
    Mutant(
        "gate",
        "(State.ARMED, Event.OTHER_WORDS): Edge(State.IDLE, VoidReason.OTHER_WORDS),",
        "(State.ARMED, Event.OTHER_WORDS): Edge(State.ARMED),",
    ),
    Mutant(
        "gate",
        "(State.ARMED, Event.OVERLAPPED): Edge(State.IDLE, VoidReason.OVERLAPPED),",
        "(State.ARMED, Event.OVERLAPPED): Edge(State.GRANTED),",
    ),
    Mutant(
        "gate",
        "(State.ARMED, Event.SPOKEN_OVER): Edge(State.IDLE, VoidReason.SPOKEN_OVER),",
        "(State.ARMED, Event.SPOKEN_OVER): Edge(State.ARMED),",
    ),
    Mutant(
        "gate",
        "(State.ARMED, Event.EARLY): Edge(State.IDLE, VoidReason.NOT_SAID_OUT),",
        "(State.ARMED, Event.EARLY): Edge(State.GRANTED),",
    ),
    Mutant(
        "gate",
        "(State.ARMED, Event.RECONNECTED): Edge(State.IDLE, VoidReason.RECONNECTED),",
        "(State.ARMED, Event.RECONNECTED): Edge(State.ARMED),",
    ),
    Mutant(
        "gate",
        "(State.ARMED, Event.CHANGED): Edge(State.IDLE, VoidReason.CHANGED),",
        "(State.ARMED, Event.CHANGED): Edge(State.ARMED),",
    ),
    Mutant(
        "gate",
        "(State.GRANTED, Event.REDEEMED): Edge(State.IDLE),",
        "(State.GRANTED, Event.REDEEMED): Edge(State.GRANTED),",
    ),
    Mutant(
        "gate",
        "(State.GRANTED, Event.NO): Edge(State.IDLE, VoidReason.SAID_NO),",
        "(State.GRANTED, Event.NO): Edge(State.GRANTED),",
    ),
    Mutant(
        "gate",
        "(State.GRANTED, Event.CHANGED): Edge(State.IDLE, VoidReason.CHANGED),",
        "(State.GRANTED, Event.CHANGED): Edge(State.GRANTED),",
    ),
    Mutant(
        "gate",
        "(State.GRANTED, Event.OTHER_PAYLOAD): Edge(State.IDLE, VoidReason.ANOTHER_PAYLOAD),",
        "(State.GRANTED, Event.OTHER_PAYLOAD): Edge(State.GRANTED),",
    ),
    Mutant("gate", "(State.GRANTED, Event.ASKED): Edge(State.ASKING),", "(State.GRANTED, Event.ASKED): Edge(State.GRANTED),"),
    Mutant("gate", "runs = gate.state in {State.ARMED, State.GRANTED}", "runs = gate.state is State.ARMED"),
    Mutant("gate", "runs = gate.state in {State.ARMED, State.GRANTED}", "runs = gate.state is State.GRANTED"),
    Mutant("gate", "gate = passed(gate, happened.at)", "gate = gate"),
    Mutant(
        "gate",
        "if happened.event in {Event.YES, Event.REDEEMED} and happened.digest != gate.digest:",
        "if happened.event is Event.YES and happened.digest != gate.digest:",
    ),
    Mutant(
        "gate",
        "if happened.event in {Event.YES, Event.REDEEMED} and happened.digest != gate.digest:",
        "if happened.event is Event.REDEEMED and happened.digest != gate.digest:",
    ),
    Mutant(
        "gate",
        "if happened.event is Event.YES and gate.state is State.ARMED and happened.began < gate.since:",
        "if happened.event is Event.YES and gate.state is State.ARMED and happened.began < 0:",
    ),
    Mutant("gate", "keeps_its_time = edge.to is gate.state is State.GRANTED", "keeps_its_time = False"),
    Mutant(
        "gate",
        "return replace(after, digest=happened.digest) if event is Event.ASKED else after",
        "return after if gate.digest else replace(after, digest=happened.digest)",
    ),
    # Consent: whose words, and when.
    Mutant(
        "consent",
        "if utterance.by != self._caller or utterance.doubtful or not utterance.final:",
        "if not utterance.final:",
    ),
    Mutant(
        "consent",
        "if utterance.by != self._caller or utterance.doubtful or not utterance.final:",
        "if utterance.by != self._caller or utterance.doubtful:",
    ),
    Mutant(
        "consent",
        "if (about := self._payload) is None or self._gate.state is State.IDLE or utterance.said.says_nothing:",
        "if (about := self._payload) is None or self._gate.state is State.IDLE:",
    ),
    Mutant(
        "consent",
        "return utterance.over_our_voice and self._said.may_come_back_as(utterance.words, began_at=utterance.at, asked=asked)",
        "return False",
    ),
    Mutant("consent", "if utterance.over_our_voice:", "if False:"),
    Mutant(
        "consent",
        "if self._gate.state is State.ARMED and not asks_nothing and words.strip() not in self._pieces:",
        "if self._gate.state is State.ASKING and not asks_nothing and words.strip() not in self._pieces:",
    ),
    Mutant(
        "consent",
        "asks_nothing = (by is SpokenBy.CODE and not _MAY_ASK.intersection(words)) or (by is SpokenBy.MODEL and not may_ask(words))",
        "asks_nothing = by is SpokenBy.CODE or (by is SpokenBy.MODEL and not may_ask(words))",
    ),
    Mutant(
        "consent",
        "asks_nothing = (by is SpokenBy.CODE and not _MAY_ASK.intersection(words)) or (by is SpokenBy.MODEL and not may_ask(words))",
        "asks_nothing = (by is SpokenBy.CODE and not _MAY_ASK.intersection(words)) or by is SpokenBy.MODEL",
    ),
    Mutant(
        "consent",
        "asks_nothing = (by is SpokenBy.CODE and not _MAY_ASK.intersection(words)) or (by is SpokenBy.MODEL and not may_ask(words))",
        "asks_nothing = not _MAY_ASK.intersection(words)",
    ),
    Mutant(
        "consent",
        "if self._unsaid and piece in {None, self._unsaid[0]}:",
        "if self._unsaid and piece in {None, *self._unsaid}:",
    ),
    Mutant("consent", "if not self._unsaid:", "if True:"),
    Mutant("consent", "self._heard.clear()", "pass"),
    Mutant(
        "consent",
        "self._happens(_ANSWERED[answered], now, began=utterance.at, about=utterance.about or self._gate.digest)",
        "self._happens(_ANSWERED[answered], now, began=utterance.at, about=self._gate.digest)",
    ),
    Mutant(
        "consent",
        "self._happens(_ANSWERED[answered], now, began=utterance.at, about=utterance.about or self._gate.digest)",
        "self._happens(_ANSWERED[answered], now, began=now, about=utterance.about or self._gate.digest)",
    ),
    Mutant("consent", "if digest(asked) != self._gate.digest:", "if action_of(asked) != action_of(self._payload):"),
    Mutant("consent", "if self._gate.state is not State.GRANTED:", "if self._gate.state is State.ASKING:"),
    Mutant(
        "leave",
        "return said.confirmation(action_of(asked), mails=len(mails_of(asked)), to_whom=isinstance(asked, RecipientPayload))",
        "return said.confirmation()",
    ),
    Mutant(
        "consent",
        "return self._grant(payload, self._granted_by, Rule.YES_TO_QUESTION)",
        'return self._grant(payload, "", Rule.YES_TO_QUESTION)',
    ),
    Mutant("consent", "turn.granted.setdefault(action, set()).update(mails)", "turn.granted.clear()"),
    # Consent: what words grant.
    Mutant(
        "leave",
        "if not wanted.mails or wanted.mails.intersection(granted):",
        "if wanted.mails.intersection(granted):",
    ),
    Mutant("consent", "WORDS_LAST_S = 120.0", "WORDS_LAST_S = float('inf')"),
    Mutant("consent", "turn.granted.setdefault(action, set()).update(wanted.mails)", "turn.granted.setdefault(action, set())"),
    Mutant(
        "consent",
        "if turn.doubtful or (latest.over and latest is not turn) or self.clock() - turn.at > WORDS_LAST_S:",
        "if (latest.over and latest is not turn) or self.clock() - turn.at > WORDS_LAST_S:",
    ),
    Mutant(
        "consent",
        "if turn.doubtful or (latest.over and latest is not turn) or self.clock() - turn.at > WORDS_LAST_S:",
        "if turn.doubtful or self.clock() - turn.at > WORDS_LAST_S:",
    ),
    Mutant(
        "leave",
        "if not wanted.mails or wanted.mails.intersection(granted):",
        "if not wanted.mails:",
    ),
    Mutant(
        "leave",
        "return said.change.asks_for(action) and mails <= said.change.mails_meant(action)",
        "return mails <= said.change.mails_meant(action)",
    ),
    Mutant(
        "leave",
        "if not asks(said, wanted.action, mails=len(wanted.mails.union(granted))):",
        "if not asks(said, wanted.action, mails=len(wanted.mails)):",
    ),
    Mutant(
        "leave",
        "if not named and said.change.mails_meant(wanted.action) == 1 and not wanted.mails.issubset(open_mails):",
        "if not named and said.change.mails_meant(wanted.action) == 2:",
    ),
    Mutant(
        "leave",
        "named = said.change.names_a_mail(wanted.action) or (since is not None and since.change.completes)",
        "named = said.change.names_a_mail(wanted.action) or since is not None",
    ),
    Mutant(
        "consent",
        "for rule, turn in zip((Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE), reversed(self._turns), strict=False):",
        "for rule, turn in zip((Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE), self._turns, strict=False):",
    ),
    Mutant("consent", "if utterance.said.change.retracts:", "if False:"),
    Mutant("consent", "asked = [] if self._gate.state is State.IDLE else [self.sentence]", "asked = []"),
    Mutant("said_lately", "return not self._spoken or self._is_alike(words, said)", "return not self._spoken"),
    Mutant(
        "said_lately",
        "return not self._spoken or self._is_alike(words, said)",
        "return self._is_alike(words, said)",
    ),
    Mutant(
        "said_lately",
        "return not self._spoken or self._is_alike(words, said)",
        "return not self._spoken or self._is_alike(words, asked)",
    ),
    Mutant("said_lately", "HEARD_BACK_WITHIN_S = 2.0", "HEARD_BACK_WITHIN_S = 1000.0"),
    Mutant("echo_guard", "ALIKE = 0.75", "ALIKE = 1.5"),
    Mutant("consent", "if answered is Confirmation.OTHER and utterance.said.small_talk in ASIDE:", "if answered is Confirmation.OTHER:"),
    Mutant(
        "leave",
        "return wanted.action not in NEEDS_LABEL or any(each.change.mentions(wanted.label) for each in (said, since) if each is not None)",
        "return True",
    ),
    Mutant("consent", "self._turns = deque(maxlen=2)", "self._turns = self._turns"),
    # Recipients.
    Mutant("consent", "if not recipient.findings <= self._agreed_findings:", "if not self._agreed_findings:"),
    Mutant("consent", "self._agreed_findings.clear()", "pass"),
    Mutant(
        "consent",
        "if answered is Confirmation.NO and isinstance(about, SendPayload):",
        "if answered is Confirmation.NO and not about:",
    ),
    Mutant(
        "payloads",
        "return frozenset((self.mail.draft_id, warning) for warning in self.warnings if warning.kind is not WarningKind.NEW)",
        'return frozenset(("", warning) for warning in self.warnings if warning.kind is not WarningKind.NEW)',
    ),
    Mutant(
        "payloads",
        "return tuple(warning for warning in self.mail.warnings if warning.address == self.address)",
        "return self.mail.warnings",
    ),
    Mutant("consent", "agreed = self._redeems(recipient)", "agreed = self._gate.state is State.GRANTED"),
    # Grants.
    Mutant("grants", "if self._unused.get(grant.number) is not grant:", "if self._unused.get(grant.number) != grant:"),
    Mutant("grants", "if self._unused.get(grant.number) is not grant:", "if grant.number not in self._unused:"),
    Mutant("grants", "del self._unused[grant.number]", "self._unused[grant.number] = grant"),
    Mutant("grants", "return mails <= MOST_UNASKED", "return True"),
    Mutant("grants", "return rule == Rule.YES_TO_QUESTION", "return True"),
    Mutant(
        "grants",
        "return action is self.action and label == self.label and bool(mails) and self.mails.issuperset(mails)",
        "return action is self.action and label == self.label and bool(mails)",
    ),
    Mutant(
        "grants",
        "return action is self.action and label == self.label and bool(mails) and self.mails.issuperset(mails)",
        "return action is self.action and bool(mails) and self.mails.issuperset(mails)",
    ),
    # Tiers and payloads.
    Mutant("actions", "MailAction.UNSUBSCRIBE: Tier.OUTGOING,", "MailAction.UNSUBSCRIBE: Tier.REVERSIBLE,"),
    Mutant("actions", "return Tier.IRREVERSIBLE", "return Tier.REVERSIBLE"),
    Mutant("payloads", "if tier_of(self.action) is not Tier.REVERSIBLE:", "if tier_of(self.action) is Tier.IRREVERSIBLE:"),
    Mutant(
        "payloads",
        'everything = {"payload": type(payload).__name__, **told}',
        'everything = {**told, "bcc": ()}',
    ),
    Mutant("payloads", "words=words_of(payload),", "words=words_of(payload)[:1],"),
    Mutant("payloads", "by_name = not warned and address.email in mail.known", "by_name = address.email in mail.known"),
    Mutant("payloads", "bcc=[_named(each, payload) for each in payload.bcc],", "bcc=[],"),
    # Confirmation and intents.
    Mutant(
        "confirmation",
        "if not is_unsure and _is_yes(heard.words, again, again_is_yes=is_about_all and not may_be_more):",
        "if _is_yes(heard.words, again, again_is_yes=is_about_all and not may_be_more):",
    ),
    Mutant(
        "confirmation",
        "return reached.get(len(words), False)",
        "return any(reached.values())",
    ),
    Mutant(
        "confirmation",
        "breaks_off = end == len(words) and words[-1] in _UNFINISHED",
        "breaks_off = False",
    ),
    Mutant("confirmation", "again = _ANY_ACTION if action is None else _AGAIN[action]", "again = _ANY_ACTION"),
    Mutant("confirmation", 'if words == ("please",):', 'if "please" in words:'),
    Mutant(
        "confirmation",
        'may_be_more = "everything" in heard.words or ("all" in heard.words and "of" not in heard.words)',
        "may_be_more = False",
    ),
    Mutant("confirmation", "is_about_all = mails < 2 or not _ALL.isdisjoint(heard.words)", "is_about_all = True"),
    Mutant(
        "asking_clause",
        "if not (depends or _is_denied(lead, clause, match[0]) or _is_another(intent, match, action) or _is_taken_back(behind, action)):",
        "if not (_is_another(intent, match, action) or _is_taken_back(behind, action)):",
    ),
    Mutant(
        "asking_clause",
        "if not (depends or _is_denied(lead, clause, match[0]) or _is_another(intent, match, action) or _is_taken_back(behind, action)):",
        "if not (_is_denied(lead, clause, match[0]) or _is_taken_back(behind, action)):",
    ),
    Mutant(
        "asking_clause",
        "if not (depends or _is_denied(lead, clause, match[0]) or _is_another(intent, match, action) or _is_taken_back(behind, action)):",
        "if not (_is_denied(lead, clause, match[0]) or _is_another(intent, match, action)):",
    ),
    Mutant("asking_clause", "if is_of_it or (tells and not re.match(OWN_WORD_FOR_IT, verb)):", "if is_of_it:"),
    Mutant(
        "asking_clause",
        "(place and denies(clauses[place - 1]))",
        "False",
    ),
    Mutant(
        "asking_clause",
        "or not all(leads_on(each, is_wanted=_is_wanted) for each in clauses[:place])",
        "or False",
    ),
    Mutant(
        "asking_clause",
        "if (action not in NAMED_PLACES and not is_courtesy(own.strip())) or not all(map(_leaves_it, qualifies)):",
        "if not all(map(_leaves_it, qualifies)):",
    ),
    Mutant(
        "asking_clause",
        "if (action not in NAMED_PLACES and not is_courtesy(own.strip())) or not all(map(_leaves_it, qualifies)):",
        "if action not in NAMED_PLACES and not is_courtesy(own.strip()):",
    ),
)
