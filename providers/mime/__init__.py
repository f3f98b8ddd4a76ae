"""Raw messages to words, and words to raw messages."""
