"""What stands before a wish in a clause of its own leaves it one where it is courtesy, a reason, another wish or a remark, else it asks."""

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand

HONEST = """
    okay so this one is done, archive it
    I've read that, archive it
    I already paid that, archive it
    he has called me already, delete it
    we talked about that yesterday, archive it
    that was it, delete it
    not for me, delete it
    nothing for me, archive it
    no interest, delete it
    too long, archive it
    far too long, archive it
    how boring, delete it
    oh dear, delete it
    god, delete it
    good grief, delete it
    hm, archive it
    let me see, archive it
    you know what, archive it
    all right then, archive it
    fair enough, archive it
    fine by me, archive it
    sounds good, archive it
    great news, flag it
    good to know, archive it
    that's sorted, archive it
    that's important, flag it
    this is urgent, flag it
    very important, flag it
    don't forget, flag it
    I need that later, flag it
    I'll need that, flag it
    this newsletter again, delete it
    those people again, delete it
    always the same, delete it
    same old story, delete it
    more advertising, delete it
    pure advertising, delete it
    obviously spam, delete it
    looks like spam, delete it
    sick of these, delete it
    I'm tired of them, delete it
    never heard of them, delete it
    no idea who that is, delete it
    who cares, delete it
    don't care, archive it
    not relevant, archive it
    no longer relevant, archive it
    out of date, archive it
    dealt with, archive it
    all done, archive it
    been there, archive it
    paid, archive it
    answered, archive it
    ignore that one, archive it
    the parcel has arrived, archive it
    one more, archive it
    next thing, archive it
    and again, archive it
    same here, archive it
    same again, archive it
    likewise, archive it
    also that one, archive it
"""
ASKS = """
    in theory, delete it
    allegedly, archive it
    note to self, delete it
    the text goes on, flag it, delete it
    hi Anna, delete it
    tomorrow, archive it
    plan B, delete it
    on the radio, archive it
    were I the boss, delete it
    her words, archive it
    under no circumstances, delete it
    weather permitting, archive it
"""
VERBS = {"archive": MailAction.ARCHIVE, "delete": MailAction.DELETE, "flag": MailAction.FLAG}


def _asked(lines: str) -> list[tuple[str, bool]]:
    said = list(map(str.strip, lines.strip().splitlines()))
    return [(each, understand(each).change.asks_for(next(VERBS[verb] for verb in VERBS if f"{verb} " in each))) for each in said]


def test_a_remark_before_a_wish_leaves_it_one() -> None:
    assert [words for words, asked in _asked(HONEST) if not asked] == []


def test_what_is_not_understood_before_a_wish_asks() -> None:
    assert [words for words, asked in _asked(ASKS) if asked] == []


@pytest.mark.parametrize("words", ["don't archive it, delete it", "archive that one, flag it", "next, and delete it", "yes, and delete it"])
def test_another_wish_before_a_wish_leaves_it_one(words: str) -> None:
    action = VERBS[words.split()[-2]]
    assert understand(words).change.asks_for(action) or any(wish.change.asks_for(action) for wish in understand(words).wishes)
