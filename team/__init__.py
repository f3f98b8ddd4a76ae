"""Agents that work in the background: tasks, work sessions, what is learned in them, and what comes back to the user."""
