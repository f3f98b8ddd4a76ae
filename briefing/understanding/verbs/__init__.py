"""How people ask for each mail action: what they say, by verb."""
