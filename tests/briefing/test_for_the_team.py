"""What is said to the team, and about what is known, as people say it; and what sounds like it and is something else."""

import pytest

from briefing.speech.wording.to_the_user import to_the_user
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.told_facts import corrected
from briefing.understanding.command_grammar.team_words.wanted_work import matter_of, told_when
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
        add an agent called Frida to the team
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
ODDLY_SAID = {
    TeamAsk.NEWS: """
        heard anything from the team?
        what did the agents come back with?
        has anyone on the team found something
        what do the agents have to report
        anything new from the team
        has the team come back with anything
        did the team come back with something yet
        so, what did the team come up with?
        any word from the agents?
        what's the latest from the team
        is the team done yet
        are the agents finished
        has the team got back to me
        does the team have anything for me
        is there something for me from the team
        tell me what the team found out
        let me hear what the team found
        has anything come back from the team
        any progress
        any findings from the team?
        what have the agents learned so far
        um, did your agents find out anything
        could you tell me what the team has found
        do your agents have any results yet
        did the team turn anything up
        is there any word from the team yet
        anything back from the assistant
        what has the team dug up so far
        what came out of that research
        how did the agents do
    """,
    TeamAsk.WORKING: """
        is anything being worked on?
        what have you got going in the background?
        where is the team at?
        what are the agents busy with today
        who's on what
        what's everyone working on
        what is everybody up to right now
        who is looking into what
        who's doing which task
        what are you working on in the background
        what's running in the background
        is the team still busy
        is anyone still working on it
        what's the status of my tasks
        team status
        how's the team doing
        how is the research going
        how far is the team
        tell me the status of the tasks
        what tasks are pending
        what's still open with the team
        hey, who is working on what at the moment?
        who's looking after what at the moment
        is anyone still on it
        which tasks are still running
        are the agents doing anything right now
    """,
    TeamAsk.KNOWN: """
        what did you learn about the supplier
        what have we learned about Brightwave
        what do you remember about the supplier
        remind me what you know about the supplier
        what do your notes say about Northgate?
        does the team know anything about the boiler
        what else do you know about the landlord
        what's noted about Brightwave
        is anything known about the landlord
        tell me everything you know about Northgate please
        so what do you actually know about the supplier
        have you noted anything about our plumber
        do you know anything about Northgate
    """,
    TeamAsk.ABOUT_ME: """
        do you know anything about me
        what have you noted about me
        read me all my memories
        what do you know about me, then?
        what else do you know about me
        what did you note about me
    """,
    TeamAsk.REMEMBER: """
        for the record, I don't eat fish
        please make a note: my passport expires in June
        I want you to know that I can't take calls on Tuesdays
        store this: my shoe size is 43
        keep it in mind that I leave at four on Fridays
        don't ever forget that I'm allergic to nuts
        never forget that my wife is called Ann
        don't forget I hate phone calls
        keep in mind I work part time
        bear in mind my office is closed on Mondays
        I'd like you to remember that I prefer short mails
        could you remember that my son's name is Tom
        make sure you remember that I'm vegetarian
        try to remember that I'm away in June
        remember: I don't work Fridays
        remember this: I never fly on Mondays
        note to self, I need a new passport by May
        write down that I prefer tea
        take note that my car is a blue Volvo
        memorize that my account number ends in 44
        you should know that I hate long mails
        you need to know that we moved to Leeds
        for future reference, I don't take calls before ten
        please remember from now on that I live in Porto
        make a mental note that my desk is upstairs
        remember also that I have two children
    """,
    TeamAsk.FACT: """
        remember that our supplier always invoices on the last Friday
        our plumber never answers before noon
        btw the landlord usually wants it in writing
        note that the bank always sends two letters
        just so you know, Brightwave always bills twice
    """,
    TeamAsk.FORGET: """
        scratch what I said about fish
        unlearn what you know about Brightwave
        drop everything you know about my sister
        forget that I'm vegetarian
        forget everything about the supplier
        delete what you noted about the supplier
        erase what you've learned about Northgate
        forget all you know about my daughter
        delete the note about my daughter
        remove my memory of the dentist
        you don't need to remember that I work from home
        you no longer need to remember that my car is blue
        stop remembering that I like tea
        wipe everything you know about me
        forget whatever I told you about Anna
        strike from your memory that I'm away on Fridays
        delete the note about Otto
        remove the memory of Anna
    """,
    TeamAsk.STOP: """
        no more work on the boiler
        the team doesn't need to look into the lease any more
        forget the boiler task
        I don't need the lease research any more
        kill the boiler task
        please abort the research on the lease
        quit working on that
        you can stop working on that
        tell the team to stop working on that
        have the team stop working on the invoices
        ask the team to stop looking into the rent
        cancel the boiler task
        drop the boiler research
        call off the research on heat pumps
        don't look into that any more
        no need to look into that any longer
        you don't have to research heat pumps any more
        stop researching heat pumps
        nobody needs to work on that any more
        the team can stop working on the invoices
        the team may stop looking into that
        okay, stop working on the rent thing
        scrap that task
        scrap the research on heat pumps
        you can stop looking for the lease
        the team can drop the roof
        the team may forget about the insurance claim
    """,
    TeamAsk.WORK: """
        track down the invoice for the new roof and let me know tomorrow
        in the background, list every subscription I pay for
        when you get a chance, look into whether we can claim the flight back
        maybe somebody can find out what the flat is worth
        chase up what Northgate still owes us and report back
        start looking into the flights to Porto
        find out whether the landlord has answered our lawyer
        please try and find out what the new contract costs
        go and find out what the boiler costs
        go find out when the lease ends
        in the background, find out what the boiler costs
        while we talk, find out what the boiler costs
        meanwhile look into the boiler invoices
        get somebody to look into this
        have your agents go through the invoices of March
        let the team handle the boiler invoices
        let the team deal with this
        give this to the team
        hand this over to the team
        can one of your agents look into the parcel
        someone should look into the parcel
        somebody needs to find out what the parcel costs
        I want somebody to find the contract with Northgate
        would someone please check if Anna paid
        dig into why Northgate charged us twice
        help me find out when the lease ends
        put the team on the tax papers
        find out for me how much the phone cost us this year
        have one of your people look up what we paid for the roof
        could somebody on the team dig through last year's contracts
        task the team with finding the contract of the cleaning company
        could you get the team onto the missing parcel
        when you have time, find out which subscriptions I pay for
    """,
    TeamAsk.PAUSE: """
        put the team on hold
        freeze all background work
        team, take a break
        tell the team to take a break
        give the team a rest
        let the agents take a breather
        call the team off
        the team can take the day off
    """,
    TeamAsk.GO_ON: """
        bring the team back
        the team may start again
        tell the team to go on
        the team can get back to work
        wake the team up again
    """,
    TeamAsk.NEW_TEAM: "I'd like to have a team for the wedding",
    TeamAsk.NEW_WORKER: "bring in somebody for the taxes\nget me a worker for the garden",
    TeamAsk.LET_GO: "take Otto off the team\nwe no longer need the invoice worker any more",
}
"""The same in words that come to mind less often."""
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
    forget that draft and tell me more
    forget that reply but not the next one
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
    do you know anything about that
    find out for me
    find out for me what he wants
    would you mind finding out what it costs
    the team can drop by on Friday
    how did the team meeting go
    get the team on the phone
    someone on the team wrote that we should stop
    stop looking for trouble
    is anybody on this thread
    give me a break
    let me rest
    what came out of the meeting
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
    tell Otto to stop working on the invoices
    forget that mail from Anna
    forget about the meeting
    did the team send the contract
    is the team meeting still on
    tell the team that I stopped working on it
    stop reading
    drop it
    drop the mail
    cancel the meeting
    cancel the reminder
    cancel that mail
    drop the last one
    scrap that draft
    cancel the draft
    what do you have from Anna
    do not forget the milk
    don't forget my umbrella
    don't forget to reply to Anna
    remember to call Anna
    remember, next is the boiler mail
    note down the number
    write that down
    write down the address
    delete everything about the meeting
    erase everything about the meeting
    delete the mail about my daughter
    remove the mails about the supplier
    no need to read it any more
    don't archive it any more
    don't read these any more
    look into it tomorrow
    never forget
    wrong, archive it
    the team is done
    what's the status of the delivery
    how is Anna doing
    tell me what Anna found out
    what did Anna come up with
    what is happening with the boiler
    who is on the team
    never mind the team
    save that mail
    save that for later
    save it
    stop it
    stop that
    make sure you archive it
    in future archive these
    for next time archive it
    my boss is always late with these
    did I ask you to remember that I'm off on Mondays?
    who's working on Christmas?
    the team meeting is paused
    I can't remember if my passport expires in June
    stop working so hard
    my boss said to drop the roof task
    nobody said stop working on the boiler
    if Otto asks, forget the boiler task
    remind me to find out when the lease ends
    put Anna on hold
    take Otto off the mail
    Otto can go on Friday
    forget my last mail
    drop everything
    I do not need the mail
    I don't need this any more
    we don't need the newsletter
    tell everyone to stop working on it
    the team does not need to look into it right now
    no more research on it for now
    no more research on cars, Anna said
    no more research on that?
    the team does not have to work on the boiler before Friday
    I don't need the homework assignment
    forget the math assignment
    for the record I told you to archive it
    I'd like you to know that you are annoying
    in the background there is music
    take this off the list
    somebody can read it
