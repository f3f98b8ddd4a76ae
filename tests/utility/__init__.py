"""What people say, each by hand with what it means, played through whole calls."""
