"""A call in the terminal."""
