"""What the page shows of briefings by mail, and of the replies and answers to them."""
