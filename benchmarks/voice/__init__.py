"""What the local voice hears, and how soon."""
