"""Language models off the voice path: the one way to ask one, for whatever is not an answer in a call. It knows nothing of LiveKit.

`typed_models.py` is what others use. `engine.py` is loaded, in a thread, with the first request: OpenAI's client takes a second, and most
calls ask nothing here.
"""
