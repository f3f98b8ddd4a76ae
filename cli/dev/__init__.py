"""Runs the whole product on one machine: a LiveKit server, a worker and the page as child processes of a command."""
