"""Loads what every job needs and none changes, once before any job is forked: see `preload_modules` in `agent.main`.

All jobs then share it. If each job loaded it, that would take some 130 MB a call, 80 of them for the language detection.
"""

from importlib import import_module

from agent.operations.gaps import fillings
from agent.operations.uncollected import uncollected

with uncollected():
    import aiosqlite  # noqa: F401 - loaded for those that follow
    import alembic.command  # noqa: F401
    import livekit.agents.ipc._preload  # noqa: F401 - LiveKit's own, which would follow this module and leave gaps
    import sqlalchemy.dialects.sqlite.aiosqlite  # noqa: F401
    from sqlalchemy.orm import configure_mappers

    import agent.main
    from agent.operations.warm_up import warm_up
    from providers.mime import language
    from storage.migrate import revisions

    for each in agent.main.asked:  # loaded in the midst of the call, they would lie between what it leaves free, and jobs write there
        import_module(each)
    configure_mappers()
    language.prepare()
    revisions()
    warm_up(agent.main.settings)
_kept = fillings()
