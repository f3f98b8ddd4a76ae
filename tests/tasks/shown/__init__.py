"""The tasks that everybody may look at while they work."""
