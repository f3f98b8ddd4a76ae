"""What Sam wrote, has read and has filed: the past that the unread letters refer to."""

from providers.sample_inbox.cast import CANDIDATE, ELEANOR, ELENA, INGRID, MARCUS, MUM, NADIA, PRIYA, RUTH, TEACHER, TOMASZ
from providers.sample_inbox.letter import SAM, Enclosure, Letter, Place

SENT = [
    Letter(
        key="screens-sent",
        sender=SAM,
        subject="Opening screens, first draft",
        hours=96,
        place=Place.SENT,
        to=(ELEANOR,),
        cc=(PRIYA, MARCUS),
        text="""Dear Eleanor,

here is the first draft of the opening screens. The tide clock is real: it reads the harbour gauge every minute. Tell
me what your team thinks.

Sam
""",
        enclosures=(Enclosure(name="opening-screens-draft-1.pdf"),),
    ),
    Letter(
        key="boiler-sent",
        sender=SAM,
        subject="Boiler in the flat",
        hours=66,
        place=Place.SENT,
        to=(TOMASZ,),
        text="""Hello Mr Wolski,

the boiler has gone out for the third time this week and only comes back after an hour. Could you send somebody?

Sam Rivera
""",
    ),
    Letter(
        key="candidate-sent",
        sender=SAM,
        subject="Your application as an interaction designer",
        hours=44,
        place=Place.SENT,
        to=(CANDIDATE,),
        text="""Dear Luca,

your portfolio made the rounds here. Would you like to meet us next week? And could you send the case study about the tram stops?

Sam
""",
    ),
    Letter(
        key="nadia-sent",
        sender=SAM,
        subject="Re: that bowl",
        hours=190,
        place=Place.SENT,
        answers="nadia-bowl",
        to=(NADIA,),
        text="It holds exactly one clementine. It is perfect.\n",
    ),
    Letter(
        key="ladder-sent",
        sender=SAM,
        subject="Your ladder",
        hours=150,
        place=Place.SENT,
        to=(RUTH,),
        text="Hi Ruth, may I keep the ladder until the weekend? The lamp is winning.\n\nSam\n",
    ),
    Letter(
        key="teacher-sent",
        sender=SAM,
        subject="Reading with Mia",
        hours=400,
        place=Place.SENT,
        to=(TEACHER,),
        text="Dear Ms Reed, we now read ten minutes every evening. Is there a book you would suggest?\n\nSam\n",
    ),
    Letter(
        key="elena-sent",
        sender=SAM,
        subject="Photo book",
        hours=260,
        place=Place.SENT,
        to=(ELENA, MUM),
        text="Do you still have the pictures from the lighthouse summer? I am collecting.\n\nSam\n",
    ),
]

READ = [
    Letter(
        key="lunch-read",
        sender=PRIYA,
        subject="Lunch at the new place?",
        hours=100,
        place=Place.READ,
        text="They have the dumplings again. 12:30?\n\nPriya\n",
    ),
    Letter(
        key="nadia-bowl",
        sender=NADIA,
        subject="that bowl",
        hours=200,
        place=Place.READ,
        text="did it survive the post? and what lives in it now?\n\nN.\n",
    ),
    Letter(
        key="tablets-read",
        sender=INGRID,
        subject="Tablet test: well done",
        hours=120,
        place=Place.READ,
        flagged=True,
        text="The report reads well. Keep the receipts together, the board will ask for the final figure.\n\nIngrid\n",
    ),
    Letter(
        key="kickoff-read",
        sender=MARCUS,
        subject="Notes from the museum kick-off",
        hours=340,
        place=Place.READ,
        text="Short version: they love water, hate touch screens, and open in spring. Notes attached.\n\nMarcus\n",
        enclosures=(Enclosure(name="kick-off-notes.pdf"),),
    ),
    Letter(
        key="mum-read",
        sender=MUM,
        subject="Tomatoes",
        hours=290,
        place=Place.READ,
        text="I have eleven kilos. Bring bags.\n\nMum\n",
    ),
]

ARCHIVED = [
    Letter(
        key="offer-archived",
        sender=ELEANOR,
        subject="We would like to work with you",
        hours=900,
        place=Place.ARCHIVE,
        text="Dear Sam,\n\nthe committee has chosen Tidewater for the opening. Congratulations!\n\nEleanor Voss\n",
    ),
    Letter(
        key="lease-archived",
        sender=TOMASZ,
        subject="Signed lease",
        hours=1500,
        place=Place.ARCHIVE,
        text="Hello Sam, here is the lease with both signatures. Welcome to the house.\n\nTomasz Wolski\n",
        enclosures=(Enclosure(name="Lease signed.pdf"),),
    ),
]

LETTERS = [*SENT, *READ, *ARCHIVED]
