from tests.providers.models.typed.asked_server import server

__all__ = ["server"]
