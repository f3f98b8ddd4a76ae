"""Tasks that are not done yet, by name, each with what is wrong first; one that is done has to be taken off."""

WITH_MODEL: dict[str, str] = {}

BY_RULES: dict[str, str] = {
    "writing: formal, and a copy to Ruth": "no draft to tomasz.wolski@example.net, ruth.adeyemi@example.net among [['tomasz.wolski@exam",
    "writing: indirect speech with two points": "'tell mum that we come on Sunday and that I bring the dish' is not answered with 'mum|",
}
