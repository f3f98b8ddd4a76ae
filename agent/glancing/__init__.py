"""Brings pictures of the caller's shared screen from the room to the glances of the call."""
