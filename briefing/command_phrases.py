"""What people say for each instant command: the tables, and the small notation they are written in.

A reader can check the grammar here without reading any code. Each pattern is a list of words in the form that `briefing.commands`
brings an utterance into (lower case, no punctuation, contractions spelled out: "let's" is "let us"), in which

    (a|b c)     stands for one of the alternatives,
    [a|b c]     for one of them or nothing,
    <class>     for an entry of `CLASSES`,
    <nth> <n>   for one number, as in "third" and "three",
    {name}      for a few free words, `{words}` for some more: at most one hole per pattern.

Patterns are expanded once, at import, into whole phrases for a dictionary: recognising is a look-up, and a phrase that two commands
claim is found by a test. The politeness around a command is not repeated here; it is in `briefing.command_frame`.
"""

import re
from collections import deque
from collections.abc import Mapping
from enum import StrEnum


class CommandKind(StrEnum):
    """What the user can have done without a model being asked."""

    NEXT = "next"
    SKIP_MAIL = "skip_mail"
    SKIP_TOPIC = "skip_topic"
    BACK = "back"
    REPEAT = "repeat"
    READ_IN_FULL = "read_in_full"
    ARCHIVE = "archive"
    FLAG = "flag"
    UNFLAG = "unflag"
    MARK_READ = "mark_read"
    STOP = "stop"
    PROGRESS = "progress"
    HELP = "help"
    HOLD_ON = "hold_on"
    GO_ON = "go_on"
    SLOWER = "slower"
    FASTER = "faster"
    GOODBYE = "goodbye"
    YES = "yes"
    NO = "no"
    WHAT_DID_I_SKIP = "what_did_i_skip"
    CHECK_NEW = "check_new"
    JUMP_TO_TOPIC = "jump_to_topic"
    JUMP_TO_MAIL = "jump_to_mail"
    SEARCH = "search"
    WHERE_WERE_WE = "where_were_we"
    ADD_VIP = "add_vip"
    ADD_KEYWORD = "add_keyword"
    ONLY_ACCOUNT = "only_account"
    ALL_ACCOUNTS = "all_accounts"
    WHICH_ACCOUNT = "which_account"


SYNONYMS: Mapping[str, str] = {
    "email": "mail", "message": "mail", "male": "mail", "emails": "mails", "messages": "mails", "males": "mails",
    "unstar": "unflag", "weight": "wait", "quicker": "faster", "remaining": "left", "speak": "talk",
}  # fmt: skip
"""Words that mean the same in every phrase here; the patterns use the second. "Male" and "weight" are what speech recognition makes of
"mail" and "wait"."""

CLASSES: Mapping[str, str] = {
    "mails": "mail|mails",
    "this": "it|this|that|(this|that) one|(this|that|the) mail|the current mail",
    # Not "and the next one": that may be a second mail to be archived.
    "onward": "and [then] (next|go on|move on|continue|((go|move on|on) to|read [me]) the next (one|mail))",
    "and on": "<onward>|next|go on|move on|continue",
    "this topic": "[this|that|the|the current|this whole|this entire|the whole|the entire] (topic|subject|section)",
    "go to": "(go|go on|move on|jump|skip|switch|go back|take me|bring me) to",
    "hear": "hear|open|(tell|give) me|(read|play|show) [me]",
    "a bit": "[just] (a bit|a little|a little bit|a tad)",
    "a moment": "(a|one|just a|just one) (second|sec|moment|minute)",
    "yes": "yes|yeah|yep|yup|sure|sure thing|okay|of course|absolutely|definitely|certainly|all right",
    "no": "no|nope|nah",
    "sender": "her|him|them|(this|the) (sender|person|contact)|the sender of (this|this mail)",
    "vip": "vip|v i p",
    "vips": "[the|my] (vips|<vip> list|list of vips)",
    "keywords": "[the|my] (keywords|key words|keyword list|list of keywords)",
    "keyword": "keyword|key word",
    "mail n": "[the] <nth> (one|mail)|[mail] number <n>|mail <n>",
    "the one by": "the (one|mail) (from|by|about)",
    "those by": "[the|all|all the|any|a|my] <mails> (from|by|about|with|on)",
    "account": "account|mailbox|inbox",
}

