"""Which small model is asked."""

import pytest
from pydantic import SecretStr

from providers.models.typed.models_at import ModelsAt, small_model_of
from providers.models.typed.purposes import Purpose
from providers.settings import Settings

OPENAI, OTHERS = "https://api.openai.com/v1", "https://models.example.com/v1"


@pytest.mark.parametrize(
    ("base_url", "named", "small"),
    [
        (OPENAI, None, "gpt-4o-mini"),
        (OPENAI, "gpt-9-nano", "gpt-9-nano"),
        (OPENAI, "none", None),
        (OTHERS, None, None),
        (OTHERS, "their-small-one", "their-small-one"),
    ],
)
def test_it_is_openais_own_at_openai_and_elsewhere_the_one_that_is_set(base_url: str, named: str | None, small: str | None) -> None:
    settings = Settings(_env_file=None, openai_api_key="sk-test", openai_base_url=base_url, aloud_small_model=named)
    at = ModelsAt.of(settings)
    assert at is not None
    assert (small_model_of(settings), at.model_for(Purpose.ROUTE)) == (small, small)
    assert at.key == SecretStr("sk-test")
    without_key = settings.model_copy(update={"openai_api_key": None})
    assert (small_model_of(without_key), ModelsAt.of(without_key)) == (None, None)
