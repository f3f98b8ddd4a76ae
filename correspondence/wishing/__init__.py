"""What a reply wishes for, and carrying it out."""
