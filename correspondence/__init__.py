"""The briefing by mail, and an answer to every reply."""
