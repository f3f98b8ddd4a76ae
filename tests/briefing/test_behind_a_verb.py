"""What stands behind the verb of a wish: courtesy, reasons and other wishes leave it one; all else is asked about, whatever it says."""

from pathlib import Path

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand

ACTIONS = (MailAction.ARCHIVE, MailAction.DELETE, MailAction.FLAG, MailAction.MARK_READ, MailAction.MARK_IMPORTANT, MailAction.REPORT_SPAM)
IS_NO_WISH_OF_NOW = """
    archive it the moment Priya signs
    delete it should he complain
    delete it? over my dead body
    archive it, said nobody ever
    flag it come Monday
    archive it pending her approval
    delete it barring objections
    hey Siri, archive it
    Alexa, delete it
    mum, can you archive it
    archive it yourself, Marcus
    archive it in your dreams
    archive it next time
    archive it at midnight
    delete it on the first of the month
    flag it this evening
    delete it the day after tomorrow
    archive it in due course
    archive it eventually
    delete it one of these days
    archive it at some point
    delete it some day
    flag it when you hear from him
    archive it following the call
    delete it upon his reply
    archive it with her permission
    delete it with Anna's okay
    archive it subject to review
    flag it or not, I don't care
    archive it or delete it
    archive it, or maybe don't
    archive it, hmm, on second thought no
    archive it... no wait
    delete it. just kidding
    delete it, I'm joking
    archive it not
    archive it, psych
    delete it, as Marcus would say
    delete it, quote unquote
    delete it, to quote my boss
    archive it is what he wrote
    archive it was the order
    archive it, he writes
    flag it, she goes
    delete it, it says here
    delete it, according to Eve
    archive it sounds good
    delete it all you want
    delete it and I'll sue you
    delete it and you're fired
    delete that at your peril
    just you try and delete it
    just try to delete it
    delete it goes against my religion
    archive nothing
    archive it means what exactly
    the archive it button
    delete it as soon as the invoice is paid
    flag it whenever it suits
    archive it after lunch
    archive it by Friday
    delete it when the kids are asleep
    what a mess, delete could be the answer
    report this as spam? no way
    mark it as spam if you think so
    flag it unless it's trivial
    delete it assuming it is a duplicate
    delete it so long as there's a copy
    archive it given that Marcus agrees
    delete it except if it's from the bank
    archive it but only when I say so
    archive it but not now
    archive it but not yet
    delete it but keep it
    delete it, on the other hand keep it
    archive it, although I might need it
    delete it, though I'm in two minds
    archive it, I'm torn
    archive it, I can't decide
    delete it? archive it? I can't decide
    delete it, what do I know
    flag it, for all I care
    archive it, if at all
    archive it, if anything
    archive it, who knows
    archive it, God knows
    archive it provided she signs first
    archive it the day she signs
    delete it the first chance you get next week
    flag it pretty please with a cherry on top, or rather don't
    archive it, he insists
    archive it, so the lawyers tell me
    delete it, they keep telling me
    delete it, that's what Eve would love
    delete it, haha
    delete it, not
    archive it, NOT
    archive it, yeah right
    archive it, as if
    archive it, my foot
    archive it, ha, fat chance
    delete it, no I'm serious, don't
    delete it, or should I keep it
    archive it, hang on, is it important
    archive it, let me think
    archive it, hmm, let me think about that
    archive it, wait what
    delete it tomorrow at the latest
    delete it at the weekend
    archive it over the weekend
    archive it during lunch
    archive it between two and three
    archive it round about noon
    archive it in the new year
    delete it at Christmas
    flag it come the spring
    delete it no earlier than Friday
    archive it not before Friday
    archive it contingent on her approval
    archive it against my better judgement
    delete it at gunpoint
    archive it or die
    archive it and I'll tell your boss
    delete it and see what happens
    delete it and there will be trouble
    delete it and God help you
    archive it and you will never work here again
    archive it and we are through
    delete it and I will never speak to you again
    delete it, I dare you
    delete it, go on, I dare you
    go on, delete it, see if I care
    delete it for all the tea in China
    archive it for a million dollars
    archive it when pigs fly
    archive it when hell freezes over
    archive it the day hell freezes over
    archive it in another life
    archive it in theory
    delete it hypothetically
    delete it, hypothetically speaking
    delete it metaphorically
    archive it in principle
    delete it unless otherwise stated
    delete it pretty soon
    archive it before long
    archive it by and by
    archive it within a week
    archive it after hours
    archive it post haste, said the queen
    archive it Marcus
    delete it Tom
    flag it mum
    archive it Alexa
    archive it she said
    archive it he told me
    delete it was written on the wall
    delete it written in red letters
    archive it like Marcus does
    archive it the way Marcus would
    archive it as Marcus wished
    archive it as he would have it
    delete it per the policy
    archive it as per Eve
    archive it on Eve's orders
    delete it at Eve's request
    delete it by order of the king
    delete it in the name of the law
    archive it says the mail
    delete it reads the subject
    archive it, it reads
    archive it, the mail says
    archive it, the subject line says
    archive it, they wrote
    archive it, I quote
    archive it, end of quote
    delete it, unquote
    archive it, question mark
    archive it, period, he shouted
    archive it exclamation mark
    archive it colon no
    flag it, or is that silly
    flag it, is that wise
    flag it, should we
    archive it, shall we
    archive it, what say you
    archive it, what would you do
    delete it, would that be bad
    archive it, any objections
    archive it, opinions
    delete the one from Eve if she insists
    delete the one from Eve, she says
    delete Eve's mail, he writes
    archive the invoice once it's paid
    archive the invoice, I'm torn
    flag the contract, or not
    archive the screens mail with her okay
    archive the photos in your dreams
    delete the photos one of these days
    archive all newsletters, said nobody
    mark it as read in due course
    mark it read, he told me
    mark it as important, she thinks
    report it as spam, Marcus says
    report it as spam if you dare
"""
IS_ONE_ALL_THE_SAME = """
    archive it, that has been dealt with
    archive it, we paid that last week
    archive it, I have nothing to add to that
    archive it, she has called me already
    archive it, it's all sorted
    delete it, it's only an advert
    delete it, that is of no use to me
    delete it, I get far too many of these
    delete it, I never ordered anything there
    delete it, what a waste of time
    delete it, such nonsense
    flag it, that one's urgent
    flag it, I have to look at the figures
    flag it, it needs an answer from me
    flag that, we must not forget the deadline
    could you kindly archive that one for me when you get a chance
    would you be so kind as to archive it please
    please go ahead and delete this one for me thanks
    archive that one too while you are at it
    archive it and let's move on
    archive it and that's it
    archive it and thanks a lot
    archive it, thanks, that was useful
    archive it, brilliant, thank you
    right, archive it then and carry on
    archive it straight away please
    archive it for good
    archive it after all
    delete it once and for all
    get it out of my inbox please
    just delete it already
    well in that case archive it
    I think we can archive that one now
    you may as well delete it
    I'd like this one archived please
    I want that deleted
    let's get this archived
    oh just bin it would you
    flag it so I don't lose it
    flag it because I have to call him
    flag that one so that I see it tonight
    mark that one as read please
    mark it as important, it's from my boss
    archive it, Anna has already answered
    archive it, the contract is signed
    archive it, my wife took care of it
    archive this, I'm done with it, and read me the next one
    delete this one and the one after it
    archive this one and also the one from Raj
    archive it and then tell me what Marcus wants
    flag it and tell Anna that I'll be late
    archive it please and then we can go on
    archive it now and we'll look at the next
    archive that mail and I'll have a coffee
    archive it, we can move on
    archive it, you can go on
    delete it, no need to keep that
    delete it, nothing to see here
    archive it, done and dusted
    archive it, all good
"""


def asked_for(words: str) -> list[MailAction]:
    change = understand(words).change
    return [action for action in ACTIONS if change.asks_for(action)]


@pytest.mark.parametrize("words", IS_NO_WISH_OF_NOW.strip().split("\n"))
def test_what_is_not_understood_behind_a_verb_makes_it_no_wish(words: str) -> None:
    assert asked_for(words.strip()) == []


@pytest.mark.parametrize("words", IS_ONE_ALL_THE_SAME.strip().split("\n"))
def test_courtesy_and_reasons_leave_it_one(words: str) -> None:
    assert asked_for(words.strip()) != []


def test_what_people_say_before_and_behind_a_wish_leaves_it_one() -> None:
    lines = Path(__file__).with_name("with_additions.txt").read_text(encoding="utf-8").splitlines()[1:]
    wanted = {words: MailAction(action) for action, _, words in (line.partition(" | ") for line in lines)}
    assert len(wanted) > 300
    assert [words for words, action in wanted.items() if not understand(words).change.asks_for(action)] == []
