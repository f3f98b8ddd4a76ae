"""Where the briefing stands: the tracker, its states, its cursor."""
