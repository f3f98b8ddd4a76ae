"""What is heard a second time, told of the nearest plain forms, and what of it is taken."""

import pytest
from livekit import rtc
from openai import AsyncClient

from briefing.understanding.hearing.plain_forms import plain_forms
from providers.models.ear_doubt import HeardSigns
from providers.models.heard_again import as_prompt, may_have_been, settled
from providers.models.service_stt import ServiceSTT
from tests.servers.openai.double import openai_server

FORMS = plain_forms(("Hillmark", "Priya"), is_asked=True)
SECOND = rtc.AudioFrame(b"\x10\x20" * 16_000, 16_000, 1, 16_000)


def heard(text: str, second: str = "", logprob: float = -0.1) -> HeardSigns:
    return HeardSigns(text=text, second=second, logprob=logprob)


def taken(first: HeardSigns, again: HeardSigns) -> HeardSigns:
    return settled(first, again, may_have_been(first, FORMS), FORMS)


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (heard("Console.", "Can solve.", -0.97), "Cancel."),
        (heard("Move it until Monday.", "Soon it until Monday."), "Snooze it until Monday."),
        (heard("Archive all new letters.", "Archival news letters."), "Archive all newsletters."),
        (heard("Open the one from hill mark.", "Open the one from hill marked.", -0.6), "Open the one from Hillmark."),
        (heard("Then flag it.", "Then flag it."), "Unflag it."),
        (heard("Is there anything from pre are?", "Isn't there anything from Priya?"), "Is there anything from Priya."),
        (heard("Do not end it.", "Do not end it."), "Do not send it."),
    ],
)
def test_a_plain_form_that_was_nearly_heard_is_taken(first: HeardSigns, again: str) -> None:
    near = may_have_been(first, FORMS)
    assert again.rstrip(".") in as_prompt(near)
    assert taken(first, heard(again, logprob=-0.05)).text == again


def test_a_new_word_that_is_no_name_is_taken_sooner_where_the_others_were_doubtful() -> None:
    assert taken(heard("Start it one.", "Our new one.", -0.88), heard("Star this one.", logprob=-0.35)).text == "Star this one."


def test_another_form_of_what_was_nearly_heard_is_taken_where_it_is_very_probable() -> None:
    first = heard("Add a new message.", "and in new messages.", -0.51)
    assert taken(first, heard("Any new messages.", logprob=-0.03)).text == "Any new messages."
    assert taken(first, heard("Any new messages.", logprob=-0.15)) == first


@pytest.mark.parametrize(
    "plain",
    [
        heard("Archive it.", "Archive it."),
        heard("Next, please.", "Next please"),
        heard(""),
        heard("Let us talk about something completely different."),
    ],
)
def test_what_is_plain_empty_or_like_no_form_is_not_heard_again(plain: HeardSigns) -> None:
    assert not may_have_been(plain, FORMS)


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (heard("Yes, Lean.", "Yes, Lean."), heard("Yes please.")),
        (heard("Go head.", "go head"), heard("Go ahead.")),
        (heard("Blend it.", "Lend it."), heard("Send it.")),
        (heard("Then subscribe.", "Then subscribe."), heard("Unsubscribe.")),
        (heard("Elite it.", "Elite it."), heard("Delete it.")),
        (heard("Start it.", "Start it."), heard("Star it.", logprob=-0.6)),
        (heard("Should I archive it?", "Should I archive it?"), heard("Archive it.")),
        (heard("You don't flag this.", "You don't clack this."), heard("Flag this.")),
        (heard("Search for the boys.", "Search for the voice", -0.6), heard("Search for the invoice.")),
        (heard("Write a prayer.", "Write a prayer.", -0.7), heard("Write to Priya.", logprob=-0.3)),
        (heard("Start it.", "Start it."), heard("Star it.", logprob=-0.3)),
        (heard("There isn't anything from pre are.", "There isn't anything from pre."), heard("Is there anything from Priya.")),
        (heard("Set the table.", "Set the table."), heard("Set the table.")),
        (heard("Archive it.", "Our time is going to be the power.", -0.82), heard("Archive it.")),  # it was "archive it in an hour"
    ],
)
def test_a_yes_what_cannot_be_undone_and_what_was_not_said_are_not_taken(first: HeardSigns, again: HeardSigns) -> None:
    assert taken(first, again) == first


async def test_a_service_that_keeps_what_it_heard_is_asked_again_and_another_one_once() -> None:
    async with openai_server() as server, AsyncClient(api_key="sk-test", base_url=server.url, max_retries=0) as client:
        for forms, times in ((FORMS, 2), ((), 1)):
            recogniser = ServiceSTT(client, model="other")
            if forms:
                recogniser.hear_again(lambda _: FORMS)
            server.hear("Start it.")
            await recogniser.recognize(SECOND)
            await recogniser.aclose()
            assert len(server.transcription_forms) == times
            if forms:
                assert "Star it." in server.transcription_forms[-1]["prompt"]
            server.transcription_forms.clear()
