"""How a call begins: its concrete parts put together, the first mail ready, a call that broke off taken up; and forgetting a user."""
