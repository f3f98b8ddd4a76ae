"""The subcommands: one module each, which loads in no time, and what takes seconds to load beside it."""
