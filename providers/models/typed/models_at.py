"""Where models are asked off the voice path, and which ones."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pydantic import SecretStr

from providers.models.typed.purposes import LIMITS, ModelChoice, Purpose
from providers.settings import Settings

OPENAI = "api.openai.com"
SMALL_OF_OPENAI = "gpt-4o-mini"
NO_MODEL = "none"


def small_model_of(settings: Settings) -> str | None:
    """The one that is set, and OpenAI's own where its servers are asked and none is; how those of others are called nobody knows."""
    if settings.openai_api_key is None or settings.aloud_small_model == NO_MODEL:
        return None
    return settings.aloud_small_model or (SMALL_OF_OPENAI if urlsplit(settings.openai_base_url).hostname == OPENAI else None)


def looks_at_screens(settings: Settings) -> bool:
    """Whether both models for pictures are set."""
    return bool(settings.openai_api_key and settings.aloud_small_vision_model and settings.aloud_vision_model)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsAt:
    """Where models are asked; one that is None means that nothing is asked of it. Those for pictures have no default: no screen is sent
    to a model that nobody has named for that."""

    base_url: str
    key: SecretStr = field(repr=False)
    small: str | None
    large: str | None
    small_vision: str | None = None
    vision: str | None = None

    @classmethod
    def of(cls, settings: Settings) -> "ModelsAt | None":
        """None where there is no key, and so no model."""
        if settings.openai_api_key is None:
            return None
        return cls(
            base_url=settings.openai_base_url,
            key=settings.openai_api_key,
            small=small_model_of(settings),
            large=settings.aloud_llm_model,
            small_vision=settings.aloud_small_vision_model,
            vision=settings.aloud_vision_model,
        )

    def model_for(self, purpose: Purpose) -> str | None:
        match LIMITS[purpose].model:
            case ModelChoice.SMALL:
                return self.small
            case ModelChoice.LARGE:
                return self.large
            case ModelChoice.SMALL_VISION:
                return self.small_vision
            case ModelChoice.VISION:
                return self.vision
