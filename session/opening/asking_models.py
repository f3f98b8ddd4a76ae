"""What asks models off the voice path, from the settings; a composition root, like `session.opening.assembly`."""

from datetime import UTC, datetime

from conversations.repair import repaired
from providers.models.typed.daily_tokens import DailyTokens, TokenRecords
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from storage.database import Database


def typed_models_of(settings: Settings, database: Database) -> TypedModels | None:
    """To be entered; None where there is no model. The database belongs to the caller."""
    at = ModelsAt.of(settings)
    if at is None:
        return None
    tokens = DailyTokens(TokenRecords(database), settings.aloud_tokens_a_day, lambda: datetime.now(UTC).date())
    return TypedModels(at, tokens, repair=repaired)