PHRASES: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.NEXT: (
        "[and] next|[the|and|and the] next (one|mail|item)",
        "move (on|along|forward)|moving on|go forward|go next|next up",
        "(go|go ahead|jump|move|move on|proceed|continue|go on|carry on) (to|with) (next|[the] next (one|mail|item))",
        "(on to|onto) the next [one|mail]",
        "<hear> the next (one|mail)",
        "what is (next|the next (one|mail))",
    ),
    CommandKind.SKIP_MAIL: (
        "skip [over] [<this>]",
        "skip to the next (one|mail)",
        "skip <this> <and on>",
        "pass",
    ),
    CommandKind.SKIP_TOPIC: (
        "skip <this topic>",
        "skip (the rest|all|everything|everything else) (of|in|on) (this|that|the) topic",
        "skip <this topic> and (go on|move on|continue)",
        "[the|<go to> the|go to|[move] on to the|move to the] next (topic|subject|section)",
        "[i am] done with this topic|enough of this topic",
    ),
    CommandKind.BACK: (
        "[go] back [one|one mail|a mail|again]",
        "(move|step) back|take me back|go backwards|[go] one back",
        "[the|(go|go back|back|return|jump back) to the|<hear> the] previous (one|mail|item)|previous",
        "[<go to>] the (one|mail) before [this|that|this one|that one]",
    ),
    CommandKind.REPEAT: (
        "repeat [<this>] [again|once more|one more time]",
        "(say|read|play|tell me|hear) <this> [to me] (again|once more|one more time)",
        "say again|come again|once again|[once] again|once more|one more time",
        "pardon|pardon me|excuse me what",
        "what (was|is) that [again]|what did you [just] say|what was that you said",
        "i (did not|could not) (hear|catch|get|understand) (that|it|you)",
        "i missed that",
    ),
    CommandKind.READ_IN_FULL: (
        "read <this> [out|out loud|to me]",
        "read me (this|this one|(the|this) mail)",
        "[read [me]|give me] (the (whole|full|entire|complete) (thing|mail|text)|the full text of <this>)",
        "[read [me]] [all of|the whole of] <this> in full",
        "read (<this>|<this> to me|<this> out) (in full|fully|completely|word for word|from start to finish|from beginning to end)",
        "read [me] (all of|the whole of|the rest of) <this>",
        "read it all [to me]|in full|read in full|word for word|full text",
        "what does (it|this mail|the mail) say",
        "hear (all of it|the whole thing|the whole mail)",
    ),
    CommandKind.ARCHIVE: (
        "archive [<onward>]|archive <this> [<and on>]|archive it [the] next (one|mail)",
        "(put|move|send|file) <this> (in|into|to) [the|my] archive",
    ),
    CommandKind.FLAG: (
        "flag [<this>] [for (follow up|later)|to follow up]",
        "(star|flack|flak) <this>",
        "mark [<this>] for (follow up|later)",
        "put a (flag|star) on <this>|(add|set) a flag|give <this> a flag",
    ),
    CommandKind.UNFLAG: (
        "(unflag|un flag) [<this>]",
        "(remove|clear|delete) [the] (flag|star) [from <this>]",
        "take (the (flag|star) off [<this>]|off the (flag|star))",
    ),
    CommandKind.MARK_READ: ("mark (read|as (read|red)) [<onward>]", "mark <this> (read|as (read|red)) [<and on>]"),
    CommandKind.STOP: (
        "stop [it|that|talking|reading|speaking|here|there|the briefing]",
        "[be|stay] quiet|be silent|silence|hush|shush|shut up|enough|that is enough|enough of (this|that)",
    ),
    CommandKind.PROGRESS: (
        "how (many|many more|much) [<mails>|of them|unread <mails>|topics] [are|is] [still] (left|to go)|how many more [<mails>]",
        "how many are there",
        "how many [more] [<mails>|topics] do (i|we) [still] have [left|to go]",
        "how many [more] [<mails>|topics] are ([still] there left|[still] (waiting|there|unread))",
        "how many unread <mails> (are there|do (i|we) [still] have)|(is|was) that all|are we done",
        "(what is|how much is) [still] left|what is (my|our|the) progress|progress",
        "how far [along] (are we|am i|have we come)",
    ),
    CommandKind.HELP: (
        "help [me]|i need help|options|commands",
        "what can (i|you) (say|do)|what can i (say here|do here|ask [you])|what else can (i|you) (say|do)",
        "what (are|were) (my|the) (options|commands)|what commands (are there|do you (know|understand))",
        "how does this work|how do i use this",
    ),
    CommandKind.HOLD_ON: (
        "(hold|hang) on [[for] <a moment>]|hold it|hold [the line]",
        "wait [[for] <a moment>|[for] a bit|up]|stand by|pause [the briefing|it|that|here|for <a moment>]",
        "just (a|one) (second|sec|moment|minute)|one (second|sec|moment|minute)|a moment|give me <a moment>|i need <a moment>|bear with me",
        "[i will] be right back",
    ),
    CommandKind.GO_ON: (
        "go on|go ahead|continue [reading]|carry on|keep (going|reading)|proceed|resume|read on",
        "i am (back|ready)|i am back (go on|go ahead|continue)",
        "(continue|resume|go on with|carry on with) the briefing",
    ),
    CommandKind.SLOWER: (
        "[<a bit>] (slower|more slowly)",
        "slow [it] down [<a bit>]",
        "(talk|read|go) [<a bit>] (slower|more slowly)",
        "not so fast|[that is|this is|you are|you are (talking|speaking|reading|going)] too fast|you talk too fast",
    ),
    CommandKind.FASTER: (
        "[<a bit>] (faster|more quickly)",
        "speed [it] up [<a bit>]|speed up",
        "(talk|read|go) [<a bit>] (faster|more quickly)",
        "[that is|this is|you are|you are (talking|speaking|reading|going)] too slow|you talk too slow",
    ),
    CommandKind.GOODBYE: (
        "[that is (all|it) [for (now|today)] [thanks|thank you]] (goodbye|good bye|bye)",
        "that is all|that is (all|it) for (now|today)|that will be all|(we are|i am) done for (now|today)",
        "(goodbye|bye) for now|(goodbye|good bye|bye) (see you|talk to you) (soon|later|tomorrow)",
        "see you [soon|later|tomorrow]|talk to you (soon|later|tomorrow)",
        "good night|have a (good|nice|great) (day|one|evening|night|weekend)|take care",
        "i (have to|must|got to|need to) go [now]|stop for (now|today)",
        "hang up|(end|finish) [the|this] (call|briefing)|stop [the|this] call|quit|exit",
    ),
    CommandKind.WHAT_DID_I_SKIP: (
        "what ((did (i|we) skip|have (i|we) skipped) [so far]|was skipped|i skipped|were the ones i skipped)|did i skip (anything|any)",
        "(which|what) (ones|<mails>) (did i skip|have i skipped|were skipped)",
        "[<hear>|<go to>|list] (what i skipped|(the ones|the <mails>|those) i skipped|the skipped (ones|<mails>))",
    ),
    CommandKind.CHECK_NEW: (
        "[is there|do i have|have i got|did i get] anything new",
        "(is there|are there|do i have|have i got|did i get) [any] new <mails>|any new (arrivals|<mails>)|what is new|refresh",
        "(did|has) anything [new|else] (come in|arrive|arrived)",
        "check ([for] [any] new <mails>|[for|my] (mail|mails|inbox) [again]|again)",
    ),
    CommandKind.WHERE_WERE_WE: (
        "where (were|are) we [again|now]|where was i|where am i",
        "where did (we|i) (stop|leave off|get to)",
        "(which|what) (one|mail) (is this|are we (on|at)|were we (on|at)|am i on)",
    ),
    CommandKind.ADD_VIP: (
        "make (<sender>|this|this one) [a|an] <vip>",
        "add <sender> to <vips>|put <sender> on <vips>",
        "(add|mark) <sender> as [a|an] <vip>",
    ),
    CommandKind.ALL_ACCOUNTS: (
        "all [of] my <mails> [again]|[from] (all|both) [of] [my] (accounts|mailboxes|inboxes) [again]|all <mails> again|everything again",
        "[and] (<hear>|[go] back to) (all [of] my <mails>|(all|both) [of] [my] (accounts|mailboxes|inboxes)) [again]",
        "[<hear>] (<mails>|everything) from (all|both|every) [of] [my] (accounts|account|mailboxes|inboxes) [again]",
    ),
    CommandKind.WHICH_ACCOUNT: (
        "(which|what) <account> [(is|was) (it|this|that|this one|that one|this mail|that mail) [in|from|for]]",
        "(which|what) <account> (am i|are we) (in|on)|[in|from] (which|what) <account>",
        "(which|what) <account> did (it|this|that|this one|this mail) come (to|in|into|from)|in which <account> (is|was) (it|this|that)",
    ),
}

