"""Language models off the voice path: the one way to ask one, for whatever is not an answer in a call. It knows nothing of LiveKit.

`typed_models.py` is what others use. pydantic-ai is known to `engine.py` and `unreported.py` alone, which are loaded, in a thread, with the
first request: it takes two seconds, and most calls ask nothing here.
"""
