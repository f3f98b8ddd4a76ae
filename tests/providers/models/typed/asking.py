"""What tests of models off the voice path share: models over HTTP to the scripted server, and what is asked of them."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import date
from typing import Literal

from pydantic import BaseModel, SecretStr

from providers.models.typed.daily_tokens import DailyTokens, TokenRecords
from providers.models.typed.history import Item, ModelRequest, OutputTool, Repair, Shape
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.purposes import LIMITS, Limits, Purpose
from providers.models.typed.typed_models import TypedModels
from tests.servers.openai.double import OpenAIDouble

TODAY = date(2026, 3, 2)
PICK = OutputTool("pick", "Picks one.")


class Picked(BaseModel):
    kind: Literal["one", "two"]


class TokensInMemory(TokenRecords):
    """Those of a test, which outlive a `DailyTokens`."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], int] = {}

    async def spent(self, user_id: str, day: int) -> int:
        return self.kept.get((user_id, day), 0)

    async def add(self, spent: Mapping[tuple[str, int], int]) -> None:
        for key, tokens in spent.items():
            self.kept[key] = self.kept.get(key, 0) + tokens


def as_they_are(items: Iterable[Item], _shape: Callable[[Item], Shape], /) -> list[Item]:
    return list(items)


def asked(words: str = "Which one?", **more: object) -> ModelRequest:
    return ModelRequest(**{"user_id": "anna", "instructions": "Pick one.", "words": words, **more})  # type: ignore[arg-type] # fields by name


@asynccontextmanager
async def typed_models(
    server: OpenAIDouble,
    *,
    records: TokenRecords | None = None,
    most: int = 1_000_000,
    small: str | None = "small-model",
    vision: str | None = "vision-model",
    repair: Repair = as_they_are,
    today: Callable[[], date] = lambda: TODAY,
    limits: Mapping[Purpose, Limits] = LIMITS,
) -> AsyncIterator[TypedModels]:
    at = ModelsAt(
        base_url=server.url,
        key=SecretStr("sk-test"),
        small=small,
        large="large-model",
        small_vision="small-vision-model" if vision else None,
        vision=vision,
    )
    async with TypedModels(at, DailyTokens(records or TokensInMemory(), most, today), repair=repair, limits=limits) as models:
        yield models
