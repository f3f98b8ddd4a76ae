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
        "(did|has|have) <them> (find|find out|found|found out|got|finished|done|come up with|come back with) (anything|something)"
        " [out|for me|new|yet]",
        "(did|has|have) <them> (find|found|finish|finished) (it|that) [out] [yet]|what do <them> have to report",
        "(has|did) (anyone|somebody|someone) (on|in) (the|my|your) team (find|found) (anything|something) [out] [yet]",
        "[have you] heard (anything|something|back) from <them> [yet]",
        "(did|has|have) <them> (finish|finished|got back|get back|come back|reported) [to me] [yet]",
        "(is|are) <them> (done|finished|ready) [yet]",
        "what (has|have) <them> (found|found out|got|come up with|done|learned) [for me|so far|yet]",
        "what (did <them> (find|come up with|come back with|report)|(does|do) <them> have) [out] [for me]",
        "(any|what are the) results [from <them>]",
        "[is there] (anything|something) for me from <them>|(does|do) <them> have (anything|something|any <news>) [for me|new|yet]",
        "[is there] ([any] word|anything back) from <them> [yet]|how did <them> (do|get on)",
        "what (came|has come) [out] of (that|the) (research|work|task)",
        "did <them> (turn up|dig up|turn) (anything|something) [up]|what (has|have) <them> (turned up|dug up|dug out) [for me|so far|yet]",
        "(has|did) (anything|something) (come|came) (in|back) from <them>|what [<news>] is [there] new from <them>",
        "(what is the|any) <news> (from|of|on) (<them>|my tasks|the task|the tasks)|any (progress|findings) [from <them>]",
        "(what is|what are|tell me) the latest (from|of) <them>|(read|give|tell) me [the] results [of|from] [<them>]",
        "(tell me|read me|let me hear) what <them> (found|found out|has found|have found|has|have|came up with) [for me|so far]",
    ),
    TeamAsk.WORKING: (
        "who is (working on what|doing what|busy with what|on what) [now|at the moment|right now]|who works on what",
        "who is working [on (anything|something)]",
        "who is (looking into what|doing which task|on which task)|who has which task",
        "what (is|are) (everyone|<them>) [still] (working on|doing|busy with|up to) [now|at the moment|right now|in the background]",
        "what are you (working on|doing|busy with) in the background|what is (running|happening) in the background",
        "(is|are) (anybody|anyone|somebody|someone|<them>) [still] (at it|working|busy)"
        " [(on|with) (anything|something|it|that)] [now|at the moment]",
        "(what is|tell me|give me) the (status|state) of (my tasks|the tasks|<them>)|(team|task) status",
        "how (is|are) <them> (doing|getting on|getting along|coming along)|what is still open with <them>",
        "who is (looking after what|taking care of what|handling what) [now|at the moment|right now]",
        "is (anybody|anyone) [still] on (it|that)",
        "(which|what) tasks are [still] (running|open|waiting)|(is|are) <them> doing (anything|something) [now|at the moment|right now]",
        "how is the (research|work|background work) (going|coming along)",
        "what are (my|the|your) [open] tasks|what (tasks are|work is) (open|running|waiting|pending|going on)|how far (is|are) <them>",
        "what is going on in the background|what (have you got|do you have) (going|running|going on) in the background",
        "is (anything|something) [still] being (worked on|looked into) [at the moment|right now|in the background]",
        "where (is|are) <them> at|what (is|are) <them> (doing|busy with|working on) today",
        "(list|show me|tell me|read me) [the|my|all] [open] tasks|what is on <whose> (list|plate|queue)",
    ),
    TeamAsk.STOP: (
        "stop (working|the work) [on (it|that|this)]|stop (looking into|researching|investigating) (it|that|this)",
        "(quit|cease|leave off) working [on (it|that|this)]|<them> (can|should|may) (stop|quit) (working on|looking into) (it|that|this)",
        "(tell|ask|get) <them> to (stop|quit) (working on|looking into) (it|that|this)",
        "(have|let) <them> (stop|quit) (working on|looking into) (it|that|this)",
        "(<them>|you) can stop working [on (it|that|this)]",
        "(cancel|stop|drop|abandon|call off|scrap) (the|that|this|my) [last|latest] (task|work|research)",
        "(do not|no need to|there is no need to|you do not (have|need) to) (look into|work on|research) (it|that|this)"
        " (any more|anymore|any longer)",
        "(nobody|no one) (needs|has) to (look into|work on) (it|that|this) [any more|anymore|any longer]",
    ),
    TeamAsk.PAUSE: (
        "(pause|halt|suspend|freeze) (<them>|the [background] work|everybody|everyone|all work|all the work)",
        "put <them> on (hold|pause|ice) [for now]|team (<take a break>|stop working)",
        "(stop|halt|freeze) (<them>|all [the] work|all [the] background work|all tasks)",
        "(have|let) <them> (pause|<take a break>|stop|wait)|tell <them> to (pause|<take a break>|stop|wait)",
        "give <them> (a break|a rest|a breather|some rest|some time off|the day off)|call <them> off",
        "<them> (can|should|may) (pause|<take a break>|stop working|wait)|no [more] background work [for now|please]",
    ),
    TeamAsk.GO_ON: (
        "go on working|carry on working|(start|resume|continue) (working|the [background] work) [again]",
        "(unpause|resume|restart) <them>|bring <them> back [to work]|<them> (can|may|should) (start|begin) again",
        "(have|let) <them> (go on|carry on|continue|work|work on|resume) [again|working]",
        "tell <them> to (go on|carry on|continue|resume) [working]",
        "<them> (can|may|should) (go on|carry on|continue|resume|work|start working) [again|working]",
        "<them> (can|may|should) (get|go) back to work|wake <them> up [again]|wake up <them> [again]",
        "(put|send|set) <them> back to work|get <them> (back to work|going again|working again)",
        "back to work [everybody|everyone]",
    ),
    TeamAsk.NEW_TEAM: ("(make|set up|start|create|build|form) [me] (a|another) [new] team",),
    TeamAsk.NEW_WORKER: ("(add|hire|recruit|take on) <new worker> [to <them>]",),
    TeamAsk.ABOUT_ME: (
        "what do you (know|remember) about me|what (did you note|have you noted|do you have [noted]) about me",
        "what have you (remembered|learned) about me|do you (know|remember) anything about me|what else do you know about me",
        "what did i (tell you to remember|ask you to remember)|what have i told you [to remember] about me",
        "what are my memories|(list|read me|tell me) [all] my memories",
        "(tell me|list|read me) (what|everything|all) you (know|remember) about me|everything you (know|remember) about me",
    ),
}
"""Said as a whole."""

