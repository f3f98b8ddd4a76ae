"""What Aloud says: every sentence that no model writes."""
