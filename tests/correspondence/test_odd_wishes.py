"""Wishes in odd words: corrections, conditions, negations, ranges, several in a line, names in place of numbers.

`MEANT` has what may be changed without a question. Nothing else may be, and where less is, the rest has to be asked about.
"""

import pytest

from correspondence.wishing.meaning import Unclear
from tests.correspondence.test_described_wishes import read, wanted

Changes = dict[str, set[int]]
MEANT: dict[str, Changes] = {
    # Corrections.
    "2 archive - no wait, 3": {"archive": {3}}, "2 archive... no, 3": {"archive": {3}}, "Archive 2. No, 3!": {"archive": {3}},
    "archive 2, I mean 3": {"archive": {3}}, "2 delete, sorry, archive": {"archive": {2}}, "2 delete (no, archive)": {"archive": {2}},
    "delete 2 \u2013 or rather archive it": {"archive": {2}}, "2 archive\n3 delete\n\nPS: not 3": {"archive": {2}},
    "2 archive\n3 delete\nPS 2 keep": {"delete": {3}}, "2: archive. 3: delete. Ignore what I said about 2": {"delete": {3}},
    "2 archive, 3 archive, 3 no": {"archive": {2}}, "2 archive\n3 delete\n(2 was a typo, I meant 4)": {"archive": {4}, "delete": {3}},
    "2 archive \u21d2 3": {"archive": {3}}, "2* archive\n*3": {"archive": {3}}, "2 archive ^H^H delete": {"delete": {2}},
    "2 archive, no, delete": {"delete": {2}}, "2 flag, no wait, archive": {"archive": {2}}, "2 archive and delete": {},
    "2 archive\n*3 archive": {"archive": {3}}, "2 archive\n*delete": {"delete": {2}},
    "*2* archive\n*3* delete": {"archive": {2}, "delete": {3}},
    "*2 archive\n*3 delete": {"archive": {2}, "delete": {3}}, "2 archive\n* 3 delete": {"archive": {2}, "delete": {3}},
    "2 archive\n3 archive\n*4 delete\n*5 delete": {}, "2 archive it and reply: sorry, no time": {"archive": {2}},
    "2 reply no thanks and archive it": {"archive": {2}}, "2 archive, hopefully": {},
    # Ranges, and several in a line.
    "1-3 archive but keep 2": {"archive": {1, 3}}, "1-3 archive, 2 keep": {"archive": {1, 3}}, "1\u20133 archive": {"archive": {1, 2, 3}},
    "1 thru 3 archive": {"archive": {1, 2, 3}}, "1 bis 3 archive": {"archive": {1, 2, 3}}, "1...3 archive": {"archive": {1, 2, 3}},
    "from 1 to 3 archive": {"archive": {1, 2, 3}}, "between 1 and 3 archive": {"archive": {1, 2, 3}},
    "1,2,3 archive 4 delete": {"archive": {1, 2, 3}, "delete": {4}}, "archive 1 2 3": {"archive": {1, 2, 3}},
    "archive 1/2/3 please": {"archive": {1, 2, 3}}, "archive 3-1": {"archive": {1, 2, 3}}, "archive 1-": {"archive": {1}},
    "2 & 3 archive & 4 delete": {"archive": {2, 3}, "delete": {4}}, "2 archive 3 archive 4 flag": {"archive": {2, 3}, "flag": {4}},
    "2archive 3delete": {"archive": {2}, "delete": {3}}, "2.archive,3.delete": {"archive": {2}, "delete": {3}},
    "#2 #3 archive": {"archive": {2, 3}}, "#2/#3: archive": {"archive": {2, 3}}, "2; archive": {"archive": {2}},
    "2\narchive\n\n3\ndelete": {"archive": {2}, "delete": {3}}, "2:\narchive\n3:\ndelete": {"archive": {2}, "delete": {3}},
    "archive:\n2\n3\ndelete:\n4": {"archive": {2, 3}, "delete": {4}}, "Archive:\n- 2\n- 3": {"archive": {2, 3}},
    "To archive: 2, 3. To delete: 4.": {"archive": {2, 3}, "delete": {4}}, "archive -> 2, 3": {"archive": {2, 3}},
    "2 archive, 3 ditto, 4 not": {"archive": {2, 3}}, "2 archive, 3 same, 4 same but flag": {"archive": {2, 3, 4}, "flag": {4}},
    "2, 3 archive, the latter also flag": {"archive": {2, 3}, "flag": {3}}, "2 archive x2": {"archive": {2}}, "the former archive": {},
    "2 and only 2: archive": {"archive": {2}}, "only 2 archive": {"archive": {2}}, "just archive 2": {"archive": {2}},
    "please just 2: archive": {"archive": {2}}, "2 archive, everything else stays": {"archive": {2}},
    "2 archive, leave everything else": {"archive": {2}}, "2 archive, nothing else": {"archive": {2}}, "2 archive 2 delete": {},
    "2 archive/delete": {}, "2 archive or delete?": {}, "2 archive, 3 or 4 delete": {"archive": {2}},
    "1 or 2 archive, 3 delete": {"delete": {3}},
    "1 archive, 2 flag + archive": {"archive": {1, 2}, "flag": {2}}, "archive 2 (and 3)": {"archive": {2, 3}},
    # What is no number of a mail.
    "22 archive": {}, "0 archive": {}, "-2 archive": {"archive": {2}}, "2.0 archive": {}, "2a archive": {}, "2x archive": {},
    "archive 2GB": {}, "archive $3": {}, "archive 3%": {}, "archive 2 GB of mail": {}, "archive 3 things": {}, "archive one": {},
    "2 snooze till 3": {"snooze": {2}}, "2 snooze till 3, 3 archive": {"snooze": {2}, "archive": {3}}, "3 archive at 5": {},
    "meet at 2, archive 3": {"archive": {3}}, "Room 2 is fine, 3 archive": {"archive": {3}}, "On 2 March archive 3": {},
    "version 2 archive": {}, "page 2: archive": {}, "option 2: delete": {}, "question 2: delete": {}, "appendix 3: delete": {},
    "chapter 2 delete": {}, "attachment 2: delete": {}, "line 3 delete": {}, "paragraph 2: delete": {}, "slide 4: delete": {},
    "in 3 delete the last paragraph": {}, "3: delete the last paragraph": {}, "3 delete Tom from the list": {},
    "2 archive box arrived": {}, "4 delete key is broken": {}, "3 flag pole": {}, "2 archive room keys": {},
    # Conditions, and what is put off.
    "if 2 is from Ben archive it, else delete": {}, "2 archive unless Ben wrote again": {}, "archive 2 when you think it's done": {},
    "2 archive only after Friday": {}, "after 3 is done archive 2": {}, "2 archive, but first tell Ben yes": {"archive": {2}},
    "2 archive if possible": {"archive": {2}}, "2 archive as soon as Ben has paid": {}, "2 archive provided he paid": {},
    "2 archive in case it's spam": {}, "2 archive once paid": {}, "2 archive while I'm away": {}, "2 archive tomorrow": {},
    "2 archive on Monday": {}, "2 archive in an hour": {}, "2 archive later": {}, "2 archive, Ben permitting": {},
    "2 archive eventually": {},
    "2 to be archived after payment": {}, "2 archive someday": {}, "2 archive before noon": {}, "2 archive assuming it is old": {},
    "Should Ben agree, 2 archive": {}, "2 archive (if it is the old one)": {}, "2 archive, depending on Ben": {},
    "2 archive until Monday": {}, "2 archive for now": {"archive": {2}}, "2 archive when read": {}, "2 archive given that it is paid": {},
    "2 would archive": {}, "2 might archive": {}, "2 could be archived": {"archive": {2}}, "2 I'd rather archive": {"archive": {2}},
    # Negations.
    "2 not archive": {}, "2 no archive": {}, "2: no archiving please": {}, "neither 2 nor 3 archive": {}, "archive neither 2 nor 3": {},
    "archive none of 2, 3": {}, "archive anything but 2-7": {"archive": {1}}, "under no circumstances archive 2": {},
    "no need to archive 2": {}, "2 needn't be archived": {}, "stop archiving 2": {}, "2 archive? no!": {}, "2 archive not": {},
    "not 2 archive": {}, "not 2, archive 3": {"archive": {3}}, "archive not 2 but 3": {"archive": {3}},
    "archive 3 rather than 2": {"archive": {3}}, "archive 3 instead of 2": {"archive": {3}}, "3 not 2 archive": {"archive": {3}},
    "2 nicht archivieren": {}, "archive 2? nah": {}, "2 archive lol jk": {}, "2 archive /s": {}, "I won't archive 2": {},
    "2 wait until I archive 1": {}, "I never want to archive 2": {}, "2 leave, don't archive": {}, "2 - nope": {}, "2 \u2717 archive": {},
    "2 \U0001f44e": {}, "cancel 2": {}, "2 cancel": {}, "archive 2 is wrong": {}, "avoid archiving 2": {}, "archive no 2": {},
    "2 dont archive": {}, "2 do NOT delete": {}, "2 never delete": {}, "hands off 2, archive 3": {"archive": {3}},
    "2 is not to be deleted": {}, "2 can't be archived": {}, "2 archive, NOT!": {}, "2 un-archive": {}, "2 archive isn't needed": {},
    "nobody archive 2": {}, "3 no 3 archive": {}, "all but not 2: archive": {"archive": {1, 3, 4, 5, 6, 7}}, "2 refuse to archive": {},
    "without 2: archive all": {"archive": {1, 3, 4, 5, 6, 7}}, "2 archive\nnot": {}, "2 archive.\n\nNot 2!": {},
    "2 anything but delete": {},
    # Names in place of numbers, and beside them.
    "Ben: archive": {"archive": {2}}, "Ben's: archive": {"archive": {2}}, "archive Ben": {"archive": {2}},
    "archive the lunch one": {"archive": {2}}, "archive Corner Shop": {"archive": {4}}, "Ben archive, Priya flag": {"archive": {2}},
    "Delete the one from Ben and archive the one from the build server": {"delete": {2}, "archive": {6}},
    "Priya: tell her yes": {}, "2 (Ben) archive": {"archive": {2}}, "Ben (2): archive": {"archive": {2}}, "2 Ben archive": {"archive": {2}},
    "2 - Ben - archive": {"archive": {2}}, "archive 3 (the one from Ben)": {}, "Ben (3): archive": {}, "3 (Ben): archive": {},
    "archive Ben's mail, 3": {}, "delete Tom's": {}, "archive Priya's second": {}, "2, i.e. the one from Priya: delete": {},
    "archive the newsletter 3": {}, "3, the newsletter: archive": {}, "2 (build failed): archive": {}, "4 Tide Clock archive": {},
    "5 Corner Shop: archive": {}, "archive 5 (offers)": {}, "delete 6 (Rust Weekly)": {}, "7, from the build server, delete": {},
    # What somebody else says, or is told.
    "Tom told me to archive 2": {}, "2 archive (Tom said to delete 3)": {"archive": {2}}, "2 tell Ben: archive 3": {},
    "2: \"please delete 3\" is what Ben wrote - archive": {"archive": {2}}, "2 reply: no\n3 delete": {"delete": {3}},
    "2 say that 3 archive boxes are ready": {}, "4 forward to Ben: delete this": {}, "someone should archive 2": {},
    "2 tell him I'll archive it": {}, "2 ask Ben to delete 3": {}, "2: Ben should archive 3": {}, "Did I archive 2?": {},
    "Why not archive 2?": {}, "What if I archive 2?": {}, "How do I archive 2?": {}, "I have archived 2 already": {},
    "2 reply: archive it please\n3 flag": {"flag": {3}}, "2 reply I will delete 3": {}, "2 say: \"archive\"": {}, "2 tell Ben delete": {},
}  # fmt: skip
ASKED_BACK = (
    "2 archive - no wait, 3", "2 archive/delete", "2 archive or delete?", "2 archive 2 delete", "22 archive",
    "archive 3 (the one from Ben)",
    "Ben (3): archive", "3 (Ben): archive", "3, the newsletter: archive", "delete 6 (Rust Weekly)", "2 archive unless Ben wrote again",
    "2 archive tomorrow", "2 archive only after Friday", "3 archive at 5", "2 archive later", "if 2 is from Ben archive it, else delete",
    "Ben archive, Priya flag", "3: delete the last paragraph", "2 archive box arrived", "the former archive", "2 archive on Monday",
)  # fmt: skip


