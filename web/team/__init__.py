"""The API of the team: teams and agents, what they do, know and have for the user. Work sessions are reached by none of it."""
