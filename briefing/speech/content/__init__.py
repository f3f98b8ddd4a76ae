"""What a mail says, as far as it is worth saying aloud."""
