"""What people say for each instant command: the tables, by theme, and the small notation they are written in.

A reader can check the grammar here without reading any code. Each pattern is a list of words in the form that
`briefing.understanding.commands` brings an utterance into (lower case, no punctuation, contractions spelled out: "let's" is "let us"), in
which

    (a|b c)     stands for one of the alternatives,
    [a|b c]     for one of them or nothing,
    <class>     for an entry of `notation.CLASSES`,
    <nth> <n>   for one number, as in "third" and "three",
    {name}      for free words: at most one slot per pattern. `{words}` are some more, `{label}` names a folder or label, `{who}` a person
                or a spelled address, `{when}` a time to come, `{since}` one that is past, `{mails}` describes many mails,
                `{place}` names where a clock goes, `{languages}` one or more languages,
                `{some}` those that the briefing is to be about, and `{sorts}` the same where a name alone says too little.

The politeness around a command is not repeated here; it is in `command_frame`.
"""
