"""Letters from work: the museum contract that is due on Friday, the screens for the opening, and the office around them."""

from providers.sample_inbox.cast import ACCOUNTS, CANDIDATE, ELEANOR, INGRID, MARCUS, OFFICE, PEOPLE_TEAM, PRIYA
from providers.sample_inbox.letter import SAM, SAMPLE_ADDRESS, Enclosure, Letter, Person

EVERYBODY = Person(name="Everybody at Tidewater", email="all@tidewater.example")

INVITATION = f"""BEGIN:VCALENDAR
PRODID:-//Tidewater//Calendar//EN
VERSION:2.0
METHOD:REQUEST
BEGIN:VEVENT
UID:planning-autumn@tidewater.example
DTSTART:[[workstamp+6]]T100000
DTEND:[[workstamp+6]]T113000
SUMMARY:Planning for the next quarter
LOCATION:Boathouse meeting room
DESCRIPTION:Please bring the two projects you would drop first.
ORGANIZER;CN=Ingrid Solberg:mailto:{INGRID.email}
ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:{SAMPLE_ADDRESS}
END:VEVENT
END:VCALENDAR
"""

CONTRACT = [
    Letter(
        key="contract-1",
        sender=MARCUS,
        subject="Harbour Museum contract",
        hours=49.5,
        cc=(INGRID,),
        text="""Hi Sam,

the museum's lawyers came back, and they are happy with everything except the maintenance clause. They want twelve months instead of six.

I have put the new version into the project folder. Could you read section four and send me the signed contract by Friday, [[friday]]? Their
board meets on Monday, and without a signature the first payment of £18,400 moves to the next quarter.

Thanks
Marcus

--\x20
Marcus Bell
Client Partner, Tidewater Studio
marcus.bell@tidewater.example
""",
        enclosures=(
            Enclosure(
                name="Harbour Museum contract v3.docx", kind="application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            ),
        ),
    ),
    Letter(
        key="contract-2",
        sender=INGRID,
        subject="Re: Harbour Museum contract",
        hours=30.2,
        answers="contract-1",
        to=(MARCUS, SAM),
        text="""Twelve months is fine with me as long as hosting stays out of it. Sam, you know the system best: is
that realistic with two people?

Ingrid
""",
    ),
    Letter(
        key="contract-3",
        sender=MARCUS,
        subject="Re: Harbour Museum contract",
        hours=3.4,
        answers="contract-2",
        to=(SAM,),
        cc=(INGRID,),
        text="""Sam, I don't want to nag, but Eleanor rang twice this morning. Can I tell her she will have the signed copy by Friday?

Marcus
""",
    ),
]

SCREENS = [
    Letter(
        key="screens-1",
        sender=ELEANOR,
        subject="Re: Opening screens, first draft",
        hours=71,
        answers="screens-sent",
        text="""Dear Sam,

what a lovely first draft! The tide clock in the entrance hall had half the team queueing in my office.

Two things. The lighthouse keeper's diary is hard to read from a wheelchair: could the text sit thirty centimetres
lower? And our director asks
whether the Welsh version can be ready for the opening, or only later.

Warm regards
Eleanor Voss
Head of Exhibitions, Harbour Museum
""",
        enclosures=(Enclosure(name="Comments from the access panel.pdf"),),
    ),
    Letter(
        key="screens-2",
        sender=PRIYA,
        subject="Re: Opening screens, first draft",
        hours=52,
        answers="screens-1",
        to=(SAM, MARCUS),
        text="""I can lower the diary in an afternoon, the grid is flexible. The Welsh texts are the problem: the
translator needs ten working days and we
haven't even sent her the captions.

Sam, shall I send them today, although the shipwreck room isn't final?

P.
""",
    ),
    Letter(
        key="screens-3",
        sender=MARCUS,
        subject="Re: Opening screens, first draft",
        hours=51.3,
        answers="screens-2",
        to=(PRIYA, SAM),
        text="""Please wait a moment before sending, the translator charges for every change after delivery. 95 pence a
word, I looked it up.
""",
    ),
    Letter(
        key="screens-4",
        sender=PRIYA,
        subject="Re: Opening screens, first draft",
        hours=6.8,
        answers="screens-3",
        to=(SAM,),
        cc=(MARCUS,),
        text="""Compromise: I send everything except the shipwreck room. That is 3,200 words, and we keep our date.
I'll go ahead tomorrow at noon unless you
stop me.

Also, the second draft is up. The tide clock now ticks. I'm sorry, it is very satisfying.

Priya
""",
        enclosures=(Enclosure(name="second-draft-overview.png", kind="image/png", content=b"\x89PNG\r\n\x1a\n"),),
    ),
]

OFFICE_LIFE = [
    Letter(
        key="ingrid-budget",
        sender=INGRID,
        subject="Two numbers before my board call",
        hours=1.6,
        text="""Sam,

I present the budget tomorrow at nine. Can you send me two numbers tonight: what the tablet test cost us in the end,
and how many days you would
need for the library pilot? A rough guess is fine, a late one isn't.

Ingrid
""",
    ),
    Letter(
        key="ingrid-planning",
        sender=INGRID,
        subject="Invitation: Planning for the next quarter",
        hours=27,
        text="",
        calendar=INVITATION,
    ),
    Letter(
        key="people-holidays",
        sender=PEOPLE_TEAM,
        subject="You still have eleven days of holiday",
        hours=46,
        text="""Hi Sam,

a friendly nudge: you have 11 days of leave left, and 6 of them lapse at the end of the quarter. Could you put your
plans into the calendar by
[[date+9]]? If you would rather carry some over, tell me and I'll ask Ingrid.

Best
Joanne

Joanne Pike | People Team
""",
    ),
    Letter(
        key="office-lift",
        sender=OFFICE,
        subject="Lift out of order on [[workday+2]]",
        hours=22.5,
        to=(EVERYBODY,),
        headers=(("Precedence", "bulk"),),
        text="""Dear all,

the lift will be serviced on [[workday+2]] from 8 am to noon. Deliveries please to the side entrance. If the stairs are
difficult for you, write to us
and we will find you a desk on the ground floor for the morning.

Your office team
""",
    ),
    Letter(
        key="candidate",
        sender=CANDIDATE,
        subject="Re: Your application as an interaction designer",
        hours=18.7,
        answers="candidate-sent",
        text="""Dear Sam,

thank you, I would love to meet the team. [[workday+4]] at two in the afternoon suits me, or any time the day after. Shall
I prepare something from my
portfolio, or would you rather set me a small task?

I have attached the case study you asked for.

Kind regards
Luca Ferretti
""",
        enclosures=(Enclosure(name="Ferretti, Case study.pdf"),),
    ),
    Letter(
        key="expenses",
        sender=ACCOUNTS,
        subject="Your expenses for [[month-30]]",
        hours=25.1,
        text="""Hello Sam,

I can pay out everything except the taxi on the 14th: £42.50, no receipt. Do you have it somewhere? Without it by
[[date+5]] it slides into the next
run.

Femi
""",
    ),
]

FORWARDED = f"""<html><body><div dir="ltr">Sam, this sounds like you. Could you ring her before the weekend?<br><br>Ingrid<br></div><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Gwen Parry</b>
&lt;<a href="mailto:gwen.parry@library.example">gwen.parry@library.example</a>&gt;<br>Date: [[day-1]] at 16:02<br>
Subject: Library pilot<br>To: &lt;{INGRID.email}&gt;<br></div><br><p>Dear Ingrid,</p>
<p>the county has granted us <b>£24,000</b> for a reading room that answers back. Could your studio start in spring, and who should
I talk to?
I am in the office until four on weekdays.</p><p>Gwen Parry<br>Carreg County Library</p></div></body></html>"""

OFFICE_LIFE.append(
    Letter(key="library", sender=INGRID, subject="Fwd: Library pilot", hours=21.2, html=FORWARDED),
)

LETTERS = [*CONTRACT, *SCREENS, *OFFICE_LIFE]
