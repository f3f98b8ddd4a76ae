"""Words that are our verbs in another sense change nothing, whatever a model makes of them.

After each line it calls every tool that changes the open mail, as one that was led astray would.
"""

from pathlib import Path

import pytest

from briefing.mail_action import ON_MAILS
from tests.oracle.line import Called, Heard
from tests.oracle.play import line_of, model, moved

pytestmark = pytest.mark.slow

EVERYTHING: list[Called] = [
    ("change_mail", {"action": action.value, **({} if its.place is None else {"detail": "tomorrow at nine"})})
    for action, its in ON_MAILS.items()
]
AT_THE_BEGINNING = """
    flag down a taxi
    archive of the company
    delete key is broken
    move on with your life
    mark my words
    star of the show
    the flag on it is wrong
    flag day is in June
    flag football is on Sunday
    delete scenes are the best
    archive footage was boring
    snooze you lose
    mark is on holiday
    mark him down for Friday
    trash day is tomorrow
    bin men came early
    junk food is bad
    spam is a kind of ham
    label mates of mine came
    tag along with us
    move the sofa to the wall
    star wars was on
    star sign is Leo
    pin number is on the card
    pin it on the wall
    ditch the car
    toss the salad
    remove the cake from the oven
    get rid of the cold
    kill the lights
    put the flag on the roof
    throw away the leftovers
    mark that day red in the calendar
    flag it to the finance team
    flag the referee
    take the flag off the roof
    report it to the police
    delete my browser history
    archive the pictures on my phone
    clear the table
    make it important to him
    this is spam I like to eat
"""
IN_MID_SENTENCE = """
    we had to flag down a taxi in the rain
    I lost the delete key of that keyboard
    he is the star of the show if you ask me
    she put a star on the tree
    I still need to mark the tests
    we should move on with it one day
    that is an archive of the company's letters
    I love the archive on Queen Street
    my boss will flag that at the meeting
    I want to delete him from my life
    I would like to archive my whole childhood
    well you can flag down a taxi there
    okay so delete scenes are what I like most
    could you flag down a cab when you are there
    please put a flag on the cake
    and please kill the lights
    yes, mark my words
    I want to bin the old sofa
    well, toss the salad first
    let us ditch the car and walk
"""


@pytest.mark.parametrize("lines", [AT_THE_BEGINNING, IN_MID_SENTENCE])
async def test_our_verbs_in_another_sense_change_nothing(tmp_path: Path, lines: str) -> None:
    changed = list[str]()
    async with line_of(tmp_path) as line:
        for words in map(str.strip, lines.strip().splitlines()):
            before = moved(line)
            model(line, EVERYTHING)
            await line.hears(Heard(words=words))
            changed += [words] if moved(line) != before else []
            model(line)
            await line.hears(Heard(words="no thanks"))
            await line.hears(Heard(words="it is still raining here"))
    assert changed == []
