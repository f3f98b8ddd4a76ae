"""From unread ids to an agenda, over all of a user's accounts."""
