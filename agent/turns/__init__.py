"""When the user has finished, what was said, and which of it needs no model."""
