"""Changes of a mailbox: planned, written down, made, read back, and taken back."""
