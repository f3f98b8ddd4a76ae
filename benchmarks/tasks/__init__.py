"""Benchmarks of what people ask for in whole calls."""
