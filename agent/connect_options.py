"""How long LiveKit waits for a service to connect, and how often it tries; `session.timeouts` says what that adds up to."""

from livekit.agents.types import APIConnectOptions
from livekit.agents.voice.agent_session import SessionConnectOptions

CONNECT = SessionConnectOptions(
    llm_conn_options=APIConnectOptions(max_retry=1, retry_interval=0.5, timeout=5.0),
    stt_conn_options=APIConnectOptions(max_retry=0, timeout=4.0),
    tts_conn_options=APIConnectOptions(max_retry=0, timeout=2.5),
    max_unrecoverable_errors=1_000_000,  # a service that keeps failing must not end the call: the others go on
)
