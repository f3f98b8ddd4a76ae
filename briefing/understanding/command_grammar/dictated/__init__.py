"""Words that are to be written down as they were said: what stands before them, and whether they are a text."""
