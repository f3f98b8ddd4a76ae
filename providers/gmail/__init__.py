"""Gmail as a mailbox: its wire protocol, its quota, and what the rest of Aloud sees of it."""
