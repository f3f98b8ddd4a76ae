"""A server on this machine in place of every model and speech service, for the call that is held before any job is forked.

It answers in the form of OpenAI's API, so that what reads the answers runs as well.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SILENCE = bytes(4800)
"""A tenth of a second."""
TOKENS = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


@asynccontextmanager
async def made_up_services() -> AsyncIterator[str]:
    """The address of the server, while the block runs."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1]) if length else 0)
        kind, content = _answer(head.split(b" ", 2)[1].decode(), body)
        writer.write(f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n".encode())
        writer.write(content)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        yield f"http://{host}:{port}/v1"


def _answer(path: str, body: bytes) -> tuple[str, bytes]:
    """The type and the content of the answer."""
    if path.endswith("/audio/speech"):
        return "audio/pcm", SILENCE
    if not path.endswith("/chat/completions"):
        return "application/json", b'{"text": "", "voices": []}'
    asked = json.loads(body)
    head = {"id": "made-up", "created": 0, "model": asked["model"]}
    if asked.get("tools") and not asked.get("stream"):  # it calls the first tool that is offered, with no arguments
        called = {"id": "made-up", "type": "function", "function": {"name": asked["tools"][0]["function"]["name"], "arguments": "{}"}}
        message = {"role": "assistant", "content": None, "tool_calls": [called]}
        choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
        return "application/json", json.dumps({**head, "object": "chat.completion", "choices": [choice], "usage": TOKENS}).encode()
    said = {"index": 0, "finish_reason": None, "delta": {"role": "assistant", "content": "Fine."}}
    events = [[said], [{"index": 0, "finish_reason": "stop", "delta": {}}]]
    chunks = [{**head, "object": "chat.completion.chunk", "choices": choices, "usage": None} for choices in events]
    last = {**head, "object": "chat.completion.chunk", "choices": [], "usage": TOKENS}
    return "text/event-stream", "".join(f"data: {each}\n\n" for each in [*map(json.dumps, [*chunks, last]), "[DONE]"]).encode()
