"""Times of day, days and stretches of time as they are spoken, and which moments they mean."""
