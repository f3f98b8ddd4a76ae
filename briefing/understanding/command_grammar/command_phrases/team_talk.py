"""What is said to the team that works in the background, and about what is known: the words before what is wanted, and whole phrases."""

from collections.abc import Mapping
from enum import StrEnum


class TeamAsk(StrEnum):
    """What the user can want of the team, or of what was noted."""

    WORK = "work"
    """Something is to be found out, or looked after, in the background."""
    NEWS = "news"
    WORKING = "working"
    """Who works on what."""
    STOP = "stop"
    """Nobody is to work on this any more."""
    PAUSE = "pause"
    GO_ON = "go_on"
    KNOWN = "known"
    """What is known about something."""
    ABOUT_ME = "about_me"
    REMEMBER = "remember"
    """Something about the user, for talking with them."""
    FACT = "fact"
    """Something about the work, for those who do it."""
    FORGET = "forget"
    CORRECT = "correct"
    """What was told last is wrong."""
    NEW_TEAM = "new_team"
    NEW_WORKER = "new_worker"
    LET_GO = "let_go"
    """A worker, or a team, is to go."""


OF_TEAMS = frozenset({TeamAsk.NEW_TEAM, TeamAsk.NEW_WORKER, TeamAsk.LET_GO})
ABOUT_SOMETHING = frozenset({TeamAsk.STOP, TeamAsk.KNOWN, TeamAsk.FORGET}) | OF_TEAMS
"""What a tool is told the words of; of all else it takes what the user said."""

WHOLE: Mapping[str, tuple[str, ...]] = {
    TeamAsk.NEWS: (
        "[is there|do you have|have you [got]] (anything|something|any <news>) (new from|from) <them>",
        "[is there|do you have|have you [got]] (anything|any <news>) for me from <them>",
        "(did|has|have) <them> (find|found|got|finished|done|come up with) (anything|something) [for me|new|yet]",
        "(did|has|have) <them> (find|found|finish|finished) (it|that) [out] [yet]",
        "what (has|have) <them> (found|found out|got|come up with|done) [for me|so far|yet]",
        "what (did <them> find|does <them> have) [out] [for me]|(any|what are the) results [from <them>]",
        "what [<news>] is [there] new from <them>",
        "(what is the|any) <news> (from|of|on) (<them>|my tasks|the task|the tasks)",
        "(read|give|tell) me [the] results [of|from] [<them>]",
    ),
    TeamAsk.WORKING: (
        "who is (working on what|doing what|busy with what|on what)|who is working [on (anything|something)]|who works on what",
        "what (is|are) <them> (working on|doing|busy with|up to) [now|at the moment|right now]",
        "(is|are) (anybody|anyone|somebody|someone|<them>) (working|busy) [(on|with) (anything|something|it|that)] [now|at the moment]",
        "what are (my|the|your) [open] tasks|what (tasks are|work is) (open|running|waiting|pending|going on)|how far (is|are) <them>",
        "what is going on in the background",
        "(list|show me|tell me|read me) [the|my|all] [open] tasks|what is on <whose> (list|plate|queue)",
    ),
    TeamAsk.STOP: (
        "stop (working|the work) [on (it|that|this)]|stop (looking into|researching|investigating) (it|that|this)",
        "(<them>|you) can stop working [on (it|that|this)]|(drop|abandon|call off) (the|that|this) (task|work|research)",
        "(cancel|stop) (the|that|this|my) (task|work|research)",
    ),
    TeamAsk.PAUSE: (
        "(pause|halt|suspend) (<them>|the [background] work|everybody|everyone|all work|all the work)",
        "(stop|halt) (<them>|all [the] work|all [the] background work|all tasks)",
        "(have|let) <them> (pause|take a break|rest|stop|wait)|tell <them> to (pause|take a break|rest|stop|wait)",
        "<them> (can|should|may) (pause|take a break|rest|stop working|wait)|no [more] background work [for now|please]",
    ),
    TeamAsk.GO_ON: (
        "go on working|carry on working|(start|resume|continue) (working|the [background] work) [again]",
        "(unpause|resume|restart) <them>",
        "(have|let) <them> (go on|carry on|continue|work|work on|resume) [again|working]",
        "tell <them> to (go on|carry on|continue|resume) [working]",
        "<them> (can|may|should) (go on|carry on|continue|resume|work|start working) [again|working]",
        "(put|send|set) <them> back to work|get <them> (back to work|going again|working again)",
        "back to work [everybody|everyone]",
    ),
    TeamAsk.NEW_TEAM: ("(make|set up|start|create|build|form) [me] (a|another) [new] team",),
    TeamAsk.NEW_WORKER: ("(add|hire|recruit|take on) <new worker> [to <them>]",),
    TeamAsk.ABOUT_ME: (
        "what do you (know|remember) about me|what (did you note|have you noted|do you have) about me",
        "what have you (remembered|learned) about me",
        "what did i (tell you to remember|ask you to remember)|what have i told you [to remember] about me",
        "what are my memories",
        "(tell me|list|read me) (what|everything|all) you (know|remember) about me|everything you (know|remember) about me",
    ),
}
"""Said as a whole."""

