"""Words about somebody become words to them by changing persons, and nothing is worded that this would not put right."""

import pytest

from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import understand


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("tell her she can have it", "you can have it"),
        ("tell him that he's late", "you're late"),
        ("tell her she's been missed", "you've been missed"),
        ("let him know he forgot his keys", "you forgot your keys"),
        ("tell them they should come with their kids", "you should come with your kids"),
        ("tell her she always wins", "you always win"),
        ("tell her she needs to bring her laptop and call me", "you need to bring your laptop and call me"),
        ("tell her she was right", "you were right"),
        ("tell him he has the key", "you have the key"),
        ("tell her to come at five", "Please come at five"),
        ("tell him not to wait", "Please don't wait"),
        ("tell her I'll call her at five", "I'll call you at five"),
        ("tell her we love her idea", "we love your idea"),
        ("tell him my car is his", "my car is yours"),
        ("and tell her that she can call me", "you can call me"),
        ("could you please ask her if she can come?", "Can you come?"),
        ("ask him whether he is free on Friday", "Are you free on Friday?"),
        ("ask her when she leaves", "Could you tell me when you leave?"),
        ("ask him what time it starts", "Could you tell me what time it starts?"),
        ("ask her if Tuesday works for her", "Could you tell me if Tuesday works for you?"),
        ("ask her to send me the plan", "Could you send me the plan?"),
        ("ask him for the plan", "Could I have the plan?"),
        ("ask her can you come", "can you come?"),
        ("thank her", "Thank you"),
        ("thank him very much", "Thank you very much"),
        ("thank her for her help", "Thank you for your help"),
        ("wish her a happy birthday", "I wish you a happy birthday"),
        ("congratulate him on his new job", "Congratulations on your new job"),
    ],
)  # fmt: skip
def test_it_is_said_to_them(words: str, text: str) -> None:
    assert understand(words).worded_for_them == Command(kind=CommandKind.REPLY, text=text)


@pytest.mark.parametrize(
    ("words", "who", "text"),
    [
        ("tell Eleanor she can go ahead", "eleanor", "you can go ahead"),
        ("ask Raj Patel when he is free", "raj patel", "Could you tell me when you are free?"),
        ("thank Marcus for the wine", "marcus", "Thank you for the wine"),
        ("tell anna to call me", "anna", "Please call me"),
    ],
)
def test_it_goes_to_whom_is_named(words: str, who: str, text: str) -> None:
    assert understand(words).worded_for_them == Command(kind=CommandKind.WRITE, who=who, text=text)


@pytest.mark.parametrize(
    "words",
    [
        "tell her about the meeting", "tell her when I'm free", "tell her what you think", "ask her about it", "ask her not to come",
        "ask her", "tell me she is late", "thank you", "thank you for that", "thank god", "thank you very much", "wish me luck",
        "let her go", "let me know", "let us see", "tell her she comes and brings wine", "ask her to come and archive it",
        "tell her she can go, delete it", "thank her, then archive it", "don't tell her she can come", "I told her she can come",
        "ask Marcus to archive it please", "tell her to delete it", "tell him to wait",
        "if you tell her she can come", "tell her she can and", "did you ask her to come", "should I ask her to come", "archive it", "",
        "tell her", "ask",
    ],
)  # fmt: skip
def test_all_else_is_not_worded(words: str) -> None:
    assert understand(words).worded_for_them is None


@pytest.mark.parametrize("words", ["tell her Tuesday works", "reply that I'll call her", "tell her Anna said she is ill"])
def test_what_is_dictated_stays_as_it_was_said(words: str) -> None:
    command = understand(words).command
    assert command is not None
    assert command.text
    assert words.endswith(command.text)
