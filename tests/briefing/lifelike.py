"""A hand-written inbox as somebody might find it on a Tuesday morning, with what a good assistant would make of it.

Robin works at Fernweh, has a daughter in school, and listens for "school" and "Phoenix". Anna Berg and the bank's Ms Okafor are VIPs.
"""

from briefing.mail import Envelope
from briefing.triage.scoring import Signals
from tests.briefing.envelopes import envelope, signals

ANNA = "Anna Berg <anna@berg-partner.example>"
OKAFOR = "Ngozi Okafor <okafor@hausbank.example>"
JONAS = "Jonas Keller <jonas@fernweh.example>"
MAJA = "Maja Holm <maja.holm@fernweh.example>"
PAUL = "Paul Novak <paul.novak@gmail.com>"
LUC = "Luc Lefèvre <luc@imprimerie-lefevre.example>"
DENIZ = "Deniz Kaya <deniz.kaya@gmx.de>"
FORGE = "<notifications@forge.example>"
DAILY = "The Daily Brief <news@dailybrief.example>"
TEAM = "team@fernweh.example"
ME = "robin@fernweh.example"

SIGNALS: Signals = signals(
    vips="anna@berg-partner.example okafor@hausbank.example",
    keywords=("school", "Phoenix"),
    written_to="anna@berg-partner.example jonas@fernweh.example maja.holm@fernweh.example paul.novak@gmail.com "
    "luc@imprimerie-lefevre.example",
)

