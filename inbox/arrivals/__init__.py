"""What changes in the mailboxes while somebody looks."""
