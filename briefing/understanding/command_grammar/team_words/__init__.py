"""What is said to the team, and what is told to be known: cut out of the line as it was said."""
