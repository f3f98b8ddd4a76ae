"""A program that looks after an outbox once for each line that it is told, each time in a process of its own that can be killed.

`python -m tests.actions.send_until_killed`, then lines of JSON on standard input: where the database and the mail folder are, the port of
the server, what time it is. It answers with the process that does it, and then with how that ended.
"""

import asyncio
import os
import sys
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel

from briefing.mail import Address
from providers.mailbox import Account
from providers.smtp import SmtpSender, SmtpServer, SmtpTimeouts
from storage.database import Database
from tests.actions.sending_desk import ACCOUNT, OWN, Clock, Desk, OneAccount


class Task(BaseModel):
    url: str
    folder: Path
    port: int
    now: datetime


async def run_due(task: Task) -> None:
    server = SmtpServer(host="127.0.0.1", port=task.port, timeouts=SmtpTimeouts(connect_s=20, answer_s=20, taken_s=20))
    account = Account(slug=ACCOUNT, label="work")
    async with (
        Database(task.url) as database,
        SmtpSender.opened(server, account=account, address=Address(email=OWN), folder=task.folder) as sender,
    ):
        await Desk(database, clock=Clock(task.now)).looking(OneAccount(sender)).work_due()


def main() -> None:
    for line in sys.stdin:
        task = Task.model_validate_json(line)
        process = os.fork()
        if process == 0:
            asyncio.run(run_due(task))
            os._exit(0)
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        _, status = os.waitpid(process, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
