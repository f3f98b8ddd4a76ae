"""Long random runs that count harm instead of time. They are run where they are named (`python -m benchmarks proofs`), by `make proofs`."""
