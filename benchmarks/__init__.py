"""Measurements, not tests: how long and how large, on this machine, today.

Each module measures one thing, compares it with the obvious way of doing it, and offers `main`, which prints what it sees and returns the
figures and their marks (`benchmarks.record`). `python -m benchmarks` runs them all, leaves JSON and a plot for each in
`benchmarks/results/`, and ends with one table; a missed mark makes it fail.
"""
