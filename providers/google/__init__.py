"""Google accounts: signing in, taking the grant back, and the credentials that a mailbox opens with."""
