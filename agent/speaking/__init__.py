"""What is said unasked, and what of it has reached the caller."""