ANSWERS: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.YES: (
        "<yes> [<yes>]",
        "please|great|fine|correct|that is right|good idea|sounds good",
        "[<yes>] (please do|go ahead|go on|do it|do that|do so|why not|sounds (good|great)|by all means)",
        "[<yes>] (that would be (great|nice|good|lovely)|i would (like|love) that|let us do (it|that))",
        "[<yes>] (let us|let me|i would (like|love) to|i want to) hear (it|them|that|those)",
        "[<yes>] (read|play) [me] (them|those) [to me]",
        "<yes> (i would|i do|i want to|i would (like|love) to|let us|read it [to me])",
    ),
    CommandKind.NO: (
        "<no>",
        "[<no>] (not now|not right now|not yet|not really|not today|not this time|[maybe|perhaps] later|[maybe] another time)",
        "[<no>] (never mind|no need|not necessary|i am (good|fine)|leave (it|them) [for later])",
        "[<no>] (skip them|cancel [it|that]|forget (it|about it))",
        "[<no>] (do not|do not (bother|do (it|that))|i do not (want to|think so)|i would rather not|rather not|better not)",
        "(absolutely|definitely|certainly|of course) not|<no> (i do not|i would not)",
    ),
}
"""Answers to an offer that was just made; without one they are not commands."""