INBOX: list[Envelope] = [
    # People
    envelope("anna-contract", "Re: Contract draft", ANNA, hours_ago=2, answers_me=True, snippet="Could you confirm clause four by Friday?"),
    envelope(
        "anna-newsletter", "Berg & Partner: what will change in March?", ANNA, bulk=True, list_id="news.berg-partner.example", hours_ago=1
    ),
    envelope("okafor-loan", "Ihr Darlehen", OKAFOR, hours_ago=20, snippet="Bitte geben Sie mir bis Montag Bescheid."),
    envelope("launch-1", "Launch checklist", JONAS, cc=TEAM, thread="launch", hours_ago=30, snippet="First list attached."),
    envelope("launch-2", "Re: Launch checklist", MAJA, cc=TEAM, thread="launch", hours_ago=26, snippet="I added the press part."),
    envelope("launch-3", "Re: Launch checklist", JONAS, cc=TEAM, thread="launch", hours_ago=5, snippet="Robin, can you take point seven?"),
    envelope("launch-4", "AW: Launch checklist", MAJA, cc=TEAM, thread="launch", hours_ago=3, snippet="Sounds good."),
    envelope("launch-apart", "Launch checklist 2", JONAS, to=TEAM, hours_ago=1, snippet="New thread by mistake, sorry."),
    envelope("lunch-jonas", "Lunch", JONAS, hours_ago=4, snippet="Pizza downstairs at one."),
    envelope("lunch-paul", "Lunch", PAUL, hours_ago=60, snippet="It was good to see you."),
    envelope("paul-photos", "Photos from the lake", PAUL, hours_ago=70, snippet="They came out well."),
    envelope("luc-print", "Épreuves de la brochure", LUC, hours_ago=8, snippet="Pouvez-vous valider avant vendredi ?"),
    envelope("deniz-flat", "Wohnung Lindenstraße", DENIZ, hours_ago=40, snippet="Ich habe Ihre Anzeige gesehen."),
    envelope(
        "recruiter", "Senior role at a market leader?", "Tim Gold <tim@talent-hunt.example>", hours_ago=7, snippet="Can we talk by Friday?"
    ),
    envelope(
        "crowd",
        "Parking",
        "Facility <facility@fernweh.example>",
        to="everyone@fernweh.example",
        hours_ago=50,
        snippet="Level two is closed.",
    ),
    envelope("maja-invite", "Invitation: quarterly planning", MAJA, hours_ago=12, invitation=True),
    envelope("spam-invite", "Invitation: claim your prize", "Prize <win@prize-claims.example>", hours_ago=6, invitation=True),
    envelope(
        "school",
        "Elternabend",
        "Schule am See <sekretariat@schule-am-see.example>",
        hours_ago=11,
        snippet="School starts later on Thursday.",
    ),
    envelope("unreadable", "", "<>", to="", hours_ago=90),
    envelope("flagged-tax", "Steuerbescheid", "Finanzamt <noreply@finanzamt.example>", hours_ago=200, automatic=True, flagged=True),
    # Threats and noise
    envelope(
        "phish",
        "URGENT!!! Your account expires today",
        "Security <alert@verify-login.example>",
        bulk=True,
        hours_ago=1,
        snippet="Will you act?",
    ),
    envelope(
        "fake-anna", "Quick favour, urgent", "Anna Berg <anna.berg.ceo@gmail.com>", hours_ago=1, snippet="Can you buy gift cards by noon?"
    ),
    # Newsletters
    envelope("daily-1", "Markets wobble, again", DAILY, bulk=True, list_id="daily.dailybrief.example", hours_ago=25),
    envelope("daily-2", "Nine things about tea", DAILY, bulk=True, list_id="daily.dailybrief.example", hours_ago=1),
    envelope("garden", "Your spring garden", "Green Thumb <hello@greenthumb.example>", bulk=True, hours_ago=28),
    envelope("shoes", "Ends tonight! Are you ready?", "Sole Mates <offers@solemates.example>", bulk=True, hours_ago=2),
    envelope("museum", "New at the museum", "Stadtmuseum <post@stadtmuseum.example>", bulk=True, hours_ago=100),
    # A mailing list of people
    envelope(
        "choir-1",
        "Rehearsal room",
        "Oya <oya@posteo.de>",
        to="choir@lists.example",
        bulk=True,
        list_id="Choir <choir.lists.example>",
        hours_ago=33,
    ),
    envelope(
        "choir-2",
        "Scores for May",
        "Farid <farid@web.de>",
        to="choir@lists.example",
        bulk=True,
        list_id="Choir <choir.lists.example>",
        hours_ago=31,
    ),
    # Machines
    envelope("forge-1", "[fernweh/app] Build failed (#812)", f"builder {FORGE}", automatic=True, thread="b812", hours_ago=9),
    envelope("forge-2", "[fernweh/app] Login form jumps (#97)", f"jonas-k {FORGE}", automatic=True, thread="i97", hours_ago=10),
    envelope("forge-3", "Re: [fernweh/app] Login form jumps (#97)", f"maja-h {FORGE}", automatic=True, thread="i97", hours_ago=9),
    envelope("forge-phoenix", "[fernweh/phoenix] Phoenix is down", f"monitor {FORGE}", automatic=True, thread="p1", hours_ago=13),
    envelope("order-1", "Order 88123 confirmed", "Teehaus <shop@teehaus.example>", automatic=True, hours_ago=45),
    envelope("order-2", "Order 88123 has shipped", "Teehaus <dispatch@teehaus.example>", automatic=True, hours_ago=20),
    envelope("parcel", "Your parcel arrives tomorrow", "Parcel <noreply@parcel.example>", automatic=True, hours_ago=6),
    envelope("signin", "New sign-in to your account", "Cloudbox <no-reply@cloudbox.example>", automatic=True, hours_ago=15),
    envelope("bank-statement", "Kontoauszug 02/2026", "Hausbank <noreply@hausbank.example>", automatic=True, hours_ago=150),
    envelope("away", "Automatic reply: Offer", PAUL, automatic=True, answers_me=True, hours_ago=16),
    # Nothing to tell them by
    envelope("hi-1", "hi", DENIZ, hours_ago=80, snippet="See attached."),
    envelope("hi-2", "(no subject)", DENIZ, hours_ago=78, snippet="Forgot this one."),
]
