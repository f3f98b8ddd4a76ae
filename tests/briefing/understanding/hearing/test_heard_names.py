"""Names are put right where sound and context agree, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail import Address
from briefing.understanding.hearing.heard_names import KnownPeople, who_sounds_like, with_known_names
from briefing.understanding.understanding import understand


def person(name: str) -> Address:
    return Address(name=name, email=f"{name.lower().replace(' ', '.')}@example.com")


TOMASZ, PRIYA, RUTH, SZYMON = person("Tomasz Nowak"), person("Priya Raman"), person("Ruth Hallam"), person("Szymon Zając")
OPEN = KnownPeople(writers=(TOMASZ, PRIYA, RUTH), at_hand=(TOMASZ, RUTH), addressees=(TOMASZ,), words=frozenset({"invoice", "marlow"}))


def put_right(words: str, people: KnownPeople = OPEN, *, is_dictated: bool = False) -> str:
    return with_known_names(understand(words), people, is_dictated=is_dictated).words


def of(*names: str) -> KnownPeople:
    """The first wrote the open mail, all wrote some."""
    people = tuple(map(person, names))
    return KnownPeople(writers=people, at_hand=people[:1], addressees=people[:1])


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("Tell Thomas that I'm coming.", "Tell Tomasz that I'm coming."),
        ("tell thomas that i'm coming", "tell Tomasz that i'm coming"),
        ("Reply to Thomas that Friday works.", "Reply to Tomasz that Friday works."),
        ("Please tell Thomas Novak that I'm coming.", "Please tell Tomasz Nowak that I'm coming."),
        ("Tell Tomasz Novak that I'm coming.", "Tell Tomasz Nowak that I'm coming."),
        ("Archive the one from Thomas.", "Archive the one from Tomasz."),
        ("Archive Thomas's mail.", "Archive Tomasz's mail."),
        ("Forward it to Pria.", "Forward it to Priya."),
        ("What did Thomas write?", "What did Tomasz write?"),
        ("Ask Thomas when he comes.", "Ask Tomasz when he comes."),
        ("Archive it and tell Thomas that I'm coming.", "Archive it and tell Tomasz that I'm coming."),
        ("Thomas.", "Tomasz."),
        ("Thomas Novak", "Tomasz Nowak"),
        ("Tell Thomas and Rooth that I'm coming.", "Tell Tomasz and Ruth that I'm coming."),
        ("Add Thomas as a VIP.", "Add Tomasz as a VIP."),
        ("Did Thomas say when he comes?", "Did Tomasz say when he comes?"),
        ("Tell Thomas: hi Thomas, Friday works.", "Tell Tomasz: hi Tomasz, Friday works."),
        ("Reply that Friday works, thanks Thomas.", "Reply that Friday works, thanks Tomasz."),
        ("Tell Priya that Rooth agrees.", "Tell Priya that Ruth agrees."),
    ],
)
def test_a_name_is_put_right_where_sound_and_context_agree(heard: str, meant: str) -> None:
    assert put_right(heard) == meant


@pytest.mark.parametrize(
    "heard",
    [
        "Archive it.", "Next.", "Yes.", "Tell him that I'm coming.", "Tell me more.", "Tell Marcus that I'm coming.",
        "Tell Thomas Meyer that I'm coming.",  # somebody else of that first name
        "Tell Dennis that I'm coming.", "Reply that truth matters.", "Reply that the comas are wrong.", "Remind me on Thursday.",
        "Reply that Thomas agrees.",  # nobody is spoken of to themselves
        "Tell Tomasz that I met Thomas yesterday.", "Tell Tomasz that Prior agrees.",
        "Open the invoice from Marlow.", "Search for thomson.",
        "Reply: Thomas is fine by me.", "Write to thomas at example dot com.", "What does the route look like?",
    ],
)  # fmt: skip
def test_all_else_stays_as_it_was_heard(heard: str) -> None:
    assert put_right(heard) == heard


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("Hi Thomas, Friday works for me.", "Hi Tomasz, Friday works for me."),
        ("Dear Thomas. We met a Thomas there.", "Dear Tomasz. We met a Thomas there."),
        ("I agree with Rooth.", "I agree with Ruth."),
        ("I agree with Pria.", "I agree with Pria."),  # she has nothing to do with this mail
        ("The root of it is known.", "The root of it is known."),
        ("tell Thomas that I'm coming", "tell Thomas that I'm coming"),
    ],
)
def test_a_dictated_text_keeps_its_words_but_for_names_of_those_it_concerns(heard: str, meant: str) -> None:
    assert put_right(heard, is_dictated=True) == meant


PAIRS = {
    "Tomasz": "Thomas Tomash Tomas", "Szymon": "Simon Shiman", "Nowak": "Novak", "Priya": "Pria Prea Priyah", "Wojtek": "Voytek",
    "Jürgen": "Yurgen", "Katarzyna": "Catazina Katarina", "Krzysztof": "Christoph", "Paweł": "Pavel", "Łukasz": "Lucas Lukas",
    "Bartosz": "Bartosh", "Michał": "Michael", "Markus": "Marcus", "Karin": "Karen Caran", "Stefan": "Steven Stephen", "Erik": "Eric",
    "Filip": "Philip", "Sarah": "Sara", "Jon": "John", "Sean": "Shawn", "Siobhan": "Shivon", "Nguyen": "Win", "Jan": "Yann",
    "Johann": "Yohan", "Geoffrey": "Jeffrey", "Chloe": "Cloe", "Dmitri": "Dimitri", "Björn": "Byorn", "Raphael": "Rafael",
    "Sanjay": "Sanjai", "Lindqvist": "Lindquist", "Agnieszka": "Agneshka", "Zofia": "Sofia", "Muhammad": "Mohamed",
    "Katherine": "Catherine", "Brian": "Bryan", "Lynne": "Lynn", "Anne": "Ann", "José": "Hosay",
}  # fmt: skip
TWO_PEOPLE = """
    Paul/Paula Daniel/Daniela Martin/Martina Simon/Simone Maria/Marie Maria/Marius Andrea/Andreas Julia/Julian Louis/Louise Jon/Joan
    Jan/Jane Jack/Jake Dom/Tom Tim/Tom Dina/Tina Lara/Laura Nina/Lina Ellen/Alan Mike/Mick Dan/Don Ann/Anna Ann/Nina Ina/Nia Leo/Leah
    Ben/Bern
    Kerry/Jerry Gary/Cary Jane/Kane Chris/Christa Emma/Emily Aaron/Erin Ron/Rona Bob/Barb Phil/Bill Max/Matt Sam/Pam Ruth/Beth Peter/Petra
    Frank/Franka Robert/Roberta Carl/Carla Eric/Erica Victor/Victoria Harry/Larry Kate/Katie Rob/Robin Alex/Alexa Sandy/Mandy Molly/Polly
    Jim/Tim Hal/Al Josh/Joss Linda/Lina Hans/Hannes Oliver/Olivia Christian/Christina Stefan/Stefanie Adam/Adan Dave/Dan Legal/Miguel
    Marketing/Martin Support/Rupert Accounting/Constantin Everyone/Evan Home/Holm Valentin/Valentina Kristen/Kirsten Ryan/Brian
    """.split()  # noqa: SIM905 - a list would fill the screen


def test_a_name_in_another_spelling_is_that_name() -> None:
    pairs = [(heard, name) for name, each in PAIRS.items() for heard in each.split()]
    right = [(heard, put_right(f"Tell {heard} that Friday works.", of(name, "Oskar Blum"))) for heard, name in pairs]
    assert right == [(heard, f"Tell {name} that Friday works.") for heard, name in pairs]


def test_names_of_two_people_are_not_taken_for_each_other() -> None:
    pairs = [tuple(pair.split("/")) for pair in TWO_PEOPLE]
    for heard, name in [*pairs, *((other, one) for one, other in pairs)]:
        said = f"Tell {heard} that Friday works."
        assert put_right(said, of(name)) == said


def test_nothing_is_put_right_where_two_people_fit_and_both_are_told_of() -> None:
    said = "Tell Thomas that I'm coming."
    assert put_right(said, of("Tomasz Nowak", "Tomáš Svoboda")) == said
    assert who_sounds_like("thomas", map(person, ("Tomasz Nowak", "Tomáš Svoboda", "Ruth Hallam"))) == (
        person("Tomasz Nowak"),
        person("Tomáš Svoboda"),
    )


def test_a_name_that_somebody_bears_is_theirs() -> None:
    said = "Tell Thomas that I'm coming."
    assert put_right(said, of("Tomasz Nowak", "Thomas Meyer")) == said
    assert put_right(said, KnownPeople(writers=(TOMASZ,), at_hand=(TOMASZ,), words=frozenset({"thomas"}))) == said


def test_who_is_not_at_hand_has_to_fit_closely() -> None:
    assert put_right("Tell Thomas that I'm coming.", of("Ruth Hallam", "Tomasz Nowak")) == "Tell Tomasz that I'm coming."
    assert put_right("Tell Steven that I'm coming.", of("Ruth Hallam", "Stefan Kurz")) == "Tell Steven that I'm coming."


def test_two_addresses_of_one_person_are_one_person() -> None:
    people = KnownPeople(writers=(TOMASZ, Address(name="Tomasz Nowak", email="tomek@example.org")), at_hand=(TOMASZ,))
    assert put_right("Tell Thomas that I'm coming.", people) == "Tell Tomasz that I'm coming."


def test_two_words_that_are_one_name_together_are_that_name() -> None:
    assert put_right("Tell Anya Shka that Friday works.", of("Agnieszka")) == "Tell Anya Shka that Friday works."
    assert put_right("Tell Agne Shka that Friday works.", of("Agnieszka")) == "Tell Agnieszka that Friday works."


def test_it_tells_which_names_it_has_put_in() -> None:
    found = with_known_names(understand("Tell Thomas Novak that Rooth agrees."), OPEN)
    assert found.names == ("Tomasz", "Nowak", "Ruth")
    assert with_known_names(understand("Tell Tomasz that I'm coming."), OPEN).names == ()


@given(st.text(max_size=60), st.booleans())
def test_any_line_is_kept_but_for_names(words: str, is_dictated: bool) -> None:
    found = with_known_names(understand(words), OPEN, is_dictated=is_dictated)
    assert bool(found.names) == (found.words != words)
    assert with_known_names(understand(words), KnownPeople(), is_dictated=is_dictated).words == words
