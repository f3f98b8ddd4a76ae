"""The conversation of a LiveKit session, and how much of what is said has reached the caller."""
