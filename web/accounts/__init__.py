"""A user's mail accounts on the page."""