"""


def lines(block: str) -> list[str]:
    return [line.strip() for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("ask", SAID)
def test_what_is_wanted_of_the_team_is_understood_in_many_words(ask: TeamAsk) -> None:
    meant = {line: understand(line).command for line in lines(SAID[ask] + ODDLY_SAID.get(ask, ""))}
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
        ("when you have time, find out for me what the rent is", "what the rent is", ""),
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
        ("that's wrong, it's the last Thursday", "it's the last Thursday"),
        ("wrong, it's the last Thursday", "it's the last Thursday"),
        ("no, that's not quite right, it is Thursdays", "it is Thursdays"),
        ("that's not the case any more, she moved to Leeds", "she moved to Leeds"),
        ("you've got that wrong, it is Luca", "it is Luca"),
        ("you're wrong, my car is red", "my car is red"),
        ("actually it's the last Thursday", "it's the last Thursday"),
        ("that's out of date, they moved", "they moved"),
        ("not quite, it's every second Friday", "it's every second Friday"),
        ("that was wrong. It's Thursday.", "It's Thursday."),
        ("sorry, that's a mistake, it is on Mondays", "it is on Mondays"),
        ("that isn't true any more, we sold it", "we sold it"),
        ("correction: it's in July", "it's in July"),
        ("you misheard me, it is July", "it is July"),
        ("it should be July", "it should be July"),
        ("it should arrive on Friday", ""),
        ("that's wrong", ""),
        ("is that wrong, or is it Thursday?", ""),
        ("wrong number, it rings", ""),
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
