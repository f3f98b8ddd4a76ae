"""What the agent can do for its caller, one function for each wish: `agent.tools` hands them to LiveKit and the model."""
