"""The LiveKit server's API: rooms, tokens, dispatch."""
