"""A call without a room: LiveKit's session with text, and perhaps this machine's loudspeaker, at its ends."""
