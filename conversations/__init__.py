"""User-facing history with the agent: what was talked about, kept across calls. It knows nothing of LiveKit."""
