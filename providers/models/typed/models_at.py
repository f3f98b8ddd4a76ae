"""Where models are asked off the voice path, and which ones."""

from dataclasses import dataclass, field

from pydantic import SecretStr

from providers.models.typed.purposes import LIMITS, Purpose
from providers.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsAt:
    """Where models are asked; no `small` or `large` one means that nothing is asked of it."""

    base_url: str
    key: SecretStr = field(repr=False)
    small: str | None
    large: str | None

    @classmethod
    def of(cls, settings: Settings) -> "ModelsAt | None":
        """None where there is no key, and so no model."""
        if settings.openai_api_key is None:
            return None
        return cls(
            base_url=settings.openai_base_url,
            key=settings.openai_api_key,
            small=settings.aloud_small_model,
            large=settings.aloud_llm_model,
        )

    def model_for(self, purpose: Purpose) -> str | None:
        return self.small if LIMITS[purpose].small else self.large
