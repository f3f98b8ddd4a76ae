"""Correspondence: the briefing that is mailed, and the exchange of mails that follows it."""
