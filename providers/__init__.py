"""Everything with a socket or a file that is not ours: mailboxes, MIME, models, the LiveKit server, the environment."""
