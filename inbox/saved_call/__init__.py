"""Where a briefing stands, kept so that a call that breaks off is taken up at the same mail."""
