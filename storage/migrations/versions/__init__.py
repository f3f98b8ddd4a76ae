"""One step of the schema per file, in order; a step that was released is never edited."""
