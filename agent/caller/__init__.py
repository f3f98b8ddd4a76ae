"""Who the call is with: coming, falling silent, dropping out, leaving."""
