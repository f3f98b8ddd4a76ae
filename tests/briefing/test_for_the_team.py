"""What is said to the team, and about what is known, as people say it; and what sounds like it and is something else."""

import pytest

from briefing.speech.wording.to_the_user import to_the_user
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.for_the_team import corrected, matter_of, told_when
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand

SAID = {
    TeamAsk.WORK: """
        find out what the boiler supplier still owes us, and tell me tomorrow
        okay, can you find out whether the rent has gone up
        Find out when the lease ends and what the landlord wants for it.
        look into the invoices of Brightwave
        look into this
        look into that for me please
        look into why Northgate charged us twice
        have somebody check whether Anna has paid
        have someone look into the boiler invoices and get back to me by Friday
        ask the team to find the contract with Northgate
        could someone check the invoices and let me know
        could the team find out whether the boots can be returned
        get somebody to check the energy bill
        put someone on the boiler invoices
        I want the team to collect the receipts of March
        check whether Anna has paid and let me know tomorrow morning
        see if Priya confirmed and let me know later
        compare the two energy contracts and get back to me
        do some research on heat pumps
        please put together all invoices of last year
    """,
    TeamAsk.NEWS: """
        anything from the team?
        Is there any news from the team?
        did the team find anything
        what has the team found out so far
        any results?
    """,
    TeamAsk.WORKING: """
        who is working on what?
        who's working?
        what is the team working on
        is anybody working on it
        what are my open tasks
    """,
    TeamAsk.STOP: """
        stop working on that
        stop working on the boiler invoices
        stop looking into Brightwave
        cancel that task
    """,
    TeamAsk.PAUSE: "pause the team\nlet the team take a break\nstop all background work\nthe team should rest",
    TeamAsk.GO_ON: "go on working\nthe team can go on\nlet the team work again\nresume the work\nput the team back to work",
    TeamAsk.KNOWN: "what do you know about the supplier?\nwhat do we know about Brightwave\nwhat has the team learned about Northgate",
    TeamAsk.ABOUT_ME: "what do you know about me?\ntell me everything you remember about me\nwhat did I tell you to remember",
    TeamAsk.REMEMBER: """
        remember that I work from home on Fridays
        please remember that my daughter is called Mia
        don't forget that I'm on holiday in May
        Keep in mind that I prefer short mails
        remember I hate phone calls
    """,
    TeamAsk.FACT: """
        that supplier always invoices on the last Friday
        our accountant never answers on weekends
        By the way, Brightwave usually sends the bill twice.
        Remember that Luca never answers on Fridays
        Our contact at Brightwave never answers on Fridays
        our landlord raises the rent every January
        invoices from Northgate always come late
        remember that the supplier always invoices on the last Friday
    """,
    TeamAsk.FORGET: """
        forget that I work from home
        forget what you know about the supplier
        forget everything you know about me
    """,
    TeamAsk.NEW_TEAM: """
        make a team for my taxes
        could you please set up a team that looks after my taxes
        I need a team for the house
        put together a team for my taxes
        create a new team called House to look after the flat
        make a team
    """,
    TeamAsk.NEW_WORKER: """
        add somebody who looks after invoices
        Add somebody to the team who looks after invoices.
        add somebody to the tax team who looks after receipts
        hire someone for the invoices
        I need somebody who takes care of my receipts
        add a worker called Otto
        add somebody to the team
    """,
    TeamAsk.LET_GO: """
        let Otto go
        please let the worker for invoices go
        fire Otto
        remove the worker for invoices
        remove Otto from the team
        Get rid of the agent for receipts
        disband the team for my taxes
        delete the tax team
        remove the team My taxes
    """,
}
OTHERWISE = """
    let somebody know that I am late
    ask the team whether they have time
    tell the team that I am late
    tell the team to meet at five
    find out what's new
    find out who sent it
    find out what he wants
    find out what Anna wants
    find out how to archive a mail
    did you find out what the boiler costs?
    I'll look into it tomorrow
    should I look into this
    he said look into the invoices
    don't look into the invoices
    never look into the invoices
    check whether Anna has answered
    check the mail from Anna
    remember to delete it some day
    remember that mail from Anna?
    do you remember that invoice
    remember the milk
    remember me to Anna
    forget that
    forget it
    forget about it
    forget that mail
    forget what I said
    forget this conversation
    I always get these
    this one always makes me laugh
    it always says that
    these newsletters are always boring
    always archive newsletters
    okay never mark it as read
    reply that I always pay on the last Friday
    that is wrong
    no, it is fine
    no, flag it
    stop
    go on
    search for something from the team
    archive everything from the team
    make someone a VIP
    when the team is done, archive it
    if the team has time find out what it costs
    Why does Luca never answer on Fridays
    Okay why does Luca never answer on Fridays
    How often does Northgate usually invoice
    Is the gym usually closed on Sundays
    Does Northgate usually invoice late
    Doesn't Luca normally answer by now
    So which supplier of Brightwave usually invoices late
    Any idea why Anna never writes back
    Tell Luca to always copy Anna
    Ask Anna whether Luca usually answers
    Make sure Luca always gets a copy
    Dinner usually starts at eight
    let it go
    let me go
    let him go
    let's go
    let somebody go
    let go of it
    dismiss the mail
    delete everything from the team
    remove the mail from the team
    delete the team meeting
    remove Anna from the VIPs
    add Anna to the VIPs
    add somebody to cc
    add someone to the draft
    add someone to the list
    I need somebody who can fix the boiler
    do not make a team for my taxes
    he said make a team for my taxes
    if Anna agrees make a team for my taxes
    should I make a team for my taxes
    make a note for the team
"""


