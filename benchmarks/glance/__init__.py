"""What looking at a shared screen costs."""
