"""What a machine reports that needs something done: a payment that failed, a sign-in, a changed trip, what expires or is down.

English, German, French, Spanish and Italian. Each matter is two groups of words that have to meet in one sentence, in any order, so that a
list of phrases is not needed. What only claims to be urgent ("Act now!", "Action required") names no matter and is none; an offer that ends
tonight is advertising.
"""

import re
from dataclasses import dataclass

from briefing.words import Words, split_words

_SENTENCE = re.compile(r"(?<=[.!?\n;])\s+")


@dataclass(frozen=True, slots=True)
class _Matter:
    """What it is about and what befell it; a phrase is a word that ends in "*" (its beginning), or several with single spaces."""

    about: frozenset[str]
    befell: frozenset[str]


def _matter(about: str, befell: str) -> _Matter:
    return _Matter(frozenset(split_words(about)), frozenset(split_words(befell)))


_MATTERS = (
    _matter(
        "payment card charge debit transfer renewal billing zahlung karte lastschrift abbuchung uberweisung paiement carte prelevement "
        "pago "
        "tarjeta cobro pagamento carta addebito invoice rechnung facture",
        "failed fail declined decline rejected unsuccessful unpaid overdue returned fehlgeschlagen abgelehnt zuruckgewiesen uberfallig "
        "mahnung gescheitert refuse refusee echoue impaye rechazado rechazada fallido rifiutato rifiutata fallito scaduto charged",
    ),
    _matter(
        "sign signin login log logged password passwort kennwort anmeldung device account konto connexion compte contrasena sesion accesso "
        "password mot geraet gerat appareil dispositivo",
        "unusual suspicious unknown changed reset locked suspended unrecognized unrecognised ungewohnliche verdachtige "
        "unbekannten geandert zuruckgesetzt gesperrt inhabituelle suspecte modifie bloque sospechoso cambiada bloqueada "
        "sospetto modificata bloccato compromised breach",
    ),
    _matter(
        "flight train trip booking reservation departure gate connection journey appointment itinerary flug zug reise buchung fahrt termin "
        "verbindung vol trajet voyage rendez vuelo tren viaje cita volo treno viaggio appuntamento performance event concert class",
        "changed change cancelled canceled delayed delay moved rescheduled earlier later rebooked missed geandert anderung gestrichen "
        "storniert abgesagt verspatet verspatung verschoben entfallt fallt modifie annule annulee retarde reporte reportee cambiado "
        "cancelado retrasado modificato cancellato ritardo spostato reminder erinnerung tomorrow morgen demain rappel",
    ),
    _matter(
        "domain certificate subscription password licence license passport card membership storage backup token trial contract policy "
        "registration disk domain zertifikat abonnement lizenz ausweis vertrag versicherung speicher certificat licence contrat "
        "certificado "
        "suscripcion contratto",
        "expires expire expiring expired ends full lapse lapses released failed fails lauft ablaufen abgelaufen endet voll fehlgeschlagen "
        "expirent expirera expiree caduca vence scade deleted geloscht suspended",
    ),
    _matter(
        "balance account kontostand konto saldo solde compte cuenta conto credit guthaben",
        "below overdrawn insufficient low negative unterschritten uberzogen decouvert insuffisant insuficiente insufficiente",
    ),
    _matter(
        "document documents agreement contract lease form offer dokument vertrag devis contrat contrato documento contratto",
        "sign signature signatures countersign unterschreiben unterzeichnen unterschrift signez signer firme firmar firma "
        "firmare ondertekenen",
    ),
    _matter(
        "price prices fee fees rate tariff preis preise beitrag gebuhr gebuhren tarif prix precio precios cuota prezzo prezzi",
        "changing change changes increase increases increasing rise rises rising erhoht erhohung steigt steigen angepasst augmente "
        "augmentation aumenta subira aumento",
    ),
    _matter(
        "server site website service host shop monitor connection database disk certificate backup node instance endpoint down alert "
        "outage",
        "down unreachable outage unavailable offline refused failing nicht erreichbar ausgefallen storung hors panne caido caida "
        "irraggiungibile "
        "critical firing",
    ),
)
_PHRASES = (
    "could not charge", "was not you", "wasn t you", "not recognise", "not recognize", "could not be delivered", "returned to sender",
    "delivery failed", "undeliverable", "does not answer", "not answered since", "not responding", "is overdue", "konnte nicht zugestellt",
    "nicht zustellbar", "nicht abgebucht", "nicht von ihnen", "waren sie das nicht", "n est pas vous", "n a pas pu etre", "no fuiste tu",
    "no se pudo", "non sei stato tu", "your appointment", "ihr termin", "ihren termin", "votre rendez vous", "su cita", "il tuo "
    "appuntamento",
    "new sign in", "new login", "new log in", "signed in from", "from a new device", "on a new device", "neue anmeldung", "neuen gerat",
    "nouvelle connexion", "nouvel appareil", "nuevo inicio de sesion", "nuevo dispositivo", "nuovo accesso", "nuovo dispositivo",
    "payment reminder", "zahlungserinnerung", "rappel de paiement", "recordatorio de pago", "sollecito di pagamento",
    "betalingsherinnering", "aanmaning",
    "final notice", "letzte mahnung", "security alert", "sicherheitswarnung", "sicherheitshinweis", "alerte de securite",
)  # fmt: skip
_PHRASE_WORDS = frozenset(max(phrase.split(), key=len) for phrase in _PHRASES)
_SIGNS = _PHRASE_WORDS.union(*(matter.befell for matter in _MATTERS))
"""Without one of these nothing needs doing: most mail is let go by a single look."""
_DONE = frozenset(split_words("recovered resolved restored fixed passed succeeded erfolgreich behoben retabli resolu"))
_ADVERTISES = frozenset(
    split_words(
        "sale deal deals discount save saving savings offer offers voucher coupon gift free gratis rabatt angebot angebote gutschein "
        "sparen "
        "promo promotion soldes remise offre offres cadeau oferta ofertas descuento regalo sconto offerta omaggio basket percent bonus "
        "prize "
        "webinar win gewinn gewinnen shop reward rewards points"
    )
)
_YOURS = frozenset(split_words("your ihr ihre ihren ihrem ihres dein deine deinen votre vos ton ta tes su sus tu tus suo sua tuo tua"))
_CLAIMS = frozenset(split_words("urgent urgently dringend urgente hurry act"))