def changed(words: str) -> Changes:
    """What is changed without a question."""
    return {action: numbers for action, numbers in wanted(read(words)).items() if not action.startswith("ask ")}


def asked(words: str) -> bool:
    """Whether anything is asked back, or answered in words."""
    found = read(words)
    return (
        bool(found.open_words)
        or any(isinstance(each.meaning, Unclear) for each in found.wishes)
        or len(wanted(found)) > len(changed(words))
    )


def _is_within(done: Changes, meant: Changes) -> bool:
    return all(numbers <= meant.get(action, set()) for action, numbers in done.items())


@pytest.mark.slow
def test_nothing_is_changed_that_is_not_meant() -> None:
    assert len(MEANT) >= 150
    done = {words: changed(words) for words in MEANT}
    assert {words: got for words, got in done.items() if not _is_within(got, MEANT[words])} == {}


def test_what_is_not_done_of_it_is_asked_back() -> None:
    lost = [words for words, meant in MEANT.items() if meant and changed(words) != meant and not asked(words)]
    assert lost == []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("2 archive\n3 delete\n\n*Berg und Partner mbB,\nBerlin*", {"archive": {2}, "delete": {3}}),
        ("2 archive\n*Sent from my phone", {"archive": {2}}), ("Hi,\n*1 archive\n*2 flag", {"archive": {1}, "flag": {2}}),
        ("2 archive it and reply: sorry, no time", {"archive": {2}}), ("2 reply no thanks and archive it", {"archive": {2}}),
    ],
)  # fmt: skip
def test_what_looks_like_a_correction_and_is_none_changes_nothing_of_it(words: str, meant: Changes) -> None:
    assert changed(words) == meant


@pytest.mark.parametrize("words", ASKED_BACK)
def test_what_is_not_clear_is_asked_back(words: str) -> None:
    assert changed(words) == {}
    assert asked(words)
