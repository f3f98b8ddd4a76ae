"""What every request meets, whatever it asks for: the guard, the limits, the form of a refusal, and the files of the page."""
