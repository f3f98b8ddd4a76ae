"""What machines write: builds, reviews, receipts, tickets, bills."""

from providers.sample_inbox.cast import BUILDS, CLOUD, COURIER, FORGE, GROCER, POWER, RAIL, SECURITY
from providers.sample_inbox.letter import Enclosure, Letter

AUTOMATIC = (("Auto-Submitted", "auto-generated"),)
REVIEW = (
    *AUTOMATIC,
    ("List-Id", "tidewater/museum-screens <museum-screens.tidewater.forge.example.com>"),
    ("X-Forge-Reason", "review_requested"),
)

NOTIFICATIONS = [
    Letter(
        key="build-1",
        sender=BUILDS,
        subject="Build 1184 failed: museum-screens, main",
        hours=8.8,
        headers=AUTOMATIC,
        text="""Build 1184 of museum-screens failed on main after 6 min 12 s.

Step: visual tests
2 of 214 tests failed:
  tide-clock: hand is 3 px off at 06:00
  diary: text below the fold in Welsh

Commit 4f2a91c by priya-nair: Lower the diary by thirty centimetres

https://ci.example.com/museum-screens/1184
""",
    ),
    Letter(
        key="build-2",
        sender=BUILDS,
        subject="Build 1185 fixed: museum-screens, main",
        hours=7.9,
        headers=AUTOMATIC,
        text="""Build 1185 of museum-screens is green again after 5 min 58 s. All 214 tests passed.

Commit 90be7d2 by priya-nair: Let the clock tick on whole pixels

https://ci.example.com/museum-screens/1185
""",
    ),
    Letter(
        key="review-1",
        sender=FORGE,
        subject="[tidewater/museum-screens] Let the tide clock tick (#342)",
        hours=8.3,
        headers=REVIEW,
        text="""priya-nair requested your review on #342.

The hand now moves in steps of a second and falls back to a sweep when the visitor has asked for less motion. 4 files
changed, 61 additions, 18
deletions.

https://forge.example.com/tidewater/museum-screens/pull/342
""",
    ),
    Letter(
        key="review-2",
        sender=FORGE,
        subject="Re: [tidewater/museum-screens] Let the tide clock tick (#342)",
        hours=6.1,
        answers="review-1",
        quotes=False,
        headers=REVIEW,
        text="""priya-nair commented on #342.

Could you check the easing on the big screen in the workshop? On my laptop it looks fine, but the panel there drops frames.

https://forge.example.com/tidewater/museum-screens/pull/342#comment-2
""",
    ),
    Letter(
        key="cloud",
        sender=CLOUD,
        subject="Your storage is 90% full",
        hours=62.4,
        headers=AUTOMATIC,
        html="""<html><body><p>Hi Sam,</p><p>you are using <b>45.1 GB of 50 GB</b>. When it is full, new photos from
your phone are no longer backed up.</p>
<p>You can delete what you do not need, or get 200 GB for £2.49 a month.</p></body></html>""",
    ),
    Letter(
        key="bank",
        sender=SECURITY,
        subject="New sign-in to your account",
        hours=19.4,
        headers=AUTOMATIC,
        text="""Dear customer,

your account was opened from a new device: Firefox on Linux, Harbourtown, yesterday at 21:14. If this was you, there is
nothing to do. If not, call us at
once on 0808 157 0192.

Northgate Bank will never ask for your password by mail.
""",
    ),
]

RECEIPTS = [
    Letter(
        key="groceries",
        sender=GROCER,
        subject="Your Greenbasket order 771-20394 is on its way",
        hours=11.7,
        html="""<html><body><h2>Thank you, Sam!</h2><p>We deliver today between <b>18:00 and 19:00</b>.</p><table>
<tr><th>Item</th><th>Price</th></tr><tr><td>Leeks, 3</td><td>£2.10</td></tr><tr><td>Oat milk, 6 x 1 l</td><td>£9.30</td></tr>
<tr><td>Sourdough</td><td>£3.80</td></tr><tr><td><b>Total</b></td><td><b>£15.20</b></td></tr></table>
<p>Oranges were sold out and have been left out.</p></body></html>""",
    ),
    Letter(
        key="rail",
        sender=RAIL,
        subject="Your tickets to Bristol, [[date+11]]",
        hours=44.4,
        headers=AUTOMATIC,
        text="""Thank you for your booking, reference K7QW2M.

Outward: [[date+11]], Harbourtown 07:52 to Bristol 09:41, coach C, seat 24
Return: [[date+11]], Bristol 18:20 to Harbourtown 20:07, coach B, seat 11
Total paid: £63.80

Your tickets are attached. Show them on your phone or print them.
""",
        enclosures=(Enclosure(name="tickets-K7QW2M.pdf"),),
    ),
    Letter(
        key="power",
        sender=POWER,
        subject="Your electricity bill for [[month-30]]",
        hours=67.3,
        text="""Dear Sam Rivera,

your bill for [[month-30]] is £71.36, which is £9.04 more than the month before. We will collect it by direct debit on [[date+8]].

Would you send us a meter reading before then? Otherwise we estimate.

Brightwater Energy
""",
        enclosures=(Enclosure(name="bill-00418827.pdf"),),
    ),
    Letter(
        key="courier",
        sender=COURIER,
        subject="We left your parcel with a neighbour",
        hours=10.2,
        headers=AUTOMATIC,
        text="""Nobody was at home, so parcel SL 4471 9920 31 is with your neighbour ADEYEMI at number 12.
""",
    ),
]

LETTERS = [*NOTIFICATIONS, *RECEIPTS]
