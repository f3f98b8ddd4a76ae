"""Holds what others say of a mail against the mail itself, before it is spoken."""
