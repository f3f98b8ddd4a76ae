"""Who somebody is: signing in and out, the sessions of browsers, and what the page is told about its user."""
