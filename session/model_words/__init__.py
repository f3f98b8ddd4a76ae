"""What becomes of a model's words and tool calls, spoken or written; it knows no LiveKit."""
