"""One user's mail as one: several mailboxes merged, the ledger of what was heard, and the pipeline from ids to an agenda."""
