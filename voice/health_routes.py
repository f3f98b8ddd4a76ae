"""Whether the server can listen and speak, and its metrics: for whoever started it. Neither says anything of what was said."""

from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel, Field

from voice.serving_state import LOADING, Serving
from voice.weights.checked import Weights

health_routes = APIRouter()


class ModelInUse(BaseModel):
    model: str
    licence: str
    size_bytes: int
    real_time_factor: float = Field(description="Seconds of computing for a second of sound on one core, measured at the start.")

    @classmethod
    def of(cls, weights: Weights, factor: float) -> "ModelInUse":
        return cls(model=weights.name, licence=weights.licence, size_bytes=weights.size_bytes, real_time_factor=factor)


class VoiceHealth(BaseModel):
    """Both models are loaded, and may be used."""

    status: Literal["ready"] = "ready"
    listens: ModelInUse
    speaks: ModelInUse


class VoiceNotReady(BaseModel):
    """Nothing can be served: not yet, or not until something is mended."""

    status: Literal["loading", "unavailable"]
    message: str


@health_routes.get("/health", responses={503: {"model": VoiceNotReady}})
async def health(serving: Serving, response: Response) -> VoiceHealth | VoiceNotReady:
    """Whether it listens and speaks."""
    parts = serving.parts
    if parts is None:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        return VoiceNotReady(status="unavailable" if serving.problem else "loading", message=serving.problem or LOADING)
    return VoiceHealth(
        listens=ModelInUse.of(parts.hears_with, parts.speed.listens), speaks=ModelInUse.of(parts.voices[0].weights, parts.speed.speaks)
    )


@health_routes.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(serving: Serving) -> Response:
    """For Prometheus."""
    return Response(generate_latest(serving.counts.registry), media_type=CONTENT_TYPE_LATEST)
