"""The live inbox model: pure rules about mail. No I/O, no clock, no event loop.

Standard library only, so that every rule can be tested with values alone. Times are handed in, always timezone-aware.
"""
