"""The LiveKit worker: one call. `main.py` is the composition root; everything else is one behaviour or one tool of the call."""