NUMBERED: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.ARCHIVE: ("archive <mail n>",),
    CommandKind.FLAG: ("flag <mail n> [for (follow up|later)]",),
    CommandKind.UNFLAG: ("unflag <mail n>",),
    CommandKind.MARK_READ: ("mark <mail n> as (read|red)",),
    CommandKind.JUMP_TO_MAIL: (
        "[<go to>|<hear>] [the] <nth> (one|mail)",
        "[<go to>|<hear>] [mail] number <n>",
        "[<go to>|<hear>] mail <n>",
    ),
    CommandKind.JUMP_TO_TOPIC: (
        "[<go to>|<hear>] [the] <nth> topic",
        "[<go to>|<hear>] topic [number] <n>",
    ),
}

# "Last one" alone may as well mean the one before, so the article is not optional here.
LAST: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.JUMP_TO_MAIL: ("[(go|jump|skip|take me) to|<hear>] the [very] last (one|mail)",),
    CommandKind.JUMP_TO_TOPIC: ("(go|jump|skip|take me) to the [very] last topic",),
}

NAMED_TOPICS: Mapping[str, tuple[str, ...]] = {
    "newsletters": ("(<go to>|<hear>) [the|my] newsletters",),
    "notifications": ("(<go to>|<hear>) [the|my] notifications",),
    "other messages": ("(<go to>|<hear>) [the|my] other mails",),
}
"""Topics that every agenda names alike, so that they need no word "topic" beside them."""

FREE: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.ARCHIVE: ("archive <the one by> {words}|archive {name}'s mail",),
    CommandKind.FLAG: ("flag <the one by> {words}|flag {name}'s mail",),
    CommandKind.UNFLAG: ("unflag <the one by> {words}|unflag {name}'s mail",),
    CommandKind.MARK_READ: ("mark <the one by> {words} as (read|red)|mark {name}'s mail as (read|red)",),
    CommandKind.JUMP_TO_MAIL: (
        "(<go to>|<hear>) the (one|mail) (from|by|about|called) {words}",
        "the one (from|by|about) {name}",
        "(<go to>|<hear>) {name}'s mail",
    ),
    CommandKind.JUMP_TO_TOPIC: (
        "(<go to>|<hear>) the {name} topic",
        "<go to> the topic [about|called|named|on] {words}|<hear> the topic (about|called|named|on) {words}",
    ),
    CommandKind.SEARCH: (
        "search for [<those by>] {words}",
        "search <those by> {words}",
        "search [through] [my|the] (<mails>|inbox) for {words}",
        "(find|find me|look for) <those by> {words}|show me all [the|my] <mails> (from|by|about|with|on) {words}",
        "[do i have|have i got|is there|did i get] (anything|any <mails>) (from|about) {words}",
    ),
    CommandKind.ADD_VIP: (
        "make {name} [a|an] <vip>",
        "(add|mark) {name} as [a|an] <vip>",
        "add {name} to <vips>|put {name} on <vips>",
    ),
    CommandKind.ADD_KEYWORD: (
        "add [the word|the words|the <keyword>] {name} to <keywords>",
        "(add|use) [the word|the words] {name} as [a|an] <keyword>",
        "(add|new) [the] <keyword> {name}|add [a] new <keyword> {name}",
        "make {name} [a|an] <keyword>",
    ),
    CommandKind.ONLY_ACCOUNT: (
        "(only [<hear>|go through]|just|(<hear>|go through) (only|just)) my {name} [<mails>|<account>]",
        "(only [<hear>|go through]|(<hear>|go through) (only|just)) [the] {name} (<mails>|<account>)",
        "([<hear>] (nothing|no mails) but|(stick|keep) to|stay with|switch to) my {name} [<mails>|<account>]",
        "my {name} <mails> only",
    ),
}

