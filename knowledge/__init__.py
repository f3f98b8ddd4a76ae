"""What Aloud knows about the user: preferences for now; memories, insights and people have their place here."""
