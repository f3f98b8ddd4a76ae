"""Screens as users share them, drawn in Chromium from templates, each with what is true of it and with its thread in a real mailbox."""
