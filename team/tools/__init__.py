"""What an agent can do: read mail, know, pass work on, and leave a draft. Nothing here changes a mailbox or sends."""
