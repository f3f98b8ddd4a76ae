"""One call of one user, without LiveKit: what a call is, whoever carries the words to and fro."""
