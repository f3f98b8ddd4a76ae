"""The accounts a user has connected: their credentials, and the mailboxes of those that do not open."""
