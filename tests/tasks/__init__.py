"""What people ask for in whole calls, and whether it is done: dialogues with their outcome at mailbox, journal, outbox and SMTP server."""
