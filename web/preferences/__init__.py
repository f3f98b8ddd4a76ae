"""Who and what matters to a user, on the page."""
