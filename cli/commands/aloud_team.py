"""`aloud team`: the process in which agents work and replies to briefings by mail are answered, also when nobody is in a call."""

from cli.loading import loading
from cli.screen import fail, load_settings, out
from providers.durable.giving_way import give_way
from providers.settings import Settings

RESTS = "The team rests: it needs a language model, so set OPENAI_API_KEY. Everything else works without it."
AT_WORK = "The team is at work. Ctrl-C ends it."
WAITS = "Another process works for this database. This one takes over when that ends."
WRONG_KEY = "Nothing of the team opens with this process's key: give it the ALOUD_SECRET_KEY of the others, or their ALOUD_DATA_DIR."


def team() -> None:
    """Let the agents of your team work: on what you handed over, and for their mission. Nothing is sent and no mailbox changed by them.

    Replies to briefings by mail are answered here as well, also without a language model.
    """
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load

    run(_work(settings))


async def _work(settings: Settings) -> None:
    import asyncio  # noqa: PLC0415 - loaded by now

    from cli.async_run import prepare_folder  # noqa: PLC0415 - takes seconds to load
    from session.opening.correspondence_work import correspondence_at_work  # noqa: PLC0415 - the same
    from session.opening.team_work import WrongKeyError, has_model_for_team, team_at_work  # noqa: PLC0415 - the same

    give_way()  # once all is loaded, which is waited for, and before there are threads
    await prepare_folder(settings, "team")
    async with correspondence_at_work(settings):
        if not has_model_for_team(settings):
            out.print(RESTS, markup=False)
            await asyncio.Event().wait()
        try:
            async with team_at_work(settings, waits=lambda: out.print(WAITS, markup=False)):
                out.print(AT_WORK, markup=False)
                await asyncio.Event().wait()
        except WrongKeyError:
            raise fail(WRONG_KEY, code=1) from None
