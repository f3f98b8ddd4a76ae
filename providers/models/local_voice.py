"""How the local speech server is, asked by whoever starts it, tells of it or offers typing instead of it; and which voices a server has."""

from urllib.parse import urlsplit

import httpx2
from pydantic import BaseModel, ConfigDict, ValidationError

from providers.encryption import trusted_authorities

SLOWEST_FACTOR = 0.7
"""Seconds of computing for a second of sound. Above it an answer is late by more than a caller bears, or speech has gaps."""


class LocalVoiceAwayError(Exception):
    """The speech server does not answer, or is not ready. `str()` is one sentence."""


class LocalModel(BaseModel):
    """What listens or what speaks. `real_time_factor` was measured on this machine when the server started."""

    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())
    model: str
    licence: str = ""
    size_bytes: int = 0
    real_time_factor: float = 0.0

    @property
    def line(self) -> str:
        """For people: name, licence, size and speed."""
        size = f"{self.size_bytes / 1e6:.0f} MB" if self.size_bytes else ""
        speed = f"{self.real_time_factor:.2f} s for a second of sound" if self.real_time_factor else ""
        return f"{self.model} ({', '.join(filter(None, (self.licence, size, speed)))})"


class LocalVoice(BaseModel):
    """A speech server that is ready."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    listens: LocalModel
    speaks: LocalModel

    @property
    def is_too_slow(self) -> bool:
        return max(self.listens.real_time_factor, self.speaks.real_time_factor) > SLOWEST_FACTOR


async def local_voice(url: str, *, within_s: float) -> LocalVoice:
    """The speech server at `url`, as `ALOUD_VOICE_URL` names it. Raises `LocalVoiceAwayError`."""
    at = f"{url.rstrip('/').removesuffix('/v1')}/health"
    try:
        async with httpx2.AsyncClient(timeout=within_s, trust_env=False, verify=trusted_authorities()) as http:
            answer = await http.get(at)
        if answer.status_code != httpx2.codes.OK:
            raise LocalVoiceAwayError(f"The speech server at {urlsplit(url).netloc} is not ready.")
        return LocalVoice.model_validate_json(answer.content)
    except ValidationError:
        raise LocalVoiceAwayError(f"What answers at {urlsplit(url).netloc} is no speech server of Aloud's.") from None
    except httpx2.HTTPError:
        raise LocalVoiceAwayError(f"No speech server answers at {urlsplit(url).netloc}.") from None


class _NamedVoice(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: str = ""
    voice_id: str = ""
    name: str = ""


class _Voices(BaseModel):
    model_config = ConfigDict(extra="ignore")
    voices: list[str | _NamedVoice]


MOST_VOICES = 100


async def voices_at(url: str, *, within_s: float, key: str = "") -> tuple[str, ...]:
    """The voices of the server at `url`, as it answers at `/audio/voices`; none where it cannot be asked. OpenAI's own cannot."""
    try:
        async with httpx2.AsyncClient(timeout=within_s, trust_env=False, verify=trusted_authorities()) as http:
            known = {"Authorization": f"Bearer {key}"} if key else {}
            answer = await http.get(f"{url.rstrip('/')}/audio/voices", headers=known)
        there = _Voices.model_validate_json(answer.raise_for_status().content).voices
    except (httpx2.HTTPError, ValidationError):
        return ()
    names = (each if isinstance(each, str) else each.id or each.voice_id or each.name for each in there)
    return tuple(dict.fromkeys(filter(None, names)))[:MOST_VOICES]
