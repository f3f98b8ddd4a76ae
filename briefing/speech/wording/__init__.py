"""How anything is put so that it can be said: numbers, times, quotations, punctuation."""
