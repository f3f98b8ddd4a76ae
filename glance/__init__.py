"""A glance at the shared screen: one frame, the real mail thread behind it, and one offer, or silence, which is the usual result.

Pure over ports: it knows neither LiveKit nor a database, and holds nothing that could change a mailbox.
"""
