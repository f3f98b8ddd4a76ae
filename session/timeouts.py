"""How long a call waits for a service, so that a caller does not hear nothing for eight seconds because one of them is slow.

The longest chain is one turn by voice: the end of speech is noticed (0.6 s, up to 2.5 s for half a command), it is transcribed, the model
begins, the voice begins. Each link has a limit of its own here, since those of LiveKit are for connections and add up: ten seconds, four
times. A slow model is excused counting from the end of speech, so that what noticing and transcribing took is not waited for again.

These are limits of links, not of the chain: if several services use up theirs in the same turn, it is longer than eight seconds. Half a
command, a transcript at its limit, the least wait for a model and a voice at its limit come to 9.5 s before the first word.
"""

ONE_MOMENT_AFTER_S = 3.0
"""A model that has not begun by then is excused."""

LEAST_WAIT_S = 0.5
"""So much time each step of an answer has, however long the turn has been silent before it."""

ANSWER_BEGINS_WITHIN_S = 6.5
"""A model that has not begun by then is given up, for this time."""

PROBE_WITHIN_S = 2.0
"""The same for a model that failed twice in a row: whoever asks again should not wait again."""

FULL_WAIT_EVERY_S = 30.0
"""A model that is merely slow would never be well again on probes alone."""

NEXT_WORDS_WITHIN_S = 5.0
"""What was said already plays on meanwhile."""

TOOL_ANSWERS_WITHIN_S = 5.5
"""A change of the mailbox and the mail that comes next, both slow: what has not loaded by then is left out of the answer."""

STILL_AT_WORK_EVERY_S = 6.0
"""What takes longer on purpose, a change of many mails, is spoken of as often."""

MAX_TOOL_STEPS = 5
"""A request like "archive it, go to the one from Anna and read it to me" takes four."""
