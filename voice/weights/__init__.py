"""The files of the models: which they are, where they are found, and that they are what they should be."""
