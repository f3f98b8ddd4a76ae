"""The tools as LiveKit and a language model see them; what they do is in `session.skills`."""
