"""What the stores take and how long they need: the ledger, the conversations."""