TO_SOMEBODY = (
    "(ask|get) <somebody> to|set <somebody> to [work]|(have|let) <somebody>|(put|set) <somebody> (on|onto)",
    "i (want|need|would like) <somebody> to",
)
"""Before what others are to do; that they are asked is a part of what is wanted."""
WHETHER_SOMEBODY = ("(can|could|would|will) <somebody>",)
"""Before what others are asked to do."""
ALONE = (
    "find out|(look|dig|inquire|enquire) into",
    "(do|start|carry out) [some|a bit of|a little|more] research (on|into|about)|research|investigate",
    "(work|figure) out|dig up|(put together|compile|draw up|collect|gather)|[do] some digging (on|into|about)",
)
"""Verbs of work that takes a while."""
TO_REMEMBER = (
    "remember [also] that|[please] (keep|bear) in mind that|(make|take) [a] [mental] note that|note [down] that",
    "do not forget that",
    "you should (know|remember) that|for [the] (future|next time) [remember that]|remember [also]",
)
TO_FORGET = (
    "forget that",
    "(forget|delete|remove|erase) (what|everything|all [that]|anything) (you (know|have noted|remember)|i [have] (said|told you)) about",
    "(delete|remove|erase) (the|that|my) (note|memory|notes|memories) (about|that|on)|you can forget that",
    "no longer remember that|do not remember [any more] that",
)
TO_STOP = (
    "stop (working|work|the work|the research|all work) (on|about)",
    "stop (looking into|researching|investigating|the search for|digging into)",
    "(drop|abandon|call off|cancel) the (task|work|research) (on|about|with|to)",
    "(you|they|<them>) can stop (working on|looking into|researching)",
    "(nobody|no one) (needs|has) to (work on|look into|find out)",
)
TO_MAKE_A_TEAM = (
    "(make|set up|start|create|build|form|put together|give me|get me) [me] (a|another) [new] team"
    " (for|to|that|which|around|on|called|named)",
    "(i (want|need|would like)|we need) (a|another) [new] team (for|to|that|which|around|on|called|named)",
)
TO_ADD_SOMEBODY = (
    "(add|hire|recruit|employ|take on) [me] <new worker> [to <them>] (for|who|that|to|called|named)",
    "(make|create|set up) [me] (a|another) [new] (worker|agent) (for|who|that|to|called|named)",
    "(i (want|need|would like)|we need) <new worker> (who|that|called|named)",
)
TO_LET_GO = ("let|let go of|fire|sack|dismiss|remove|delete|drop|disband|dissolve|get rid of",)
"""Before whom, or before "Otto go"."""
TO_BE_KNOWN = (
    "what do (you|we|<them>) know about|what does <them> know about",
    "what (have|has) (you|<them>) (learned|learnt|noted|found out) about",
    "(tell me|list) (what|everything|all) (you|we|<them>) (know|knows|have noted) about|what is known about",
    "what did <them> learn about",
)
