"""The product on one machine: a LiveKit server, a worker and the page as processes beside a command."""
