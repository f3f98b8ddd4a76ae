"""The language and speech models a call runs on."""
