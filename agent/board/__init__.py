"""The board: what the agent has in mind, drawn for the page in the room, and the page's buttons."""
