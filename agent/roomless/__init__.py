"""A call without a room: LiveKit's session with typed lines in, and text and perhaps this machine's loudspeaker out."""
