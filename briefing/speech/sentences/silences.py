"""What is said into a silence: the question once more, that the line stays open, and at last goodbye."""

STILL_HERE = "I'm still here. Say go on when you like."
FAREWELL = "I have not heard from you for a while, so I'll hang up now. Call again, and we go on where we were. Goodbye."

_ABOUT_AN_OFFER = "Yes or no."
_ABOUT_A_MAIL = "Archive it, flag it, or next?"
_AT_THE_END = "You can ask me something else, or say goodbye."


def ask_again(*, offered: bool, mail_open: bool) -> str:
    """The question that was not answered, in few words: `offered` says that a yes would do something, `mail_open` that a mail waits."""
    if offered:
        return _ABOUT_AN_OFFER
    return _ABOUT_A_MAIL if mail_open else _AT_THE_END
