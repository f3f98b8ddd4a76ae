"""What stands in a user's calendar, for reading alone."""
