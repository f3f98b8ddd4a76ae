"""Asking any server politely: priorities, timeouts, back-off and retries."""
