"""What `aloud doctor` looks at."""
