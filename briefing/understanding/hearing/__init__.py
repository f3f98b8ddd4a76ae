"""What a recogniser makes of names: spelled as they sound, in the way that is most common."""
