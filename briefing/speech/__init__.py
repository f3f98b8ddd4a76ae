"""Words to be spoken: what `speakable`, `summary` and `sentences` are made of.

One module per kind of thing that is said. Callers import `briefing.speech.sentences.every_sentence`, which has every sentence in one place;
nothing is re-exported here, because `briefing.speech.wording.speakable` is made of modules in this package and is used by others in it.
"""
