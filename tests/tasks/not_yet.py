"""Tasks that are not done yet, by name, each with what is wrong first; one that is done has to be taken off."""

WITH_MODEL: dict[str, str] = {}

BY_RULES: dict[str, str] = {}
