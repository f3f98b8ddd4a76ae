"""What a model claims in German, French, Spanish or Italian: frames and participles for `briefing.understanding.claims`.

As in English, a claim of ours is one by what stands before its participle: we have ("ich habe die Mail", "je l'ai"), a mail is ("la mail è
stata"), or nothing. A few words are a claim as a whole clause ("erledigt", "c'est fait").
"""

import re
from collections.abc import Mapping

from briefing.mail_action import MailAction

LEAD = (
    r"(?:ja|gut|gern|gerne|klar|alles klar|natürlich|sicher|oui|d'accord|bien sûr|voilà|parfait|très bien|entendu|sí|claro|vale|perfecto"
    r"|de acuerdo|muy bien|bueno|listo|hecho|sì|certo|va bene|perfetto|ecco|bene|erledigt|fertig|fatto)"
)
_ADVERB = (
    r"(?:bien|déjà|maintenant|aussi|tous|toutes|tout|désormais|ya|también|ahora|todos|todas|todo|già|appena|anche|ora|tutti|tutte|tutto"
    r"|adesso)"
)
_NO = r"(?:nicht|nichts|nie|niemals|kein\w*|weder)"
_TOLD = r"(?:von(?! (?:mir|uns)\b)|vom|auf|am|gestern|vorgestern|letzte\w*|vor)"
_GERMAN_NOUN = r"(?:[\w-]*mails?|nachricht(?:en)?|newsletter|rundbriefe?|antwort(?:en)?|entw[uü]rfe?|einladung(?:en)?)"
_ROMANCE_NOUN = (
    r"(?:e-?mails?|mails?|courriels?|messages?|réponses?|newsletters?|brouillons?|correos?|mensajes?|respuestas?|boletín|boletines"
    r"|borrador(?:es)?|messaggi|messaggio|rispost[ae]|bozz[ae])"
)
_WHOSE = r"(?: (?:von|vom|an|über|de|du|del|della|di|da|à|a|sur|sobre) (?:[\w'-]+ )?[\w'-]+| d'[\w-]+)?"
_GERMAN_MAIL = (
    rf"(?:sie|es|das|alles|beide|alle|(?:die|der|den|deine?n?|ihre?n?|diese[rsn]?|alle|beide) (?:[\w-]+ )?{_GERMAN_NOUN}{_WHOSE})"
)
_ARTICLE = (
    r"(?:le|la|les|votre|vos|ton|ta|tes|ce|cette|ces|tous les|toutes les|el|los|las|tu|su|tus|sus|este|esta|todos los|todas las|il|lo"
    r"|i|gli|la tua|il tuo|le tue|i tuoi|tutte le|tutti i)"
)
_ROMANCE_MAIL = rf"(?:il|elle|ils|elles|ça|tout|todo|tutto|esto|eso|questo|(?:{_ARTICLE} |l')(?:[\w-]+ )?{_ROMANCE_NOUN}{_WHOSE})"
WE_DID = (
    rf"(?:(?:(?:ich|wir) )?(?:habe|hab|haben)|{_GERMAN_MAIL} (?:habe|hab|haben) (?:ich|wir))(?: (?!{_NO}\b)[\w'.-]+){{0,12}}"
    r"|(?:je (?:te |vous )?(?:l'ai|(?:la |le |les )?ai)|j'ai|nous (?:l'|les )?avons|on (?:l'|les )?a"
    r"|(?:(?:te|se|ya) )?(?:(?:lo|la|los|las) )?(?:he|hemos)"
    rf"|(?:(?:te|ve) )?(?:l'|li |le |la |lo )?(?:ho|abbiamo))(?: {_ADVERB})*"
)
IT_IS = (
    rf"(?:{_GERMAN_MAIL} )?(?:ist|sind|wurden?)(?: (?!(?:{_NO}|{_TOLD})\b)[\w'-]+){{0,6}}"
    rf"|(?:c'est|(?:{_ROMANCE_MAIL} )?(?:ya )?(?:est|sont|a été|ont été|a bien été|ont bien été|está|están|ha sido|han sido|fue|fueron"
    rf"|quedan?|quedó|quedaron|è|sono)(?: stat[oaie])?)(?: {_ADVERB})*"
)
ANOTHERS = re.compile(r"^ (?:hat|hast|habt|hatte|haben|wird|werden|wurden?|wäre|hätte)\b", re.IGNORECASE)
TOLD_BEHIND = re.compile(
    r"^[^,;]*?\b(?:par|por(?! ti\b)|da(?! me\b)|hier|ayer|ieri|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles"
    r"|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)\b",
    re.IGNORECASE,
)
FOR_YOU = re.compile(r"^(?: (?:für|pour|para|per) (?:dich|sie|vous|toi|ti|usted|te))?$", re.IGNORECASE)
"""All that may stand behind a bare participle: "enviado por Marcos" is told of another."""

