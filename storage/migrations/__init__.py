"""The history of the schema: `env.py` runs it, `versions/` holds one file per step."""
