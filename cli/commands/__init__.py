"""The subcommands. Each `aloud_*` module loads at once; the modules beside it, which take seconds to load, do the work."""