def lines(block: str) -> list[str]:
    return [line.strip() for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("ask", SAID)
def test_what_is_wanted_of_the_team_is_understood_in_many_words(ask: TeamAsk) -> None:
    meant = {line: understand(line).command for line in lines(SAID[ask])}
    assert {line: each and (each.kind, each.target) for line, each in meant.items()} == dict.fromkeys(meant, (CommandKind.TEAM, ask))


def test_what_only_sounds_like_it_is_something_else() -> None:
    commands = {line: understand(line).command for line in lines(OTHERWISE)}
    assert [line for line, each in commands.items() if each is not None and each.kind is CommandKind.TEAM] == []


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        ("archive it and find out what Brightwave still owes us", CommandKind.CHANGE, CommandKind.TEAM),
        ("find out what Brightwave still owes us and archive it", CommandKind.TEAM, CommandKind.CHANGE),
        ("remember that I am away on Friday and read me the next one", CommandKind.TEAM, CommandKind.NEXT),
    ],
)
def test_beside_another_wish_each_is_one_of_its_own(line: str, first: CommandKind, second: CommandKind) -> None:
    wishes = [wish.command and wish.command.kind for wish in understand(line).wishes]
    assert wishes == [first, second]


def test_when_the_user_wants_to_hear_of_it_is_no_wish_of_its_own() -> None:
    said = understand("find out what the boiler supplier still owes us, and tell me tomorrow")
    assert said.wishes == (said,)


@pytest.mark.parametrize(
    ("line", "matter", "when"),
    [
        ("find out what the boiler supplier still owes us, and tell me tomorrow", "what the boiler supplier still owes us", "tomorrow"),
        ("have somebody look into the boiler invoices and get back to me by Friday", "the boiler invoices", "friday"),
        ("check whether Anna has paid and let me know tomorrow morning", "whether Anna has paid", "tomorrow morning"),
        ("ask the team to find the contract", "find the contract", ""),
        ("look into the rent and tell me when you know", "the rent", ""),
    ],
)
def test_its_matter_and_its_time_are_taken_from_the_users_words(line: str, matter: str, when: str) -> None:
    assert matter_of(line) == matter
    assert told_when(line) == when


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("that's wrong, it is the last Thursday", "it is the last Thursday"),
        ("no, it's the last Thursday", "it's the last Thursday"),
        ("That is not true any more, she moved to Leeds.", "she moved to Leeds."),
        ("no", ""),
        ("no, flag it", ""),
        ("that is wrong", ""),
        ("is that wrong, or is it the last Thursday?", ""),
    ],
)
def test_what_is_right_instead_stands_behind_the_denial(line: str, right: str) -> None:
    assert corrected(line) == right


def test_a_breath_before_the_rest_does_not_end_the_turn() -> None:
    assert understand("find out what Brightwave still owes us").has_ended is None
    assert understand("anything from the team?").has_ended
    assert understand("find out").is_incomplete
    assert understand("remember that").is_incomplete


def test_the_users_words_are_said_from_our_side() -> None:
    assert to_the_user("what they still owe us, and tell me") == "what they still owe you, and tell you"
    assert to_the_user("I'm away and my team asks our bank") == "you're away and your team asks your bank"
    assert to_the_user("the office in the US") == "the office in the US"
