"""The server with its doubles, which hear and speak at once: `python -m tests.voice.scripted_server PORT`."""

import sys

import uvicorn

from tests.voice.doubles import ScriptedListener, WordSynthesizer, parts_of
from voice.main import create_app

SERVING = "Uvicorn running"


def main(port: int) -> None:
    application = create_app(lambda: parts_of(ScriptedListener(), WordSynthesizer()), cores=2)
    uvicorn.run(application, port=port, ws="none", access_log=False)


if __name__ == "__main__":
    main(int(sys.argv[1]))
