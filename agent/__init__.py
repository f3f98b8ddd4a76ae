"""The LiveKit worker. `main.py` is the composition root of the worker, `answering.py` that of one call."""
