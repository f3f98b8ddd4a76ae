"""What a machine reports that needs something done: a payment that failed, a sign-in, a changed trip, what expires or is down, what it
wants by when; and what asks nothing though its words may, since it is over: a parcel on its way, a receipt, an answered invitation.

English, German, French, Spanish, Italian and, in part, Dutch. Each matter is two groups of words that have to meet in one sentence, in any
order, so that a list of phrases is not needed. What only claims to be urgent ("Act now!", "Action required") names no matter and is
none; an offer that ends tonight is advertising.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefing.agenda import ReasonKind
from briefing.mail import Envelope
from briefing.speech.content.invitations import CalendarNews, news_in
from briefing.speech.content.names import is_service
from briefing.triage.asks import names_deadline, requests
from briefing.words import Words, split_words, words_of

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
        "mahnung gescheitert refuse refusee echoue impaye rechazado rechazada fallido rifiutato rifiutata fallito scaduto",
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
    _matter(
        "parcel package shipment paket sendung colis paquete envio pacco spedizione pakket zending",
        "customs collection abholung retrait recogida ritiro giacenza zoll douane aduana dogana ophalen afhalen invoerrechten",
    ),
    _matter("backup job run sicherung sauvegarde copia", "failed unfinished fehlgeschlagen echoue fallida fallito mislukt"),
)
_OWED = _matter(
    "amount bill invoice tax fee fees fine duty duties eur euro euros betrag rechnung steuer gebuhr zoll nachzahlung montant facture impot "
    "taxe amende frais importe factura impuesto tasa multa importo fattura tassa imposta bedrag factuur belasting aanslag boete "
    "invoerrechten",
    "pay due outstanding payable settle offen fallig zahlbar zahlen bezahlen uberweisen begleichen payer regler pagar pendiente "
    "abonar pagare versare dovuto dovuta betalen betaal voldoen openstaand openstaande",
)
_SETTLED = frozenset(
    split_words(
        "paid automatically bezahlt automatisch abgebucht eingezogen paye payee preleve automatiquement pagado pagada domiciliado pagata "
        "pagato addebitato betaald afgeschreven"
    )
)
"""What is paid or will be taken by itself is not owed."""
_OVER = (
    _matter(
        "parcel package order shipment delivery paket sendung bestellung lieferung colis commande envoi pedido paquete envio pacco ordine "
        "spedizione pakket bestelling zending",
        "shipped dispatched delivered way arrives arriving arrived left collected unterwegs versandt verschickt zugestellt abgeholt "
        "angekommen expedie expediee livre livree route camino enviado enviada entregado entregada salido spedito spedita "
        "consegnato consegnata viaggio onderweg verzonden bezorgd geleverd opgehaald",
    ),
    _matter(
        "payment zahlung zahlungseingang paiement pago pagamento betaling order bestellung commande pedido ordine bestelling refund "
        "ruckzahlung",
        "received confirmed erhalten eingegangen bestatigt recu recue confirmee confirme recibido confirmado ricevuto confermato ontvangen "
        "bevestigd issued",
    ),
    _matter(
        "total card amount betrag karte montant carte importe tarjeta importo carta bedrag", "charged abgebucht debite cargado addebitato"
    ),
    _matter("thanks thank danke dank merci gracias grazie bedankt", "riding purchase einkauf achat compra acquisto aankoop"),
    _matter("request ticket anfrage demande solicitud richiesta", "resolved gelost resolue resuelta risolta opgelost"),
)
_SAYS_I = frozenset(split_words("i me ich mir mich ai moi yo ik mij io"))
_BY_A_DAY = frozenset({ReasonKind.APPOINTMENT, ReasonKind.DEADLINE})
_ANY_WISH = _BY_A_DAY | {ReasonKind.QUESTION, ReasonKind.REQUEST}
_ANSWERS = frozenset({CalendarNews.ACCEPTED, CalendarNews.DECLINED, CalendarNews.TENTATIVE})
_RATES = frozenset(
    split_words("rate rating review survey feedback bewerten bewertung umfrage avis sondage encuesta sondaggio enquete beoordeel")
)
_PHRASES = (
    "could not charge", "unable to charge", "not be charged", "not charged",
    "was not you", "wasn t you", "not recognise", "not recognize", "could not be delivered", "returned to sender",
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
_SIGNS = _PHRASE_WORDS.union(*(matter.befell for matter in (*_MATTERS, _OWED)))
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
_OFFERS = _ADVERTISES | {"off"}
_YOURS = frozenset(split_words("your ihr ihre ihren ihrem ihres dein deine deinen votre vos ton ta tes su sus tu tus suo sua tuo tua"))
_CLAIMS = frozenset(split_words("urgent urgently dringend urgente hurry act"))


def needs_action(words: Words, *, to_many: bool = False) -> bool:
    """Whether a notice names something that has to be looked after. In a mail to many it has to be the reader's own: "your flight"."""
    if _SIGNS.isdisjoint(words.vocabulary):
        return False
    sentences = _SENTENCE.split(words.folded)
    if "%" in words.folded and any("%" in one and not _OFFERS.isdisjoint(split_words(one)) for one in sentences):
        return False
    if not _CLAIMS.isdisjoint(words.vocabulary) or "!!" in words.folded:
        return False
    if not _DONE.isdisjoint(words.vocabulary):
        return False
    matters = [matter for matter in _MATTERS if _may_be(matter, words.vocabulary)]
    if not to_many and _may_be(_OWED, words.vocabulary) and _SETTLED.isdisjoint(words.vocabulary):
        matters.append(_OWED)
    if not matters:
        return _named(words)
    return _named(words) or any(_meet(split_words(sentence), matters, to_many) for sentence in sentences)


