"""What can be done in a call. Each skill takes the call and returns an `Outcome`: what is said, and what a model is told."""
