"""Summaries that a small model writes ahead, of the mails that are told next."""
