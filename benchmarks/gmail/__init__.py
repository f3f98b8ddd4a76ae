"""Gmail from 80 ms away: the first mail, reading many, new mail, and an hour of calls."""
