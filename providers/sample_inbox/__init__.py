"""A sample inbox to try everything on: fifty unread mails of a person who does not exist, written fresh with today's dates."""

from providers.sample_inbox.generator import SampleInboxError, write_sample_inbox
from providers.sample_inbox.letter import SAMPLE_ADDRESS, SAMPLE_NAME

__all__ = ["SAMPLE_ADDRESS", "SAMPLE_NAME", "SampleInboxError", "write_sample_inbox"]
