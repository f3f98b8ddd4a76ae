"""What one line asks for: its wishes, each by itself."""

import pytest

from briefing.understanding.understanding import understand

ONE = [
    "archive it",
    "next",
    "yes please",
    "thanks a lot",
    "archive it, no, flag it",
    "next, no, go back",
    "archive it next",
    "reply that I come on Friday and bring cake",
    "reply that I come on Friday, and bring cake, and a friend",
    "reply that we open and close at nine",
    "tell him I will call and then we can talk",
    "Reply that Tuesday works. See you then.",
    "reply saying thanks, and tell the others",
    "add that the keys are with Ruth and that she is in",
    "tell Anna, Ben and Marcus that I come",
    "forward it to Anna and Ben",
    "forward it to Anna, Ben and Zo\u00eb",
    "forward it to J\u00fcrgen and Fran\u00e7ois",
    "write to Ingrid and say I'm late",
    "search for Z\u00fcrich",
    "snooze it until tomorrow morning",
    "what time is it",
    "archive all newsletters but the tide clock",
    "the subject is cake and coffee",
]
"""Completely one plain command, or an answer, or nothing asked for."""

WHOLE = [
    "if she hasn't answered, archive it",
    "if it's from Bob, delete it and go on",
    "archive it if it is from Bob",
    "archive it unless it's from Bob and then next",
    "archive it, unless it's from Bob",
    "when Anna writes, flag it",
    "archive it but don't delete anything",
    "archive it and don't delete anything",
    "don't archive it, and don't delete it",
    "archive it except if it is from Bob",
    "archive it, never mind",
    "delete it, hold on",
    "archive it, stop",
    "flag it, sorry, not that one",
    "she said archive it",
    "she said, archive it",
    "Anna wrote, delete it and go on",
    "archive it or delete it",
    "archive the one from Anna and Bob",
    "archive the first one or the third one",
    "is it from Anna? then archive it",
    "l\u00f6sch das und weiter",
    "archive \u00e7a et puis continue",
    "I went to the shop and bought milk, eggs and bread",
    "what does Ingrid need",
    "tell Bob",
    "",
    "hm",
]
"""One wish that only a model can grant, because of what is left over, or nothing."""

