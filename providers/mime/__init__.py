"""Parses and writes raw mail messages (MIME)."""
