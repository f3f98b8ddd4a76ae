"""The tools as LiveKit and a language model see them. Their docstrings are prompts; what they do stands in `agent.skills`."""