DONE: Mapping[MailAction, str] = {
    MailAction.ARCHIVE: r"archiviert|archivée?s?|archivad[oa]s?|archiviat[oaie]",
    MailAction.DELETE: r"gelöscht|entfernt|weggeworfen|supprimée?s?|effacée?s?|jetée?s?|eliminad[oa]s?|borrad[oa]s?|eliminat[oaie]"
    r"|cancellat[oaie]",
    MailAction.MOVE: r"verschoben|déplacée?s?|movid[oa]s?|spostat[oaie]",
    MailAction.SEND: r"gesendet|(?:ab|ver|weg|los)?geschickt|abgesendet|versandt|verschickt|beantwortet|geantwortet|weitergeleitet"
    r"|envoyée?s?|expédiée?s?|répondu|transférée?s?|enviad[oa]s?|mandad[oa]s?|respondido|reenviad[oa]s?|inviat[oaie]|mandat[oaie]"
    r"|spedit[oaie]|inoltrat[oaie]|risposto",
    MailAction.REPORT_SPAM: r"gemeldet|signalée?s?|denunciad[oa]s?|reportad[oa]s?|segnalat[oaie]",
    MailAction.UNSUBSCRIBE: r"abbestellt|abgemeldet|désabonnée?s?|désinscrite?s?|dad[oa]s? de baja|disiscritt[oaie]",
}
DONE_SOMEHOW = r"markiert|gekennzeichnet|erledigt|raus|weg|rückgängig gemacht|marquée?s?|marcad[oa]s?|contrassegnat[oaie]|deshecho"
"""What says too little of the action: "als gelesen markiert"."""

FINISHED = (
    r"(?:(?:das|es|sie|alles|schon|bereits|jetzt|ist|wäre|sind) )*(?:erledigt|geschafft|gemacht|weg|raus|abgehakt|vom tisch)"
    r"(?: für (?:dich|sie))?|fertig"
    r"|(?:(?:c'est|tout est|elle est|il est) )?(?:déjà )?(?:fait|faite|réglée?|partie?|terminée?)|ça y est"
    r"|(?:(?:ya está|ya|todo|está|queda) )?(?:listo|lista|hecho|resuelto|solucionado)|ya está|ya se fue"
    r"|(?:ya )?(?:te )?(?:lo|la|los|las) (?:archivé|borré|eliminé|envié|mandé|marqué|moví|reenvié)(?: .{1,60})?"
    r"|(?:(?:è già|è|tutto|ecco) )?(?:fatto|fatta|sistemat[oa]|andat[oa])|tutto a posto"
)
"""Whole clauses that claim what was asked for."""

CONDITION = r"wenn|falls|sobald|sofern|ob|bevor|nachdem|si|quand|lorsque|dès que|avant que|cuando|una vez|se|quando|una volta|appena"
SAYS = r"(?:schreibt|sagt|meint|meldet|berichtet|écrit|dit|écrivent|dice|escribe|cuenta|scrive|scrivono)"

