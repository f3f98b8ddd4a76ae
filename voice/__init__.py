"""The local speech server: Whisper listens and Piper speaks, on this machine, behind OpenAI's audio API.

A process of its own, because its models are large, because it computes while the rest must not wait, and because Piper is GPL-3: what
talks to it does so over HTTP. Nothing of it imports another package of ours.
"""
