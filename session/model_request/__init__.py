"""What every channel sends to a language model: instructions, tools as they are described, and the message at the end."""
