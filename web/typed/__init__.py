"""Typing without a call: the same session, its words as server-sent events, no room and no worker."""
