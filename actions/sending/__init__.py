"""Mail that the user writes: drafts, the outbox, whom it goes to."""
