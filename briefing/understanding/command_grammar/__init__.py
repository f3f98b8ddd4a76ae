"""How a plain command is worded: hearing its words, politeness around it, its forms, dictated text, and which mails it describes."""
