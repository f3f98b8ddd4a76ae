"""Everybody who writes to Sam. All addresses are in domains reserved for examples (RFC 2606 and 6761)."""

from providers.sample_inbox.letter import Person

INGRID = Person(name="Ingrid Solberg", email="ingrid.solberg@tidewater.example")
MARCUS = Person(name="Marcus Bell", email="marcus.bell@tidewater.example")
PRIYA = Person(name="Priya Nair", email="priya.nair@tidewater.example")
ELEANOR = Person(name="Eleanor Voss", email="e.voss@harbourmuseum.example")
ACCOUNTS = Person(name="Femi Ogunleye", email="femi.ogunleye@tidewater.example")
PEOPLE_TEAM = Person(name="Joanne Pike", email="joanne.pike@tidewater.example")
CANDIDATE = Person(name="Luca Ferretti", email="luca.ferretti@example.org")
OFFICE = Person(name="Tidewater Office", email="office@tidewater.example")

TOMASZ = Person(name="Tomasz Wolski", email="tomasz.wolski@example.net")
SCHOOL = Person(name="Oakfield Primary School", email="office@oakfield-school.example")
TEACHER = Person(name="Hannah Reed", email="h.reed@oakfield-school.example")
DENTIST = Person(name="Okafor Dental Practice", email="reception@okafordental.example")
ELENA = Person(name="Elena Rivera", email="elena.rivera@example.org")
MUM = Person(name="Carmen Rivera", email="carmen.rivera@example.net")
RUTH = Person(name="Ruth Adeyemi", email="ruth.adeyemi@example.net")
DAVE = Person(name="Dave Kowalczyk", email="dave@oakfield-rovers.example")
NADIA = Person(name="Nadia Haddad", email="nadia.haddad@example.org")

JONAS = Person(name="Jonas Brandt", email="jonas.brandt@example.org")
LINDNER = Person(name="Kanzlei Lindner", email="post@kanzlei-lindner.example")
HOTEL = Person(name="Hôtel des Remparts", email="reservation@hotel-remparts.example")
CAMILLE = Person(name="Camille Moreau", email="camille.moreau@example.net")

LEDGER = Person(name="The Morning Ledger", email="briefing@morningledger.example")
TYPE = Person(name="Pixel & Type", email="hello@pixelandtype.example")
KETTLE = Person(name="Kettle & Crumb", email="recipes@kettleandcrumb.example")
CINEMA = Person(name="Riverside Cinema", email="news@riversidecinema.example")
TRAILHEAD = Person(name="Trailhead Outdoor", email="offers@trailhead.example")
COUNCIL = Person(name="Harbourtown Council", email="newsletter@harbourtown.example")
BOOK_CLUB = Person(name="Tuesday Book Club", email="bookclub@lists.example.org")
WEI = Person(name="Wei Zhang", email="wei.zhang@example.org")
GRACE = Person(name="Grace Oduya", email="grace.oduya@example.net")

BUILDS = Person(name="Tidewater Builds", email="builds@ci.example.com")
FORGE = Person(name="priya-nair", email="notifications@forge.example.com")
CLOUD = Person(name="Stowaway Cloud", email="no-reply@stowaway.example")
SECURITY = Person(name="Northgate Bank", email="no-reply@northgatebank.example")

GROCER = Person(name="Greenbasket", email="orders@greenbasket.example")
RAIL = Person(name="Coastline Rail", email="tickets@coastlinerail.example")
POWER = Person(name="Brightwater Energy", email="billing@brightwater.example")
COURIER = Person(name="Swiftlane Parcels", email="no-reply@swiftlane.example")
STRANGER = Person(name="Account Services", email="service@mail-administration.example")
