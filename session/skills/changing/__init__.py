"""Skills that change mails."""
