"""Real servers for tests: each a context manager that owns its process, on 127.0.0.1 and a free port."""
