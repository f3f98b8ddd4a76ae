"""What the user has heard or acted on, per mail, across calls."""
