"""Newsletters, and a mailing list on which people talk: what can wait."""

from providers.sample_inbox.cast import BOOK_CLUB, CINEMA, COUNCIL, GRACE, KETTLE, LEDGER, TRAILHEAD, TYPE, WEI
from providers.sample_inbox.letter import Letter, Person


def _list_headers(sender: Person) -> tuple[tuple[str, str], ...]:
    domain = sender.email.partition("@")[2]
    return (("List-Id", f"{sender.name} <news.{domain}>"), ("List-Unsubscribe", f"<https://{domain}/unsubscribe>"), ("Precedence", "bulk"))


def _page(preheader: str, body: str, sender: Person) -> str:
    """A newsletter as marketing programs build it: a hidden first line, tables in tables, a counting pixel and a footer."""
    domain = sender.email.partition("@")[2]
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{sender.name}</title>
<style>.wrap{{max-width:640px}} a{{color:#06c}}</style></head><body style="margin:0;background:#f6f6f6">
<div class="preheader" style="display:none;font-size:1px;max-height:0;overflow:hidden">{preheader} &zwnj;&nbsp;&zwnj;&nbsp;&zwnj;</div>
<table width="100%"><tr><td align="center"><table class="wrap"><tr><td><img src="https://{domain}/logo.png" alt="{sender.name}"></td></tr>
<tr><td>{body}</td></tr><tr><td style="font-size:11px;color:#999"><p>You get this mail because you signed up at {domain}.
<a href="https://{domain}/unsubscribe">Unsubscribe</a></p></td></tr></table></td></tr></table>
<img src="https://{domain}/open.gif" width="1" height="1"></body></html>"""


BOOK_LIST = (("List-Id", "Tuesday Book Club <bookclub.lists.example.org>"), ("List-Post", "<mailto:bookclub@lists.example.org>"))

LETTERS = [
    Letter(
        key="ledger",
        sender=LEDGER,
        subject="Ferries, fares and a whale: your morning briefing",
        hours=5.3,
        headers=_list_headers(LEDGER),
        html=_page(
            "Everything you need before nine.",
            """<h1>Good morning</h1><h2>Ferries run all night again</h2><p>After eight months of repairs the harbour
line is back to a full timetable.
Night fares rise by <b>40 pence</b>. <a href="https://morningledger.example/ferries">Read on</a></p>
<h2>A whale in the estuary</h2><p>A young humpback was seen off Gull Point for the third day. Boats are asked to keep 200 metres away.</p>
<h2>Markets</h2><p>The pound is flat; cocoa is not.</p>""",
            LEDGER,
        ),
    ),
    Letter(
        key="type",
        sender=TYPE,
        subject="No. 212: The quiet return of the serif",
        hours=33.3,
        headers=_list_headers(TYPE),
        html=_page(
            "Plus: nine free signage fonts.",
            """<p>Hello again,</p><p>this week we look at why three museums changed their signs to serif faces, what a
reading distance of four metres does to
a lower-case <i>e</i>, and why nobody can agree about italics on screens.</p>
<ul><li>The long read: Letters you can walk past</li><li>Nine free fonts for signs</li><li>Job: type designer in Rotterdam</li></ul>""",
            TYPE,
        ),
    ),
    Letter(
        key="kettle",
        sender=KETTLE,
        subject="Three soups for a wet week",
        hours=57,
        headers=_list_headers(KETTLE),
        text="""This mail is best viewed in HTML. Open it in your browser: https://kettleandcrumb.example/soups
""",
        html=_page(
            "Pumpkin, leek, and one with dumplings.",
            """<p>It is raining sideways, so here are three soups.</p><p><b>Pumpkin and ginger</b>: 35 minutes, one pot.</p>
<p><b>Leek and potato</b>: the one your grandmother made, only faster.</p><p><b>Broth with dumplings</b>: for Sundays.</p>
<p><a href="https://kettleandcrumb.example/soups">All recipes</a></p>""",
            KETTLE,
        ),
    ),
    Letter(
        key="cinema",
        sender=CINEMA,
        subject="This week at the Riverside",
        hours=69,
        headers=_list_headers(CINEMA),
        text="""THIS WEEK AT THE RIVERSIDE

Thursday to Sunday: The Salt Road, 7.30 pm
Saturday: Children's matinee, The Clockwork Otter, 2 pm, £4
Tuesday: Silent film with live piano, Nosferatu, 8 pm

Members book two days earlier. The bar opens at six.

Unsubscribe: https://riversidecinema.example/unsubscribe
""",
    ),
    Letter(
        key="trailhead",
        sender=TRAILHEAD,
        subject="Last chance, Sam: 30% off all waterproofs",
        hours=14.1,
        headers=(*_list_headers(TRAILHEAD), ("X-Priority", "1"), ("Importance", "high")),
        html=_page(
            "Ends at midnight.",
            """<h1>It's going to rain.</h1><p>Take <b>30% off</b> every waterproof jacket until midnight. Your code: <b>SOAKED30</b></p>
<p><a href="https://trailhead.example/sale">Shop now</a></p>""",
            TRAILHEAD,
        ),
    ),
    Letter(
        key="council",
        sender=COUNCIL,
        subject="Harbourtown news: bins, bridges, budget",
        hours=76,
        headers=_list_headers(COUNCIL),
        text="""Dear residents,

garden waste is collected a day later from next month. Ferry Bridge is closed to cars on [[date+10]] from 6 am to 2 pm.
The draft budget can be read at
the library until [[date+14]]; you can comment at https://harbourtown.example/budget.

Harbourtown Council
""",
    ),
    Letter(
        key="books-1",
        sender=WEI,
        subject="[bookclub] Next book: vote until Sunday",
        hours=37.2,
        to=(BOOK_CLUB,),
        headers=BOOK_LIST,
        text="""Dear readers,

three books are in the ring: The Sea Around Us, a Norwegian crime novel nobody can pronounce, and the one with the
octopus. Please vote until Sunday,
[[sunday]]. And who brings cake on Tuesday?

Wei

_______________________________________________
bookclub mailing list
bookclub@lists.example.org
""",
    ),
    Letter(
        key="books-2",
        sender=GRACE,
        subject="Re: [bookclub] Next book: vote until Sunday",
        hours=26.6,
        answers="books-1",
        to=(BOOK_CLUB,),
        headers=BOOK_LIST,
        text="""Octopus! And lemon drizzle cake, since you ask.

Grace
""",
    ),
]
