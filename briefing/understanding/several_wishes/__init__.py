"""A line that holds several wishes: where it breaks, and which of its clauses is a wish of its own."""
