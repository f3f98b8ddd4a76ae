"""The time zone of a place, as people name it.

Most places are found by the name that the time zone database has for them; what else people say is in one small table.
That database comes with Python or the system and is asked by name: what is no place has no zone.
"""

from collections.abc import Mapping
from datetime import tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

_REGIONS = ("Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian")
_AS_STORED = frozenset({*_REGIONS, "Etc", "Arctic", "Antarctica"})
_SMALL = frozenset({"of", "es", "au", "da", "du", "and"})
_NAMED: Mapping[str, str] = {
    name: zone
    for zone, names in {
        "Europe/London": "england|britain|great britain|the uk|uk|united kingdom|scotland|wales|manchester|edinburgh|glasgow|british",
        "Europe/Dublin": "ireland|irish",
        "Europe/Lisbon": "portugal|porto",
        "Europe/Madrid": "spain|barcelona|seville|valencia",
        "Europe/Paris": "france|lyon|marseille|nice|toulouse",
        "Europe/Berlin": "germany|munich|hamburg|cologne|frankfurt|stuttgart|leipzig|dresden|bonn|central european",
        "Europe/Vienna": "austria|salzburg|graz",
        "Europe/Zurich": "switzerland|geneva|basel|bern|lausanne",
        "Europe/Rome": "italy|milan|naples|florence|venice|turin",
        "Europe/Amsterdam": "the netherlands|netherlands|holland|rotterdam|the hague|utrecht",
        "Europe/Brussels": "belgium|antwerp|ghent",
        "Europe/Copenhagen": "denmark",
        "Europe/Stockholm": "sweden|gothenburg|malmo",
        "Europe/Oslo": "norway|bergen",
        "Europe/Helsinki": "finland",
        "Europe/Warsaw": "poland|krakow|cracow|gdansk",
        "Europe/Prague": "the czech republic|czechia|brno",
        "Europe/Athens": "greece",
        "Europe/Kyiv": "ukraine|kiev",
        "America/New_York": (
            "new york city|nyc|boston|washington|washington dc|philadelphia|miami|atlanta|florida|massachusetts|eastern|east coast"
            "|the east coast"
        ),
        "America/Chicago": "texas|houston|dallas|austin|central|illinois|minneapolis|new orleans",
        "America/Denver": "mountain|colorado|utah|salt lake city",
        "America/Phoenix": "arizona",
        "America/Los_Angeles": (
            "california|san francisco|san diego|seattle|portland|oregon|silicon valley|las vegas|pacific|west coast|the west coast|la"
        ),
        "Pacific/Honolulu": "hawaii",
        "America/Toronto": "ottawa|ontario|montreal|quebec",
        "America/Vancouver": "british columbia",
        "America/Sao_Paulo": "brazil|rio|rio de janeiro|s\u00e3o paulo",
        "America/Buenos_Aires": "argentina",
        "America/Santiago": "chile",
        "America/Bogota": "colombia|bogot\u00e1",
        "America/Mexico_City": "mexico",
        "Asia/Tokyo": "japan|kyoto|osaka",
        "Asia/Seoul": "korea|south korea",
        "Asia/Shanghai": "china|beijing|shenzhen",
        "Asia/Kolkata": "india|mumbai|delhi|new delhi|bangalore|bengaluru|chennai|calcutta|bombay",
        "Asia/Bangkok": "thailand",
        "Asia/Ho_Chi_Minh": "vietnam|saigon|hanoi",
        "Asia/Manila": "the philippines|philippines",
        "Asia/Jerusalem": "israel|tel aviv",
        "Europe/Istanbul": "turkey|ankara",
        "Asia/Dubai": "abu dhabi|the emirates|emirates",
        "Africa/Cairo": "egypt",
        "Africa/Johannesburg": "south africa|cape town|durban",
        "Africa/Nairobi": "kenya",
        "Africa/Lagos": "nigeria",
        "Africa/Casablanca": "morocco",
        "Atlantic/Reykjavik": "iceland",
        "Pacific/Auckland": "new zealand|wellington",
        "Australia/Sydney": "canberra",
        "UTC": "utc|gmt|universal|greenwich|coordinated universal",
    }.items()
    for name in names.split("|")
}
"""What no zone is called after, in lower case."""


@lru_cache(maxsize=256)
def zone_of(place: str) -> ZoneInfo | None:
    """The time zone of a place that somebody names (`lisbon`, `New York`), or of its own name (`Europe/Lisbon`); none for other words."""
    if place.partition("/")[0] in _AS_STORED and (zone := _zone(place)) is not None:
        return zone  # as it was stored, which no rule for spoken names spells so
    said = " ".join(place.casefold().replace("_", " ").split())
    if said in _NAMED:
        return _zone(_NAMED[said])
    if "/" in said:
        return _zone("/".join(_as_a_name(part, "_") for part in said.split("/")))
    names = dict.fromkeys((_as_a_name(said, "_"), _as_a_name(said, "-"))) if said else ()
    return next((zone for region in _REGIONS for name in names if (zone := _zone(f"{region}/{name}")) is not None), None)


def place_of(zone: tzinfo | None) -> str:
    """`Lisbon`, `New York`: how a zone is spoken of; empty for one without a name."""
    return zone.key.rpartition("/")[2].replace("_", " ") if isinstance(zone, ZoneInfo) else ""


def _as_a_name(words: str, between: str) -> str:
    """`New_York`, `Dar_es_Salaam`, `Port-au-Prince`."""
    return between.join(word if word in _SMALL else word.capitalize() for word in words.replace("-", " ").split())


def _zone(key: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(key)
    except (LookupError, OSError, ValueError):  # no such zone; a folder of zones; a name that leaves the folder
        return None
