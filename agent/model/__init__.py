"""What a language model is sent and what becomes of its words."""