def needs_action(words: Words, *, to_many: bool = False) -> bool:
    """Whether a notice names something that has to be looked after. In a mail to many it has to be the reader's own: "your flight"."""
    if _SIGNS.isdisjoint(words.vocabulary):
        return False
    if "%" in words.folded and ("off" in words.vocabulary or not _ADVERTISES.isdisjoint(words.vocabulary)):
        return False
    if not _CLAIMS.isdisjoint(words.vocabulary) or "!!" in words.folded:
        return False
    if not _DONE.isdisjoint(words.vocabulary):
        return False
    if not any(_may_be(matter, words.vocabulary) for matter in _MATTERS):
        return _named(words)
    return _named(words) or any(_meet(split_words(sentence), to_many) for sentence in _SENTENCE.split(words.folded))


def _may_be(matter: _Matter, vocabulary: set[str]) -> bool:
    return not matter.about.isdisjoint(vocabulary) and not matter.befell.isdisjoint(vocabulary)


def _meet(sentence: list[str], to_many: bool) -> bool:
    vocabulary = set(sentence)
    if to_many and _YOURS.isdisjoint(vocabulary):
        return False
    return _ADVERTISES.isdisjoint(vocabulary) and any(
        any(about != befell for about in matter.about & vocabulary for befell in matter.befell & vocabulary) for matter in _MATTERS
    )


def _named(words: Words) -> bool:
    return not _PHRASE_WORDS.isdisjoint(words.vocabulary) and any(phrase in words.joined for phrase in _PHRASES)
