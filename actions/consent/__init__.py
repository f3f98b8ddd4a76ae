"""What the user has agreed to, and the single-use grants that come of it."""
