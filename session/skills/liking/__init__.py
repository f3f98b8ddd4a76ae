"""How the user likes to be told, in a call and by mail."""
