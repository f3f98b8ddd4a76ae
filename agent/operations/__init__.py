"""What keeps a worker running and lets its operator see how it does, without seeing any mail."""
