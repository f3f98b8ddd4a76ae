"""Work that goes on whatever process dies: lanes that one process at a time works in, and the queue that wakes it."""
