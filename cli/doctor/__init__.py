"""The checks of `aloud doctor`."""
