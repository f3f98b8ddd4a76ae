"""Words to be spoken: `content` works out what a mail says, `sentences` holds what we say, `wording` makes any text speakable."""
