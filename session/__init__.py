"""One call of one user, without LiveKit. `agent` carries it over LiveKit, `written_call.py` in writing."""
