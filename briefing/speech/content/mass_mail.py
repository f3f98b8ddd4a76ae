"""Whether a mail reads like one to many, where no header says so: by who sends it, by its subject and by its first words.

Signs are counted, and two are needed, since a person may write "last chance" and a small firm may write from info@. What stands in the
footer is one sign that suffices.
"""

import re

from briefing.mail import Envelope
from briefing.words import Words, split_words

_HOST = re.compile(
    r"@(?:e|em|e-?mail|mail|mailing|news|newsletters?|nl|send|go|info|mkt|marketing|promo|offers|updates|crm|hello|list|reply)\d?\."
)
_LOCAL = re.compile(
    r"(?:news|newsletters?|digest|offers?|deals|marketing|promo(?:tions)?|letters?|lettre|info|hello|hallo|hi|team|editor|redaktion"
    r"|updates?"
    r"|community|members?|events?|feedback|service|kundenservice|contact|kontakt|shop|store|jobs?[\w.-]{0,30}|club|post|notifications?"
    r"|no-?reply"
    r"|bewertung|survey|angebote?|gemeindebrief|magazin|magazine|weekly|daily|campaigns?|social|friends|welcome)(?:[-+.][\w.-]{0,30})?@"
)
_SURE_LOCAL = re.compile(r"(?:newsletters?|digest|offers|deals|marketing|promo(?:tions)?|campaigns?|news|weekly|daily)@")
_NAME = re.compile(
    r"\b(?:newsletter|weekly|daily|digest|news|team|store|shop|club|deals|offers|editor|redaktion|magazin\w*|gemeindebrief|from|at|by"
    r"|von)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:\b(?:[0-9]{1,2} ?(?:%|percent|prozent)|%)|\bact (?:now|today|fast)|last (?:chance|hours?|days?|call)|ends (?:today|tonight"
    r"|soon|in)"
    r"|don.t miss|nur (?:heute|noch)|letzte chance|jetzt (?:sichern|sparen)|derni(?:e|è)re chance|ne manquez pas|(?:issue|ausgabe|vol"
    r"|no)\.? ?#?[0-9]"
    r"|#[0-9]{1,4}\b|\bweekly\b|\bmonthly\b|new (?:jobs|followers|arrivals|in)\b|how (?:was|did you like|would you rate)|rate your"
    r"|your opinion"
    r"|see what you missed|shared something|sale\b|\bdeals?\b|free shipping|opportunit(?:y|ies)|geschenk|gutschein|you have [0-9]+ new"
    r"|(?:neu|new|nouveau) im |(?:im|in) (?:december|dezember|november|januar)\b|your (?:week|month|year) in)",
    re.IGNORECASE,
)
_FIRST_WORDS = frozenset(
    split_words(
        "shop discover hurry exklusiv exclusive gratis sichern einlosen rabatt gutschein voucher webinar subscribe subscribers readers "
        "issue "
        "sponsored sponsor newsletter ausgabe leser redaktion apply survey guest members"
    )
)
FOOTER = re.compile(
    r"\bunsubscribe\b|\bopt[- ]?out\b|(?:manage|update|change|email) (?:your )?(?:e-?mail )?(?:preferences|subscription)"
    r"|no longer (?:want|wish)"
    r"|you(?:.re| are) receiving (?:this|these)|you (?:get|received?) this (?:e-?mail|mail|newsletter|message) (?:because|as|since)"
    r"|(?:view|open|read) (?:this |it )?(?:e-?mail |newsletter |issue )?(?:in (?:your|a|the) browser|online)|trouble (?:viewing|reading)"
    r"|don.t want to (?:get|receive)|stop (?:these|receiving)|forward to a friend"
    r"|abbestellen|abmelden|austragen|keine e-?mails? mehr|im browser (?:ansehen|anzeigen|\xf6ffnen|lesen)|sie erhalten diese"
    r"|se d\xe9s(?:inscrire|abonner)|d\xe9sinscri|dans (?:votre|le) navigateur|darse de baja|cancelar (?:la )?suscripci|en (?:tu|su"
    r"|el) navegador"
    r"|annulla l.iscrizione|disiscriv|nel browser|cancelar (?:a )?(?:assinatura|inscri)|no navegador|uitschrijven|afmelden|wypisz|zrezygnuj"
    r"|afmeld|avmeld|avregistrera|avsluta prenumeration|peruuta tilaus|\u043e\u0442\u043f\u0438\u0441\u0430\u0442\u044c\u0441\u044f",
    re.IGNORECASE,
)
_FOOTER_WORDS = frozenset(
    split_words(
        "unsubscribe opt optout preferences subscription longer receiving receive received get browser online stop forward abbestellen "
        "abmelden "
        "austragen mehr erhalten désinscrire désabonner navigateur baja suscripción navegador iscrizione disiscriviti assinatura inscrição "
        "uitschrijven afmelden wypisz zrezygnuj afmeld avmeld avregistrera prenumeration tilaus отписаться"
    )
)
_LIST_FOOTER = re.compile(
    r"mailing list|listinfo|-leave@|-unsubscribe@|-request@|google ?groups|reply to this email directly", re.IGNORECASE
)
_FOOTER_READ = 2_500
_ENOUGH = 2


def has_mass_footer(text: str) -> bool:
    """Whether a mail's own text ends, or begins, as mail to many does; the footer of a list where people write is none."""
    ends = text if len(text) <= 2 * _FOOTER_READ else f"{text[:_FOOTER_READ]}\n{text[-_FOOTER_READ:]}"
    return bool(FOOTER.search(ends)) and not _LIST_FOOTER.search(ends)


def reads_like_mass_mail(envelope: Envelope, words: Words) -> bool:
    """Whether sender, subject and first words together are those of a newsletter or of advertising."""
    if envelope.automatic or envelope.invitation:
        return False
    if not _FOOTER_WORDS.isdisjoint(words.vocabulary) and has_mass_footer(envelope.snippet):
        return True
    email = envelope.sender.email
    signs = bool(_HOST.search(email)) + bool(_LOCAL.match(email)) + bool(_SURE_LOCAL.match(email))
    signs += bool(_NAME.search(envelope.sender.name[:120]))
    known_words = not _FIRST_WORDS.isdisjoint(words.vocabulary)
    if not signs and not known_words:
        return False
    return signs + known_words + bool(_SUBJECT.search(envelope.subject[:300])) >= _ENOUGH
