"""One glance at a file, with the mail of the user of the settings."""

from pathlib import Path

from agent.glancing.pictures import jpeg_of
from briefing.speech.sentences.about_screen import WHAT_CAME_OF_IT
from cli.async_run import prepare_folder
from cli.screen import fail, out, progress
from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from glance.glance import Glance, GlanceParts, Looked
from glance.identity import Identity
from glance.unified_mail import MailOfUser
from providers.settings import Settings
from session.glancing.started import digest_of
from session.opening.asking_models import typed_models_of
from session.opening.assembly import local_now, open_mail
from session.opening.sending_due import writing_vault
from storage.database import Database

NOBODY_LOOKS = "Nobody looks at pictures here."
NOT_A_PICTURE = "That file is no picture that can be read."


async def glance_at(settings: Settings, file: Path, app: str) -> None:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - loaded where a picture is made

    try:
        with Image.open(file) as image:
            frame = jpeg_of(image.convert("RGB"))
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise fail(NOT_A_PICTURE) from None
    identity, looked = Identity(user_id=settings.aloud_user), list[Looked]()
    with progress("Looking…"):
        await prepare_folder(settings, "glance")
        async with (
            Database(settings.database_url or settings.local_database_url) as database,
            open_mail(settings, database, settings.aloud_user) as (inbox, own_addresses),
        ):
            models = typed_models_of(settings, database)
            if models is None:
                raise fail(NOBODY_LOOKS)
            parts = GlanceParts(
                models=models,
                mail=MailOfUser(inbox, identity),
                digest=digest_of(ConversationStore(database, writing_vault(settings)), Owner(user_id=settings.aloud_user)),
                now=local_now(settings),
                own_addresses=own_addresses,
            )
            async with models:
                await models.load()
                result = await Glance(parts, identity).look(frame, app, note=looked.append)
    if result.surface:
        out.print(result.message or "", markup=False)
        out.print(f"A yes would ask: {result.action_prompt}", markup=False, style="dim")
    for run in looked:
        reason = WHAT_CAME_OF_IT[run.reason]
        out.print(
            f"{'Offered' if result.surface else 'Silence'}: {reason} ({run.requests} requests, {run.duration_s:.1f} s).", markup=False
        )