LONGEST_TARGET: Mapping[str, int] = {"{name}": 3, "{words}": 6}
"""Words that a hole may hold. What is longer is a sentence, and a sentence is not certain."""

EXAMPLES: Mapping[CommandKind, str] = {
    CommandKind.NEXT: "next",
    CommandKind.SKIP_MAIL: "skip this one",
    CommandKind.SKIP_TOPIC: "skip this topic",
    CommandKind.BACK: "go back",
    CommandKind.REPEAT: "say that again",
    CommandKind.READ_IN_FULL: "read it in full",
    CommandKind.ARCHIVE: "archive it",
    CommandKind.FLAG: "flag it",
    CommandKind.UNFLAG: "remove the flag",
    CommandKind.MARK_READ: "mark it as read",
    CommandKind.STOP: "stop",
    CommandKind.PROGRESS: "how many are left",
    CommandKind.HELP: "help",
    CommandKind.HOLD_ON: "hold on",
    CommandKind.GO_ON: "go on",
    CommandKind.SLOWER: "slower",
    CommandKind.FASTER: "faster",
    CommandKind.GOODBYE: "goodbye",
    CommandKind.YES: "yes",
    CommandKind.NO: "no",
    CommandKind.WHAT_DID_I_SKIP: "what did I skip",
    CommandKind.CHECK_NEW: "anything new",
    CommandKind.JUMP_TO_TOPIC: "go to topic two",
    CommandKind.JUMP_TO_MAIL: "go to the one from Anna",
    CommandKind.SEARCH: "search for the invoice",
    CommandKind.WHERE_WERE_WE: "where were we",
    CommandKind.ADD_VIP: "make her a VIP",
    CommandKind.ADD_KEYWORD: "add budget to my keywords",
    CommandKind.ONLY_ACCOUNT: "only my work mail",
    CommandKind.ALL_ACCOUNTS: "all my mail again",
    CommandKind.WHICH_ACCOUNT: "which account is this",
}
"""One form of each that can be read aloud after "you can say"."""


def expand(pattern: str) -> list[str]:
    """All phrases that a pattern stands for; an empty one where everything in it is optional.

    Raises `KeyError` for a class that does not exist.
    """
    return _alternatives(deque(re.findall(r"<[^>]*>|[()\[\]|]|[^()\[\]|<\s]+", pattern)))


def expand_all(patterns: tuple[str, ...]) -> set[str]:
    """The phrases of several patterns."""
    return {phrase for pattern in patterns for phrase in expand(pattern) if phrase}


def _alternatives(pieces: deque[str]) -> list[str]:
    done: list[str] = []
    phrases = [""]
    while pieces and (piece := pieces.popleft()) not in {")", "]"}:
        if piece == "|":
            done, phrases = done + phrases, [""]
        else:
            tails = _options(piece, pieces)
            phrases = [f"{head} {tail}".strip() for head in phrases for tail in tails]
    return done + phrases


def _options(piece: str, pieces: deque[str]) -> list[str]:
    if piece == "(":
        return _alternatives(pieces)
    if piece == "[":
        return ["", *_alternatives(pieces)]
    if piece.startswith("<") and piece not in {"<n>", "<nth>"}:
        return expand(CLASSES[piece[1:-1]])
    return [piece]
