"""Tasks that are not done yet, by name, each with what is wrong first; one that is done has to be taken off."""

WITH_MODEL: dict[str, str] = {
    "at once: yes, and another one too": "parcel lies in the inbox, boots lies in the inbox, parcel is not in the journal, boots is not",
    "at once: yes, and the next one": "nothing was sent to tomasz.wolski@example.net",
    "family: answered and archived": "allotment lies in the inbox, allotment is not in the journal, and not in .Archive",
    "family: the teacher, who is not named": "nothing was sent to h.reed@oakfield-school.example",
    "stop: and then sent with a copy": "nothing was sent to priya.nair@tidewater.example",
    "wishes: a reply and an archive": "parcel lies in the inbox, parcel is not in the journal, and not in .Archive",
    "work: a copy, and to somebody else after all": "nothing was sent to tomasz.wolski@example.net",
    "work: a spelled address that is new": "nothing was sent to kofi@allotments.example",
    "work: shorter, and then as it was": "nothing was sent to priya.nair@tidewater.example",
    "work: to all, and then to one of them only": "nothing was sent to ingrid.solberg@tidewater.example",
    "writing: indirect speech with two points": "nothing was sent to carmen.rivera@example.net",
    "writing: one of two Annas is asked for": "nothing was sent to anna.berg@example.net",
    "writing: thrown away": "'no, forget it, throw that draft away' is not answered with 'thrown away|discarded': 'All right, it is not",
}

BY_RULES: dict[str, str] = {
    "at once: yes, and the next one": "nothing was sent to tomasz.wolski@example.net",
    "done: what was sent": "'what did you send today?' is not answered with 'Ruth|ruth': 'Sorry, I did not get that. You can say “next”",
    "goodbye: with thanks": "'thank you, that was all, goodbye' is not answered with '[Bb]ye|[Uu]ntil|day': 'Sorry, I did not get that.",
    "wishes: a refusal with a wish": "energy without the flag F",
    "wishes: two drafts in one line": "'tell Priya yes, and tell Dave that Leo rides with him' is not answered with 'Priya|Dave': 'Sorr",
    "wishes: yes, and what does Ingrid need": "'yes, and what does Ingrid need?' is not answered with 'Ingrid': 'Sorry, I did not get t",
    "work: a spelled address that is new": "nothing was sent to kofi@allotments.example",
    "writing: formal, and a copy to Ruth": "no draft to tomasz.wolski@example.net, ruth.adeyemi@example.net among [['tomasz.wolski@exam",
    "writing: indirect speech with two points": "'tell mum that we come on Sunday and that I bring the dish' is not answered with 'mum|",
    "writing: thrown away": "'no, forget it, throw that draft away' is not answered with 'thrown away|discarded': 'All right, it is not",
}
