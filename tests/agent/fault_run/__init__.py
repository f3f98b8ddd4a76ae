"""Sequences of commands, faults and crashes over the real agent logic, and a plain record of what the user heard and did."""
