"""What stands in for a model, for ears and a voice, and for another agent, where only the way between them is measured."""
