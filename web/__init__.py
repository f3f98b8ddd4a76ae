"""The web server: the page, its API, tokens for rooms, and the keeper that sends agents where they are missing. `client/` is the page."""
