"""Calls from the page, and the keeper that sends an agent to a caller who has lost theirs."""
