"""A microphone without a service: command phrases, recognised on this machine (the extra `offline-voice`).

An opt-in demonstration and a test fixture, not a general microphone: it knows the plain forms of the instant commands and nothing else,
and says nothing where it is not sure. Noise and voices in the background defeat it, so what takes a mail out of the briefing should be
asked back (`NEED_CONFIRMATION`).
"""

from providers.models.offline_stt.grammar import NEED_CONFIRMATION, PHRASES
from providers.models.offline_stt.stt import OfflineSTT, offline_stt_available

__all__ = ["NEED_CONFIRMATION", "PHRASES", "OfflineSTT", "offline_stt_available"]