SEVERAL = {
    "archive it and flag it": ["archive it", "flag it"],
    "archive it, then next": ["archive it", "next"],
    "archive it then next": ["archive it", "next"],
    "reply that Tuesday works and send it": ["reply that Tuesday works", "send it"],
    "reply that Tuesday works, cc Anna and archive it": ["reply that Tuesday works", "cc Anna", "archive it"],
    "flag it. next.": ["flag it", "next."],
    "Flag it. Mark it as read. Next.": ["Flag it", "Mark it as read. Next."],
    "archive it then archive it then flag it": ["archive it", "archive it", "flag it"],
    "archive it, flag it, and delete the one from Anna": ["archive it", "flag it", "delete the one from Anna"],
    "flag it but archive the one from Anna": ["flag it", "archive the one from Anna"],
    "archive it plus flag the second one": ["archive it", "flag the second one"],
    "archive it, thanks, next": ["archive it, thanks", "next"],
    "okay thanks archive it and go back": ["okay thanks archive it", "go back"],
    "archive it. Thank you. Next": ["archive it. Thank you", "Next"],
    "archive it, no, flag it, and then next": ["archive it, no, flag it", "next"],
    "snooze it until tomorrow morning and next": ["snooze it until tomorrow morning", "next"],
    "snooze it until Friday and then archive the one from J\u00fcrgen": ["snooze it until Friday", "archive the one from J\u00fcrgen"],
    "archive the one from Fran\u00e7ois and go on": ["archive the one from Fran\u00e7ois", "go on"],
    "search for Z\u00fcrich and read it": ["search for Z\u00fcrich", "read it"],
    "archive the one from Anna and the one from Bob": ["archive the one from Anna", "archive the one from Bob"],
    "delete this and also the one about the soups": ["delete this", "delete the one about the soups"],
    "archive it, I have read it": ["archive it"],
    "just a moment, someone's at the door": ["just a moment"],
    "hold on, I have to get the door": ["hold on"],
    "I have to go, my train is here": ["I have to go"],
    "hold on, I have to archive it first": ["hold on, I have to archive it first"],
    "bin it. I don't need it. Next": ["bin it", "Next"],
    "flag it, then the next one": ["flag it", "the next one"],
    "open the one from Anna and read it": ["open the one from Anna", "read it"],
    "go to the one from Anna and archive it": ["go to the one from Anna", "archive it"],
    "read it to me and then delete it": ["read it to me", "delete it"],
    "undo that and archive it": ["undo that", "archive it"],
    "mark it as not important and next": ["mark it as not important", "next"],
    "mark it as unread then next": ["mark it as unread", "next"],
    "what time is it and how many are left": ["what time is it", "how many are left"],
    "forward it to Anna and archive it": ["forward it to Anna", "archive it"],
    "forward it to Anna and Ben and then archive it": ["forward it to Anna and Ben", "archive it"],
    "send it and archive it": ["send it", "archive it"],
    "send it tomorrow at nine and next": ["send it tomorrow at nine", "next"],
    "reply that Tuesday works and archive it": ["reply that Tuesday works", "archive it"],
    "archive it and reply that I come and bring cake": ["archive it", "reply that I come and bring cake"],
    "remind me tomorrow and tell Ruth I got it": ["remind me tomorrow", "tell Ruth I got it"],
    "reply that I'm coming and then archive it": ["reply that I'm coming", "archive it"],
    "reply that I'm coming then archive it": ["reply that I'm coming", "archive it"],
    "reply that I'm coming, and also flag it": ["reply that I'm coming", "flag it"],
    "reply that I come on Friday and bring cake and then archive it": ["reply that I come on Friday and bring cake", "archive it"],
    "Reply that Tuesday works. Archive it.": ["Reply that Tuesday works", "Archive it."],
    "Reply that Tuesday works. See you then. Archive it.": ["Reply that Tuesday works. See you then", "Archive it."],
    "write to Ingrid and say I'm late then archive it": ["write to Ingrid and say I'm late", "archive it"],
    "archive it and tell Bob": ["archive it", "tell Bob"],
    "archive it and is Marcus on it?": ["archive it", "is Marcus on it?"],
    "archive it and Ruth's too": ["archive it", "Ruth's too"],
    "what does Ingrid need and archive it": ["what does Ingrid need", "archive it"],
    "yes, and what does Ingrid need?": ["yes", "what does Ingrid need?"],
    "yes and what does Ingrid need": ["yes", "what does Ingrid need"],
    "yes, and Ruth's too": ["yes", "Ruth's too"],
    "hang on, is Marcus on it?": ["hang on", "is Marcus on it?"],
    "wait, does Ingrid get it": ["wait", "does Ingrid get it"],
}


def test_what_is_completely_one_command_is_one_wish_and_plain() -> None:
    understood = map(understand, ONE)
    assert [said.words for said in understood if said.wishes != (said,) or not said.is_plain] == []


def test_what_changes_what_stands_beside_it_is_never_cut_from_it() -> None:
    understood = map(understand, WHOLE)
    assert [said.words for said in understood if said.wishes != (said,) or said.is_plain] == []


def test_several_wishes_are_understood_each_by_itself() -> None:
    assert {line: [wish.words for wish in understand(line).wishes] for line in SEVERAL} == SEVERAL


@pytest.mark.parametrize(
    "line",
    [
        "no, say Friday",
        "tell her that I'll call her tomorrow",
        "answer him that he is right and I am not",
        "tell Ruth I can't come and copy Ingrid",
    ],
)
def test_what_has_to_be_worded_anew_is_not_plain(line: str) -> None:
    assert not understand(line).is_plain


def test_a_turn_of_several_wishes_has_ended_where_the_last_one_has() -> None:
    assert understand("archive it and then go back").has_ended
    assert understand("archive it and flag the").has_ended is False


def test_a_line_of_very_many_clauses_is_told_and_no_list_of_wishes() -> None:
    said = understand(" and ".join(["archive it"] * 12))
    assert said.wishes == (said,)


@pytest.mark.parametrize("line", ["yeah " * 27 + ", archive it", " ".join(map(str, range(1, 27))) + ", archive it"])
def test_a_clause_too_long_to_be_heard_ends_no_turn(line: str) -> None:
    assert [wish.words for wish in understand(line).wishes]
