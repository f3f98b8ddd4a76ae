"""Measurements, not tests: how long and how large, on this machine, today.

Each module measures one thing, compares it with the obvious way of doing it, and offers `main`. `python -m benchmarks` runs them all and
leaves JSON and a plot for each in `benchmarks/results/`.
"""
