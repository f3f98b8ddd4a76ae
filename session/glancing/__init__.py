"""Glances at the screen that the caller shares in a call: what is shared, what a glance leads to, and what the user can ask of it."""
