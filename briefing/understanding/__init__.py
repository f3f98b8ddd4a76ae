"""All English that is understood without a model: commands, answers, times, descriptions."""
