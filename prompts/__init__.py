"""Every word said to a model, as one Markdown file per role."""
