"""Tasks that are not done yet, by name, each with what is wrong first; one that is done has to be taken off."""

WITH_MODEL: dict[str, str] = {
    "morning: only people": "'who of real people has written, leave out the machines': 'Anna Berg' stands nowhere in the request",
    "morning: what is there to sign or to pay": "'is there anything I have to sign or pay?': 'Lindqvist|Your rent' stands nowhere in th",
    "morning: who waits for my answer": "'who is waiting for an answer from me?': 'Priya' stands nowhere in the request",
    "search: an attachment from long ago": "'find the mail from Ruth with the plan attached' is not answered with 'Plan of the beds|pla",
    "search: the dentist by a word that is not in the mail": "'find the mail from the dentist' is not answered with 'Okafor': 'I found ",
    "stop: and then sent with a copy": "nothing was sent to priya.nair@tidewater.example",
    "wishes: a reply and an archive": "parcel lies in the inbox, parcel is not in the journal, and not in .Archive",
    "wishes: archive it and open another": "parcel lies in the inbox, parcel is not in the journal, and not in .Archive",
    "wishes: flag one, archive another, and read a third": "statement lies in the inbox, statement is not in the journal, and not in .A",
    "wishes: the whole thread": "'what is that thread about, all of it?': 'twelve months' stands nowhere in the request",
    "writing: indirect speech with two points": "nothing was sent to carmen.rivera@example.net",
    "writing: one of two Annas is asked for": "nothing was sent to anna.berg@example.net",
    "writing: thrown away": "'no, forget it, throw that draft away' is not answered with 'thrown away|discarded': 'All right, it is not",
    "writing: to somebody else after all, which begins a new thread": "nothing was sent to elena.rivera@example.org",
}

BY_RULES: dict[str, str] = {
    "wishes: a refusal with a wish": "energy without the flag F",
    "wishes: archive it and open another": "parcel lies in the inbox, parcel is not in the journal, and not in .Archive",
    "wishes: flag one, archive another, and read a third": "expenses without the flag F",
    "wishes: no, report it as spam instead": "prize lies in the inbox, and not in .Junk",
    "wishes: two drafts in one line": "'tell Priya yes, and tell Dave that Leo rides with him' is not answered with 'Priya|Dave': 'Sorr",
    "wishes: yes, and what does Ingrid need": "'yes, and what does Ingrid need?' is not answered with 'Ingrid': 'Sorry, I did not get t",
    "writing: formal, and a copy to Ruth": "no draft to tomasz.wolski@example.net, ruth.adeyemi@example.net among [['tomasz.wolski@exam",
    "writing: indirect speech with two points": "'tell mum that we come on Sunday and that I bring the dish' is not answered with 'mum|",
    "writing: thrown away": "'no, forget it, throw that draft away' is not answered with 'thrown away|discarded': 'All right, it is not",
    "writing: to everybody in the thread": "nothing was sent to ingrid.solberg@tidewater.example",
}
