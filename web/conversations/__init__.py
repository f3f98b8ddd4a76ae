"""What was talked about, on the page."""
