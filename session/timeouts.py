"""How long a call waits for each service, so that one slow service does not mean eight seconds of silence.

The longest chain is one spoken turn: endpointing (0.6 s, up to 2.5 s for half a command), the transcript, the model's first word, the
voice's first sound. Each link has its own limit here, because LiveKit's limits are for connections and add up to four times ten seconds.
The excuse for a slow model counts from the end of speech, so the time for endpointing and transcribing is included.

These are limits of links, not of the chain: several services that use up theirs in one turn add up to more than eight seconds before the
first word. A caller who has spoken hears a tone meanwhile (`agent.speaking.waiting_tone`), which counts from their last sound and waits for
none of them.
"""

ONE_MOMENT_AFTER_S = 3.0
"""If the model has not begun by then, the agent says "One moment"."""

LEAST_WAIT_S = 0.5
"""The least time for each step of an answer, however long the turn has been silent."""

ANSWER_BEGINS_WITHIN_S = 6.5
"""If the model has not begun by then, this request is given up."""

PROBE_WITHIN_S = 2.0
"""The same for a model that failed twice in a row: the user should not wait that long again."""

FULL_WAIT_EVERY_S = 30.0
"""How often a failed model gets the full wait: on short probes alone, a slow one would never recover."""

NEXT_WORDS_WITHIN_S = 5.0
"""Longer than it seems: what was said so far is still playing."""

TOOL_ANSWERS_WITHIN_S = 5.5
"""Enough for a slow change of the mailbox and a slow next mail; what has not loaded by then is left out of the answer."""

STILL_AT_WORK_EVERY_S = 6.0
"""How often the agent says that a long tool, such as a change of many mails, is still at work."""

MAX_TOOL_STEPS = 5
"""A request like "archive it, go to the one from Anna and read it to me" takes four."""

NAMED_WITHIN_S = 0.5
"""For the text of a mail that the user named, before a model is asked: less than a request for it would take."""
