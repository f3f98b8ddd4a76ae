"""Words above and below the wishes of a reply: where these may not be meant, they are asked about, and nothing is changed."""

import pytest

from correspondence.wishing.meaning import ToChange, ToChangeMany
from tests.correspondence.test_read_reply import read

NOTHING: tuple[str, ...] = (
    "Not yet:\n2 archive", "Please wait with this.\n2 archive", "Don't do this yet.\n2 archive", "Don't do this yet.\n\n2 archive",
    "This can wait:\n2 archive\n3 delete", "Please don't\n2 archive", "Do not:\n- 2 archive\n- 3 delete", "Never\n2 archive",
    "Tomorrow:\n2 archive\n3 delete", "Tomorrow:\n\n2 archive\n3 delete", "Later.\n2 archive", "When I'm back on Monday:\n2 archive",
    "Ben (to me):\n2 archive", "Quote from Ruth's mail\n2 archive", "Ben's answer was:\n2 archive\nWhat do you say?",
    "I disagree with your suggestion to\n2 archive", "What happens if I write\n2 archive", "TODO later:\n2 archive",
    "Ignore this:\n2 archive", "My plan for the day was:\n2 archive\n3 delete\nbut don't do it yet.", "I need:\n1 flag\n2 archive boxes",
    "Looks good.\n\nAnna\nHead of Records\n2 archive", "FW: to Tom\n2 archive", "On my list today:\n2 archive\n3 delete",
    "2 archive\n3 delete\ntomorrow please", "2 archive\n3 delete\nTomorrow, please.", "2 archive\n3 delete\nafter lunch",
    "2 archive\n3 delete\nonly tomorrow", "2 archive\n3 delete\nbut don't do it yet", "2 archive\n3 delete\nnext week",
    "2 archive\n3 delete\nOnce Ben is back.", "2 archive\nI guess", "2 archive\nPerhaps.", "2 archive\nI think",
    "2 archive\n2: no", "3 no\n3 archive", "3: move it to 8 pm", "3: move it to half past seven", "all newsletters read\nnot yet",
    "If Ben has confirmed lunch, archive 1. Otherwise leave it.", "archive 2... sorry, meant 5",
    "Let's meet at 2. Archive.", "I would have archived 2 but I need it", 'Ruth wrote "please delete 3".',
    "You archived 2 yesterday, why is it back?", "It would be a mistake to delete 3", "I asked Ben to archive 1",
    "delete 3 when the sale ends on 5 March", "archive either 4 or 5", "Nobody told me to archive 2", "3: delete clause 4",
    "Example of what I could write: 2 archive; 3 delete. Right?", "2 archivieren, 3 l\u00f6schen", "4 archiver s'il te pla\u00eet",
    "Invoice 2: archive the attachment", "Thanks!\n\nAnna Berg\n2 Archive Street, London", "archive the mails from 2 people: Tom and Ruth",
    "[x] 2 archive\n[ ] 3 delete", "~~2 archive~~", "delete 3 (just kidding)", "2 archive? yes", "2 archive and not delete", "2: archived",
)  # fmt: skip
SOMETHING: dict[str, str] = {
    "Here are my answers:\n2 archive\n3 delete": "2 archive, 3 delete",
    "ok here goes\n2 archive": "2 archive",
    "Please do the following:\n\n2 archive\n3 delete": "2 archive, 3 delete",
    "Good briefing today\n2 archive": "2 archive",
    "Thanks for this.\n2 archive": "2 archive",
    "Morning! Great stuff\n\n2 archive": "2 archive",
    "Lunch was great with Ben.\n\n2 archive": "2 archive",
    "2 archive\nNo hurry.": "2 archive",
    "2 archive\nnow please": "2 archive",
    "2 archive\n3: no": "2 archive",
    "2-4 archive\nkeep 3": "2 archive, 4 archive",
    "2 archive & 3 don't": "2 archive",
    "2 archive \u2192 actually delete": "2 delete",
    "1 -> archive, 2 => delete": "1 archive, 2 delete",
    "#4,#5 archive pls thx": "4 archive, 5 archive",
    "2 archive\n\nGesendet von meinem iPhone": "2 archive",
    "2 archive\nGet Outlook for Android": "2 archive",
    "Paid on 3 March, 5 archive": "5 archive",
    "3: move it to Receipts": "3 move",
}


def changed(words: str) -> str:
    """The changes that are made without a question."""
    wishes = [(each.mail, each.meaning) for each in read(words).wishes]
    assert not any(isinstance(meaning, ToChangeMany) for _, meaning in wishes)
    return ", ".join(f"{mail} {meaning.action}" for mail, meaning in wishes if isinstance(meaning, ToChange))


@pytest.mark.parametrize("words", NOTHING)
def test_what_other_words_may_keep_from_being_meant_changes_nothing(words: str) -> None:
    assert changed(words) == ""


@pytest.mark.parametrize("words", SOMETHING)
def test_other_words_keep_nothing_else_from_being_done(words: str) -> None:
    assert changed(words) == SOMETHING[words]
