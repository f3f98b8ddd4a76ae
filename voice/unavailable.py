"""Why the server cannot serve."""


class VoiceUnavailableError(Exception):
    """The models or the packages that run them are missing, altered or unusable. `str()` is one sentence that says what to do."""
