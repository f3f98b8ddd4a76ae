"""What stands in for the models (LLM, STT, TTS) and for another agent, where only the way between them is measured."""
