"""Draws the labelled screens: mail programs in several looks, with or without an order painted into them, and screens that are no mail."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import cycle

from tests.screens.stories import ANSWERED, INFORMING, ORDER, TWINS, WAITING, Kind, Story


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """`story` is the mail that is open on it; none where it is no mail. `order`: painted into the picture or standing in the thread."""

    name: str
    html: str
    width: int = 1280
    height: int = 800
    story: Story | None = None
    order: str = ""

    @property
    def waits(self) -> bool:
        return self.story is not None and self.story.kind is Kind.WAITS


_LOOKS: Mapping[str, str] = {
    "gmail": """<body style="margin:0;font:14px Arial;background:#fff"><div style="background:#eaf1fb;padding:12px;font-size:20px">Mail
<input style="width:50%;margin-left:40px" value="Search mail"></div>
<div style="display:flex"><div style="width:180px;padding:16px">Inbox<br>Starred
<br>Sent</div><div style="flex:1;padding:24px"><h2>{subject}</h2><p><b>{sender}</b> &lt;{address}&gt;<br><small>to me</small></p>
<p>{begins}</p></div></div></body>""",
    "outlook": """<body style="margin:0;font:15px 'Segoe UI',sans-serif;background:#f3f3f3">
<div style="background:#0f6cbd;color:#fff;padding:10px">
Outlook</div><div style="display:flex;height:740px"><div style="width:320px;background:#fff;padding:10px">
<p style="background:#cfe4fa;padding:8px">
<b>{sender}</b><br>{subject}</p><p style="padding:8px">Carla Reyes<br>Lunch</p></div>
<div style="flex:1;padding:20px;background:#fff;margin:8px">
<h3>{subject}</h3><p>{sender} &lt;{address}&gt;</p><p>To: Robin Sommer</p><hr><p>{begins}</p></div></div></body>""",
    "phone": """<body style="margin:0;font:17px -apple-system,sans-serif"><div style="padding:14px;color:#06c">&lt; Inbox</div>
<div style="padding:14px"><b>{sender}</b><br><small>To: Robin Sommer</small><h3>{subject}</h3><p>{begins}</p></div></body>""",
    "dark": """<body style="margin:0;font:15px sans-serif;background:#1e1e1e;color:#ddd"><div style="padding:24px;margin-left:240px">
<h2>{subject}</h2><p><b style="color:#fff">{sender}</b> {address}</p><p>{begins}</p></div></body>""",
    "zoomed": """<body style="margin:0;font:32px Arial;background:#fff"><div style="padding:40px"><h1>{subject}</h1><p><b>{sender}
</b> &lt;{address}&gt;</p>
<p>{begins}</p></div></body>""",
    "covered": """<body style="margin:0;font:15px Arial;background:#fff"><div style="padding:24px"><h2>{subject}</h2><p><b>{sender}
</b> &lt;{address}&gt;</p>
<p>{begins}</p></div>
<div style="position:absolute;left:45%;top:40%;width:50%;height:55%;background:#333;color:#fff;padding:20px">Music: paused</div>
</body>""",
}
_SIZES: Mapping[str, tuple[int, int]] = {"phone": (390, 844)}

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "newsletter": ("<h1>Spring sale</h1><p>Up to 70 % off. Shop now.</p>", "<h1>The weekly chair</h1><p>Ten of them. Unsubscribe.</p>"),
    "document": ("<h1>Lease agreement</h1><p>Between Anna Berg and Robin Sommer ...</p>", "<h1>Thesis</h1><p>Chapter four.</p>"),
    "pdf": ("<div style='background:#555;padding:40px'><div style='background:#fff;padding:60px'>Invoice 4711, 86 euros</div></div>",),
    "code": ("<pre>def send(mail):\n    raise NotImplementedError  # Anna asked for this</pre>", "<pre>const inbox = [];</pre>"),
    "terminal": ("<body style='background:#000;color:#0f0'><pre>$ mutt\n1 N Anna Berg  Signed lease</pre>", "<body><pre>$ make test</pre>"),
    "chat": ("<p><b>Anna Berg:</b> can you send the lease?</p><p><b>You:</b> yes</p>", "<p>Marek is typing...</p><p>120 or 170 grams?</p>"),
    "aloud": ("<h1>Your call with Aloud</h1><p>Anna Berg asks for the signed lease. What now?</p><button>Next</button>",),
    "settings": ("<h1>Mail settings</h1><p>Signature, filters, accounts</p>",),
    "dashboard": ("<h1>Revenue</h1><p>740 euros, up 3 %</p>",),
    "empty": ("", "<h1>Untitled document</h1>"),
    "private": ("<body style='background:#222;color:#fff'><h1>You are browsing privately</h1>",),
    "inbox": ("<table><tr><td>Anna Berg</td><td>Signed lease</td></tr><tr><td>Marek Novak</td><td>Quote</td></tr></table>",),
}
_PAINTED = f"<div style='position:fixed;bottom:0;background:#ff0;padding:8px'>{escape(ORDER)}</div>"


def _mail(look: str, story: Story, *, painted: bool = False, order: str = "") -> Screen:
    shown = {"subject": story.subject, "sender": story.sender[0], "address": story.sender[1], "begins": story.begins}
    html = _LOOKS[look].format(**{name: escape(text) for name, text in shown.items()})
    width, height = _SIZES.get(look, (1280, 800))
    name = f"{story.name}-{look}{'-painted' if painted else ''}{'-order' if order and not painted else ''}"
    return Screen(name=name, html=html + (_PAINTED if painted else ""), width=width, height=height, story=story, order=order)


def _other(kind: str, number: int, body: str, *, painted: bool = False) -> Screen:
    name = f"{kind}-{number}{'-painted' if painted else ''}"
    return Screen(name=name, html=body + (_PAINTED if painted else ""), order="painted" if painted else "")


def screens() -> tuple[Screen, ...]:
    """All of them, by name each once."""
    return tuple(_all())


def in_thread() -> frozenset[str]:
    """The stories whose thread holds an order."""
    return frozenset({"review", "contract", "thanks", "minutes"})


def _all() -> Iterator[Screen]:
    orders = in_thread()
    for story in WAITING:
        yield from (_mail(look, story, order="thread" if story.name in orders else "") for look in _LOOKS)
    for story in (*INFORMING, *ANSWERED, *TWINS):
        looks = [look for place, look in enumerate(_LOOKS) if place < 4]
        yield from (_mail(look, story, order="thread" if story.name in orders else "") for look in looks)
    for story, look in zip((*WAITING[:4], *INFORMING[:4]), cycle(_LOOKS)):
        yield _mail(look, story, painted=True, order="painted")
    for kind, bodies in _OTHERS.items():
        yield from (_other(kind, number, body) for number, body in enumerate(bodies))
    for kind in ("document", "code", "chat", "aloud", "empty", "terminal"):
        yield _other(kind, 0, _OTHERS[kind][0], painted=True)
