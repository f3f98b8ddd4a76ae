"""What asking a server well takes, whoever's server it is: priorities, time limits, back-off and repeating."""
