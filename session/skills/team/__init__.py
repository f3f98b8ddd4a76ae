"""Skills about the team: handing work over, hearing of it, and what is known."""
