"""Skills that write and send mail."""