def has_to_be_looked_after(mail: Envelope, words: Words, *, many: bool) -> bool:
    """Whether it is a notice of a matter, or wants something by a day.

    An office may write from any address: of what is no machine's, the matter has to be the reader's own, as in a mail to many.
    """
    machine = mail.automatic or is_service(mail.sender)
    return needs_action(words, to_many=many or not machine) or (mail.automatic and not many and _wants_by_a_day(mail, words))


def _wants_by_a_day(mail: Envelope, words: Words) -> bool:
    """Whether a machine's notice to one reader wants something by a day: papers, a reading, an answer; a survey wants nothing of use."""
    if not (names_deadline(words) and requests(words)) or _settles(mail, words):
        return False
    return (_ADVERTISES | _RATES | _CLAIMS).isdisjoint(words.vocabulary)


def left_over(mail: Envelope, words: Words) -> frozenset[ReasonKind]:
    """The claims that a mail does not make because what it tells of is over.

    An answered invitation names a day, and its words may still ask; a notice of what was done asks nothing.
    """
    if news_in(mail.subject) in _ANSWERS:
        return _BY_A_DAY
    return _ANY_WISH if _settles(mail, words) else frozenset()


def _settles(mail: Envelope, words: Words) -> bool:
    """A machine's notice says so anywhere, others' in the subject; what somebody writes who says "I" is a letter."""
    matters = [matter for matter in _OVER if _may_be(matter, words.vocabulary)]
    if not matters:
        return False
    if mail.automatic or is_service(mail.sender):
        return any(_meet(split_words(sentence), matters, to_many=False) for sentence in _SENTENCE.split(words.folded))
    return _SAYS_I.isdisjoint(words.vocabulary) and _meet(words_of(mail.subject[:300]).sequence, matters, to_many=False)


def _may_be(matter: _Matter, vocabulary: set[str]) -> bool:
    return not matter.about.isdisjoint(vocabulary) and not matter.befell.isdisjoint(vocabulary)


def _meet(sentence: list[str], matters: Sequence[_Matter], to_many: bool) -> bool:
    vocabulary = set(sentence)
    if to_many and _YOURS.isdisjoint(vocabulary):
        return False
    return _ADVERTISES.isdisjoint(vocabulary) and any(
        any(about != befell for about in matter.about & vocabulary for befell in matter.befell & vocabulary) for matter in matters
    )


def _named(words: Words) -> bool:
    return not _PHRASE_WORDS.isdisjoint(words.vocabulary) and any(phrase in words.joined for phrase in _PHRASES)
