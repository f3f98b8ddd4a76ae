"""Mail that is made to be obeyed in a hurry: whoever it says it is from, what it claims buys it no place.

A name that holds another address or is imitated by the domain ("PayPal" at "paypa1"), a link that hides where it leads, or bait: what
nobody honest asks of a stranger (gift cards, a prize to be claimed), and what they rarely ask in a hurry or by a link (to prove an account
or an identity, to pay to a new bank account; a fee in a hurry and by a link). English, German, French, Spanish, Italian and Dutch; words
that have to meet in one sentence, as in `needs`. Asked of people the user does not know alone, and of mail that would come early: an honest
one that is taken for a trap is told among what people wrote, and nothing is said against it.
"""

import re
from collections.abc import Iterable, Set
from dataclasses import replace
from functools import lru_cache

from briefing.mail import Address, Envelope
from briefing.triage.domains import organisation_of
from briefing.words import Words, fold, split_words

_NAME_READ = 200  # a hostile name cannot make us read more
_PARTS_OF_AN_ADDRESS = re.compile(r"[._+-]+")
_SENTENCE = re.compile(r"(?<=[.!?\n;])\s+")
_HIDDEN_LINK = re.compile(r"https?://(?:[^\s/]{1,80}@|\d{1,3}(?:\.\d{1,3}){3}\b)")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63})+)")
_AS_LETTERS = str.maketrans("013457", "oieast")
_LIKE_L = str.maketrans("1", "l")
_SHORTEST_IMITATED = 5

_PROVE = frozenset(
    split_words(
        "verify verification confirm validate unlock restore reactivate upgrade verifizieren bestätigen entsperren reaktivieren "
        "bevestig bevestigen verifieer "
        "vérifier vérifiez confirmer confirmez réactiver verificar verifique confirmar confirme verificare verifichi confermare confermi"
    )
)
_ACCOUNT = frozenset(
    split_words(
        "account accounts card identity password credentials mailbox wallet konto karte kreditkarte bankkarte kartendaten tarjeta "
        "details daten bankdaten gegevens bankgegevens rekening coordonnées datos dati "
        "identität passwort postfach zugangsdaten compte identité "
        "cuenta identidad contraseña conto identità"
    )
)
_BANK = frozenset(split_words("bank iban bankverbindung bancaires bancaire bancarios bancaria bancari"))
_NEW = frozenset(split_words("new changed updated neue geänderte geändert nouvelles nouveau changé nuevos nueva nuovi nuova cambiato"))
_GIFT = frozenset(split_words("gift itunes steam gutscheinkarten geschenkkarten guthabenkarten cadeau regalo"))
_CARDS = frozenset(
    split_words("card cards voucher vouchers codes gutscheinkarten geschenkkarten guthabenkarten carte cartes tarjetas carta carte")
)
_PRIZE = frozenset(
    split_words(
        "prize lottery jackpot inheritance beneficiary bitcoin gewinn erbschaft lotterie loterie héritage premio lotteria herencia eredità"
    )
)
_CLAIM = frozenset(
    split_words(
        "claim congratulations million millions fund funds transfer collect wallet abholen millionen réclamer "
        "millón reclamar milioni riscuotere"
    )
)
_AT_ONCE = ((_GIFT, _CARDS), (_PRIZE, _CLAIM))
_IN_A_HURRY = ((_PROVE, _ACCOUNT), (_BANK, _NEW))
_FEE = frozenset(split_words("fee fees charge eur euro euros gebühr gebühren kosten frais tasa tasas tassa spese invoerrechten"))
_PAY = frozenset(split_words("pay zahlen bezahlen zahle payer payez pagar pague paga pagare paghi betaal betalen"))
_SMALL_FEE = ((_PAY, _FEE),)
_SIGNS = frozenset().union(*(some for pair in (*_AT_ONCE, *_IN_A_HURRY, *_SMALL_FEE) for some in pair[:1]))
_HURRY = frozenset(
    split_words(
        "urgent urgently immediately asap hours today tonight now final last suspended suspension closed blocked limited locked "
        "terminated deactivated disabled expires dringend sofort umgehend stunden heute gesperrt geschlossen letzte urgente suspendu "
        "uur vandaag onmiddellijk geblokkeerd "
        "bloqué immédiatement heures aujourd hoy horas suspendida bloqueada inmediatamente oggi ore sospeso bloccato subito click klicken "
        "cliquez clicca"
    )
)


def looks_like_a_trap(sender: Address, words: Words) -> bool:
    """Whether nothing that this mail of a stranger claims should move it forward."""
    return _pretends(sender) or _HIDDEN_LINK.search(words.folded) is not None or _baits(words)


def known_names(known: Iterable[Address], written_to: Set[str]) -> frozenset[frozenset[str]]:
    """The names of people the user writes to, each as its folded words: as they sign themselves, and as their addresses spell them."""
    signed = {_name_words(sender.name) for sender in known if sender.email in written_to}
    spelled = {_name_words(email.partition("@")[0]) for email in written_to}
    return frozenset(signed - {frozenset()}) | {words for words in spelled if len(words) > 1}


def bears_a_name_of(sender: Address, names: frozenset[frozenset[str]]) -> bool:
    """Whether somebody else's name is on it; asked of strangers."""
    return _name_words(sender.name) in names


def claimed_in(mail: Envelope) -> Envelope:
    """The mail, as of somebody whose name is another's."""
    return replace(mail, sender=replace(mail.sender, claimed=True))


def _name_words(name: str) -> frozenset[str]:
    return _words_of_name(name[:_NAME_READ])


@lru_cache(maxsize=2048)
def _words_of_name(name: str) -> frozenset[str]:
    return frozenset(split_words(_PARTS_OF_AN_ADDRESS.sub(" ", name)))


def _pretends(sender: Address) -> bool:
    """A name that is an address elsewhere, or that the domain spells with figures for letters."""
    domain = sender.email.rpartition("@")[2]
    name = fold(sender.name)
    if (shown := _ADDRESS.search(name)) is not None and " via " not in name:
        ours = organisation_of(sender.email)
        return shown[0] != sender.email and (not ours or organisation_of(shown[0]) != ours)
    if domain.isalpha() or not any(sign.isdigit() for sign in domain):
        return False
    spelled = (domain.translate(_AS_LETTERS), domain.translate(_LIKE_L))
    long = (word for word in split_words(name) if len(word) >= _SHORTEST_IMITATED and not any(sign.isdigit() for sign in word))
    return any(word not in domain and any(word in text for text in spelled) for word in long)


def _baits(words: Words) -> bool:
    if _SIGNS.isdisjoint(words.vocabulary):
        return False
    hurried, by_link = not _HURRY.isdisjoint(words.vocabulary), "://" in words.folded
    baits = _AT_ONCE + (_IN_A_HURRY if hurried or by_link else ()) + (_SMALL_FEE if hurried and by_link else ())
    if not any(_may_meet(pair, words.vocabulary) for pair in baits):
        return False
    return any(_may_meet(pair, set(split_words(sentence))) for sentence in _SENTENCE.split(words.folded) for pair in baits)


def _may_meet(pair: tuple[frozenset[str], frozenset[str]], vocabulary: set[str]) -> bool:
    one, other = pair
    return not one.isdisjoint(vocabulary) and not other.isdisjoint(vocabulary)