_SUCCESS = re.compile(
    rf"\b(?:{'|'.join(DONE.values())}|{DONE_SOMEHOW}|archiv\w*|lösch\w*|papierkorb|corbeille|papelera|cestino|spam|posteingang|weg|raus"
    r"|unterwegs|fertig|gemacht|geschafft|geschehen|passiert|verschwunden|erfüllt|angekommen|bekommen|erhalten|informiert|jetzt|nun|schon"
    r"|bereits|mehr|fait\w*|part[ie]e?s?|réglée?s?|terminée?s?|disparu\w*|reçu\w*|informée?s?|déjà|maintenant|désormais|plus|exaucé"
    r"|hech[oa]s?|list[oa]s?|resuelt\w*|desapareci\w*|recibi\w*|ya|ahora|más|salió|fue|fatt[oaie]|sistemat\w*|andat[oaie]|sparit\w*"
    r"|ricevut\w*|già|ora|adesso|più|posto|bandeja|boîte|casella)\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:der|dem|ein|eine|und|ist|bis|mit|für|von|zum|zur|nicht|le|les|des|une|est|pour|avec|dans|que|el|los|las|una|para|por"
    r"|gli|per|della|che|il|di|entro|du|sie|ich|je|ne|pas|non|ob|dir|dich|ihm|ihr|uns|euch)\b",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"^(?:ich|wir|es|das|alles|ist|hab\w*|wird|dein\w*|ihr\w*|kein\w*|je|j'|nous|on|c'est|ça|tout|votre|vos|ton|ta|il n'y|aucun\w*|he|hemos"
    r"|esto|eso|todo|está\w*|tu|su|nada|ningun\w*|ho|abbiamo|è|sono|tutto|questo|nessun\w*|niente|l'ho|lo|la he|se|te|ti)\b",
    re.IGNORECASE,
)
_THEY_TELL = re.compile(
    r"^(?:sie|er|es|das|elle|il|ella|él|lei|lui|la mail|l'e-mail|el correo) (?:nous |vous |te |ti |le |vi )?(?:schreib|sag|frag|bitte"
    r"|möchte|will|braucht|erinner|lädt|kommt|demand|écri|dit|veut|voudrait|rappell|propos|pide|dice|quiere|necesita|pregunt|escrib|recuerd|chied"
    r"|vuole|scriv|ricord|ha bisogno|a besoin)",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"^(?:(?:leider|tut mir leid|entschuldigung|désolée?|malheureusement|lo siento|mi dispiace|purtroppo),? )*"
    rf"(?:(?:ich|wir|das) (?:kann|können|konnte|konnten|habe|hab|haben|darf|werde)(?: (?!{_NO}\b)[\w-]+){{0,8}} (?:nicht|nichts|keine?\w?)"
    r"\b|(?:sie|es|das|die mail|der entwurf) (?:ist|wurde)(?: noch)? nicht\b|(?:je|nous) (?:ne |n')(?=[^,;:]*\b(?:pas|rien)\b)"
    r"|(?:elle|il|ce) n'(?:est|a) pas\b|(?:non?) (?:lo |la |los |las |l'|li |le |se )?(?:puedo|pude|podemos|he|hemos|está|posso|ho|abbiamo"
    r"|riesco|è)\b)[^,;:]*$",
    re.IGNORECASE,
)
_TURNS = re.compile(r"\b(?:aber|sondern|doch|und|dann|mehr|mais|et|puis|plus|pero|sino|y|más|ma|però|e|più|poi)\b", re.IGNORECASE)
_FEWEST_WORDS = 4


def tells_no_success(told: str) -> bool:
    """Whether a sentence in one of these languages cannot be taken for a success: an admission, or what a mail or a person says."""
    if _CANNOT.match(told):
        return _TURNS.search(told) is None
    if len(told.split()) < _FEWEST_WORDS or _SUCCESS.search(told) or not _FOREIGN.search(told):
        return False
    return _THEY_TELL.match(told) is not None or _OURS.match(told) is None
