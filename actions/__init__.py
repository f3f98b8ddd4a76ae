"""The only code that changes a mailbox: one function per kind of change, and a receipt before anyone says "done"."""
