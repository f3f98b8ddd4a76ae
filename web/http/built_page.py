"""The built page: what `npm run build` in `client/` leaves in `client/dist`. If it was not built, a page that says how to build it.

Only these files are compressed. Answers of the API hold secrets, and the compressed length of a secret beside chosen text reveals it.
"""

from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

DIST = Path(__file__).parents[1] / "client" / "dist"

FOR_EVER = "public, max-age=31536000, immutable"
"""Files in `assets/` carry a digest of their content in their names."""
ASK_FIRST = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Aloud</title></head>
<body>
<h1>Aloud</h1>
<p>The page has not been built yet. In the folder of Aloud, run:</p>
<pre>scripts/setup page</pre>
<p>or, with Node 20 or newer, <code>npm ci</code> and <code>npm run build</code> in <code>web/client</code>. Then load this page again.</p>
</body>
</html>
"""


class BuiltPage:
    def __init__(self, folder: Path = DIST) -> None:
        self._folder = folder

    @property
    def is_built(self) -> bool:
        """Whether there is something to serve; it may be built while the server runs."""
        return self._index.is_file()

    @property
    def _index(self) -> Path:
        return self._folder / "index.html"

    def serve(self, application: FastAPI) -> None:
        """Answer `/` and every file of the build. To be called last: it takes every path that is left."""

        @application.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
        async def index(_: Request) -> Response:
            if not self.is_built:
                return HTMLResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE, {"Cache-Control": "no-store"})
            return FileResponse(self._index, headers={"Cache-Control": ASK_FIRST})

        application.mount("/", GZipMiddleware(_Files(directory=self._folder, check_dir=False), minimum_size=1_000))


class _Files(StaticFiles):
    """Files that a browser may keep; a folder that is not there is an empty one."""

    async def check_config(self) -> None:
        """Nothing to check."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_EVER if path.startswith("assets/") else ASK_FIRST
        return response
