"""The `aloud` command."""
