"""Answers in words what code does not do: by a model that can read, and nothing else."""
