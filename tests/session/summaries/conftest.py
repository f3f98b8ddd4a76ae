from tests.providers.models.typed.asked_server import models, server

__all__ = ["models", "server"]
