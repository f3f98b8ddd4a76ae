"""What is said unasked, and when."""
