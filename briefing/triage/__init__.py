"""From envelopes to an agenda: score, group, order."""
