"""Words for the ear: what `speakable`, `gist` and `sentences` are made of.

One module per kind of thing that is said. Callers import
`briefing.speech.sentences`, which has every sentence in one place; nothing is re-exported here, because `briefing.speakable` is made of
modules in this package and is used by others in it.
"""
