"""Letters from everyday life: the boiler, the school, the dentist, Mum's seventieth birthday."""

from providers.sample_inbox.cast import DAVE, DENTIST, ELENA, MUM, NADIA, RUTH, SCHOOL, TEACHER, TOMASZ
from providers.sample_inbox.letter import SAM, Enclosure, Letter, Person

PARENTS = Person(name="Parents of Class 3B", email="parents-3b@oakfield-school.example")

FLAT = [
    Letter(
        key="boiler-1",
        sender=TOMASZ,
        subject="Re: Boiler in the flat",
        hours=43,
        answers="boiler-sent",
        text="""Hello Sam,

sorry about the cold showers. I found a plumber, Mr Grant, who can come on Thursday, [[thursday]], between 8 and 10 in
the morning. Can somebody be at
home to let him in? If not I would need your permission to use my key.

Best wishes
Tomasz Wolski
""",
    ),
    Letter(
        key="boiler-2",
        sender=TOMASZ,
        subject="Re: Boiler in the flat",
        hours=4.9,
        answers="boiler-1",
        text="""Mr Grant has to know by tomorrow evening, otherwise he gives the appointment away. A short yes or no is enough.

I will of course take £60 off this month's rent for the trouble.

Tomasz
""",
    ),
    Letter(
        key="neighbour",
        sender=RUTH,
        subject="Your parcel and my ladder",
        hours=9.2,
        text="""Hi Sam,

the courier left your parcel with me, it is the size of a small pony. I'm in until eight tonight.

And when you are done with the ladder, could I have it back before the weekend? The gutter is waiting.

Ruth from number 12
""",
    ),
]

MIA = [
    Letter(
        key="school-trip",
        sender=SCHOOL,
        subject="Class 3B: consent form for the trip to the lighthouse",
        hours=53.7,
        flagged=True,
        to=(PARENTS, SAM),
        text="""Dear parents,

Class 3B visits the lighthouse on [[workdate+12]]. The coach leaves at 8:15 and is back at 3:30. Please return the attached
consent form by Wednesday,
[[wednesday]], and send £14.50 through the school app. Children need a packed lunch and a waterproof jacket.

We are still looking for two parents to come along. Would you have the time?

With kind regards
Oakfield Primary School, Office
01632 960 147
""",
        enclosures=(Enclosure(name="Consent form lighthouse.pdf"), Enclosure(name="Packing list.pdf")),
    ),
    Letter(
        key="school-lice",
        sender=SCHOOL,
        subject="Head lice in Year 3",
        hours=28.4,
        to=(PARENTS,),
        headers=(("List-Id", "Parents of Class 3B <parents-3b.oakfield-school.example>"), ("Precedence", "list")),
        text="""Dear parents,

two children in Year 3 have head lice. Please check your child's hair tonight and once more in a week. There is no need
to stay at home once the
treatment has begun.

Oakfield Primary School
""",
    ),
    Letter(
        key="teacher",
        sender=TEACHER,
        subject="Mia's reading: good news",
        hours=20.3,
        text="""Dear Sam,

I just wanted you to know that Mia read a whole chapter aloud to the class today, with voices. A term ago she would not read a sentence.

May I put her forward for the library's reading afternoon on [[workday+8]]? I would need your answer by the end of the
week, and she asked me to say
that she wants to be the dragon.

Hannah Reed
""",
    ),
    Letter(
        key="football",
        sender=DAVE,
        subject="Saturday: away game, lifts needed",
        hours=12.6,
        to=(Person(name="Rovers parents", email="parents@oakfield-rovers.example"),),
        cc=(SAM,),
        text="""Evening all,

away at Saltmarsh on Saturday, kick-off 10:30, meet at the school gate at 9:45. I have five seats and eleven players.
Who can drive? Sam, you had the
big car last time...

Bring shin pads. Yes, again.

Dave

Sent from my iPhone
""",
    ),
]

FAMILY = [
    Letter(
        key="birthday-1",
        sender=ELENA,
        subject="Mum's seventieth",
        hours=65,
        text="""Sammy,

six weeks to go and we have neither a room nor a plan. I rang the Old Ferry Inn: they have the upstairs room for 30
people on the Saturday, £38 a head
with cake, and they hold it for us until [[day+3]].

I say yes. What do you say? And are you still doing the photo book?

Elena
""",
    ),
    Letter(
        key="birthday-2",
        sender=MUM,
        subject="Re: Mum's seventieth",
        hours=41.8,
        answers="birthday-1",
        to=(ELENA, SAM),
        text="""My darlings,

Elena sent this to me as well, so much for the surprise. I am delighted. No speeches please, and not the photo with the perm.

Mum
""",
    ),
    Letter(
        key="birthday-3",
        sender=ELENA,
        subject="Re: Mum's seventieth",
        hours=41.1,
        answers="birthday-2",
        to=(SAM,),
        text="""I have no words. Fine, then she can help with the guest list.

The inn wants a deposit of £200. Can you pay it and I send you half?
""",
    ),
    Letter(
        key="dentist",
        sender=DENTIST,
        subject="We have to move your appointment",
        hours=32.9,
        text="""Dear Sam Rivera,

Dr Okafor is at a conference on the day of your check-up. We can offer you [[workday+6]], [[workdate+6]], at 8:40, or
[[workday+13]], [[workdate+13]], at 16:20.

Please call us on 01632 960 983 or answer this mail to choose one. Without an answer within five days the place goes to the waiting list.

Your practice team
""",
    ),
    Letter(
        key="nadia",
        sender=NADIA,
        subject="dinner?",
        hours=7.7,
        html="""<html><body><div dir="auto">hey stranger! <br><br>I'm in town from [[day+3]] to [[day+6]] for the ceramics fair.
Dinner at that noodle place? My treat, you paid the last&nbsp;<i>two</i> times.</div>
<div dir="auto"><br></div><div dir="auto">Also I may have bought you a teapot. Say yes to the teapot.</div>
<div dir="auto"><br></div><div dir="auto">N. x</div><br><div id="signature">Sent from my Android phone</div></body></html>""",
    ),
]

LETTERS = [*FLAT, *MIA, *FAMILY]
