"""The client of an OpenAI-compatible server, as every part of ours has it: it repeats nothing by itself."""

from openai import AsyncClient, DefaultAsyncHttpxClient

from providers.encryption import trusted_authorities


def openai_client(base_url: str, key: str, *, timeout_s: float | None = None) -> AsyncClient:
    """One connection pool, to be closed; `timeout_s` is of one request as a whole, for those that name none."""
    http = DefaultAsyncHttpxClient(verify=trusted_authorities())
    return AsyncClient(api_key=key, base_url=base_url, max_retries=0, timeout=timeout_s, http_client=http)