TO_SOMEBODY = (
    "(ask|get) <somebody> to|set <somebody> to [work]|(have|let) <somebody>|(put|set) <somebody> (on|onto)",
    "i (want|need|would like) <somebody> to|get <them> onto|(task|charge) <them> with",
)
"""Before what others are to do; that they are asked is a part of what is wanted."""
WHETHER_SOMEBODY = ("(can|could|would|will) <somebody>",)
"""Before what others are asked to do."""
BY_SOMEBODY = ("(somebody|someone) (should|must|needs to|has to|ought to)|(maybe|perhaps) (somebody|someone) (can|could)",)
"""The same, where what follows is work that others can do."""
TO_HAND_ON = ("(give|hand|leave|delegate|turn) (this|that|it) [over|on|off] to",)
"""Before the team."""
ALONE = (
    "[go [and]|try (to|and)|help me [to]] find out [for (me|us)]|[go [and]|try (to|and)] (look|dig|inquire|enquire) into",
    "(do|start|carry out) [some|a bit of|a little|more] research (on|into|about)|research|investigate",
    "start looking into",
    "(work|figure) out|dig up|(put together|compile|draw up|collect|gather)|[do] some digging (on|into|about)",
)
"""Verbs of work that takes a while."""
TO_REMEMBER = (
    "remember [also] that|[please] (keep|bear) in mind that|(make|take) [a] [mental] note that|note [down] that",
    "do not [ever] forget that|never forget that|always remember that|(make sure|be sure|try) to remember that|make sure you remember that",
    "you (should|must|need to|have to) (know|remember) that|for [the] (future|next time) [remember that|note that]|remember [also]",
    "(memorize|memorise) that|take [a] note that|remember (from now on|for next time|in future) that",
    "(keep|bear) (it|this) in mind that|i (want|need|would like) you to know that",
)
TO_REMEMBER_OF_ONESELF = (
    "do not [ever] forget|never forget|(keep|bear) in mind|for [the] (future|next time) (remember|note)|(note|write|jot|put) down [that]",
    "(save|store) (that|this|the following)|(make|take) a [mental] note|for the record",
    "remember (this|the following)|note (this|the following|to (self|yourself))|for future reference",
)
TO_FORGET = (
    "forget that",
    "(forget|delete|remove|erase|wipe|clear|scratch|drop) (what|everything|all [that]|anything|whatever) i [have] (said|told you) about",
    "(forget|delete|remove|erase|wipe|clear|drop|unlearn) (what|everything|all [that]|anything|whatever)"
    " you [have] (know|noted|remember|remembered|learned|stored|saved) (about|of|on)",
    "(delete|remove|erase|scrap|drop) (the|that|my|your) (note|memory|notes|memories) (about|that|on|of)|you can forget that",
    "forget (everything|anything) about|(no longer|stop) remember that|stop remembering that|do not remember [any more] that",
    "(strike|erase|wipe|delete|remove) from [your] memory that",
    "you (do not|no longer) (need|have) to remember that|you need not remember that",
)
TO_STOP = (
    "stop (working|work|the work|the research|all work) (on|about)",
    "stop (looking into|researching|investigating|the search for|digging into)",
    "no more (work|research) on|<them> no longer (needs|need|has|have) to (look into|work on|research|investigate)",
    "(drop|abandon|abort|call off|cancel|scrap) the (task|work|research) (on|about|with|to)",
    "(quit|cease|leave off) (working on|looking into|researching)",
    "(you|they|<them>) (can|should|may) (stop|quit) (working on|looking into|researching)",
    "(tell|ask|get) <somebody> to (stop|quit) (working on|looking into|researching)",
    "(you|<them>) can (stop looking for|leave off looking for)|<them> (can|should|may) (forget about|drop)",
    "(have|let) <somebody> (stop|quit) (working on|looking into|researching)",
    "(nobody|no one) (needs|has) to (work on|look into|find out)",
)
TO_STOP_ANY_MORE = (
    "(do not|no need to|there is no need to|you do not (have|need) to) (look into|work on|research|investigate|find out)",
    "<them> (do not|does not) (need|have) to (look into|work on|research|investigate)",
)
"""Where "any more" stands at the end."""
TO_STOP_A_TASK = ("(cancel|stop|drop|abandon|abort|call off|scrap|kill) (the|that|my)", "(forget|i (do not|no longer) need) (the|my)")
"""Before "boiler task"."""
TO_MAKE_A_TEAM = (
    "(make|set up|start|create|build|form|put together|give me|get me) [me] (a|another) [new] team"
    " (for|to|that|which|around|on|called|named)",
    "(i (want|need|would like) [to have]|we need) (a|another) [new] team (for|to|that|which|around|on|called|named)",
)
TO_ADD_SOMEBODY = (
    "get me (a|an|another) [new] (worker|agent) (for|who|that|to|called|named)",
    "(add|hire|recruit|employ|take on|bring in) [me] <new worker> [to <them>] (for|who|that|to|called|named)",
    "(make|create|set up) [me] (a|an|another) [new] (worker|agent) (for|who|that|to|called|named)",
    "(i (want|need|would like)|we need) <new worker> (who|that|called|named)",
)
TO_LET_GO = ("take|(i|we) (no longer need|do not need)|let|let go of|fire|sack|dismiss|remove|delete|drop|disband|dissolve|get rid of",)
"""Before whom, or before "Otto go"."""
TO_BE_KNOWN = (
    "what [else] do (you|we|<them>) (know|remember) about|what does <them> know about|what all do you know about",
    "what (have|has) (you|we|<them>) (learned|learnt|noted|found out|remembered) about",
    "(tell me|list|remind me|read me) (what|everything|all) (you|we|<them>) (know|knows|noted|remember|have noted|have learned) about",
    "what is (known|noted) (about|on)|is (anything|something) (known|noted) (about|on)",
    "what did (you|<them>) (learn|note|find out) about|(have|has) (you|<them>) (noted|learned|learnt) anything about",
    "(does|do) (<them>|you) know anything about|what do (your|the) notes say (about|on)",
)
