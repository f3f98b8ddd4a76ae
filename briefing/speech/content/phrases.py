"""What mails say that is not worth saying: greetings, pleasantries, footers, copied headers.

Patterns for English, German and French, matched line by line. A missed line is heard once, but a line wrongly taken for a footer is lost.
So words that a person may write about ("unsubscribe", "copyright") count only in mail to many and mail from machines.
"""

import re

from briefing.speech.content.idioms import alone, any_of, somewhere

_HELLO = any_of(
    r"hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)",
    r"hallo|hallihallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|grüß dich",
    r"bonjour|bonsoir|salut|chers?|chère|coucou|madame",
    r"hola|ciao",
)
GREETING_LINE = re.compile(rf"\s*{_HELLO}\b(?:[ \t]+[^\s.?!]+){{0,6}}\s*+[,!:.]?\s*", re.IGNORECASE)
GREETING_START = re.compile(rf"(?:^|(?<=: )){_HELLO}\b(?: [\w.'-]+){{0,4}}\s?[,!:] (?=\w)", re.IGNORECASE)

_FAREWELL = any_of(
    r"(?:with )?(?:best|kind|kindest|warm|warmest|many|all the)? ?(?:regards|wishes|best)",
    r"best|cheers|many thanks|thanks(?: a lot| again| so much| in advance| and regards)?|thank you(?: very much| so much)?",
    r"(?:yours )?sincerely(?: yours)?|yours(?: truly| faithfully)?",
    r"(?:lots of )?love|hugs|xo+(?:x+o*)?|see you(?: soon| then)?|talk soon|take care",
    r"(?:viele|liebe|beste|herzliche|schöne) ?(?:grüße|grüsse)|vg|lg|mfg",
    r"mit (?:freundlichen|besten|herzlichen) grü(?:ß|ss)en",
    r"danke(?:schön)?|bis (?:dann|bald)|alles liebe",
    r"(?:bien )?cordialement|bien à (?:vous|toi)|amicalement|bises|bisous|merci(?: d'avance)?|à bientôt|(?:meilleures )?salutations",
)
CLOSING_LINE = re.compile(rf"\s*{_FAREWELL}\s*+[,.!]{{0,3}}(?:\s*+x{{1,3}})?\s*", re.IGNORECASE)

PLEASANTRY = alone(
    r"(?:i (?:do )?|we )?(?:hope|hoping|trust) (?:that )?(?:this|you|your|all|everything|everyone)\b.{0,60}"
    r"\b(?:well|fine|good|great|ok|okay|safe|nice|wonderful|lovely|healthy)\b.{0,40}",
    r"how are you.{0,30}",
    r"how(?:'s| is) (?:it going|everything|life).{0,20}",
    r"(?:many )?(?:thanks|thank you)(?: (?:so|very) much)?(?: in advance| for (?:your|the|getting|reaching)\b.{0,70})?",
    r"(?:please )?(?:let (?:me|us) know|contact us|reach out|just reply|get in touch|write to us|feel free).{0,25}(?:if|should|with)"
    r".{0,25}\b(?:any|questions?)\b.{0,60}",
    r"(?:if you have|should you have|for) any (?:further )?questions.{0,90}",
    r"(?:please )?(?:call|ring|e-?mail|write|ask|message) (?:me|us)(?: back)? (?:if|should|with).{0,25}\bquestions?\b[.!]?",
    r"if any(?:one|body) (?:has|have) (?:any )?(?:objections?|questions?|comments|concerns)(?:,? (?:please )?let (?:me|us) know)?[.!]?",
    r"(?:please )?(?:do not|don't) hesitate.{0,80}",
    r"(?:please )?feel free to.{0,80}",
    r"(?:i |we )?(?:am |are )?look(?:ing)? forward to (?:hearing|your|seeing|meeting).{0,60}",
    r"have a (?:nice|great|good|lovely|wonderful|fantastic).{0,40}",
    r"(?:just )?a quick (?:note|question|heads[- ]up)",
    r"happy (?:monday|friday).{0,10}",
    r"(?:ich )?hoffe,? (?:es geht|dir geht|ihnen geht|(?:ihr|sie|du) .{0,30}\b(?:gut|schönes?)\b).{0,60}",
    r"wie geht(?:'s| es| 's).{0,40}",
    r"(?:vielen|herzlichen|besten) dank(?: im voraus| für .{0,70})?",
    r"(?:bei|für) (?:weitere |weiteren )?(?:rück)?fragen.{0,90}",
    r"schöne[sn]? (?:tag|wochenende|woche).{0,30}",
    r"ich freue mich auf.{0,50}",
    r"j'espère que .{0,30}\bbien\b.{0,30}",
    r"comment (?:vas|allez)[- ].{0,20}",
    r"merci (?:pour|de) votre (?:message|mail|confiance).{0,40}",
    r"n'hésit(?:ez|e) pas.{0,80}",
    r"bonne (?:journée|semaine).{0,20}",
)

FOOTER = re.compile(
    any_of(
        r"^\s*sent from my\b",
        r"^\s*von meinem \w+ gesendet\b",
        r"^\s*envoyé de mon\b",
        r"\bsitz der gesellschaft\b",
        r"^\s*invitation from (?:google|microsoft|outlook|apple|yahoo|proton) calendar\b",
        r"^\s*(?:don.t want|no longer want)(?: to (?:get|receive))? (?:these|this|our|such) (?:e-?mails?|messages?|newsletters?)\b",
        r"\bamtsgericht [\w-]+,? hrb\b",
        r"\bregistered in england\b",
        r"^\s*<?[\w.+-]{1,64}@[\w.-]{3,80}>?\s*$",
        r"^\s*\[(?:image|cid|inline image|bild)\b[:\s][^\n\]]{0,100}\]\s*$",
    ),
    re.IGNORECASE,
)

MASS_FOOTER = somewhere(
    r"(?:view|open|read|see) (?:this |the )?(?:e-?mail|message|newsletter|it|online)? ?(?:in|on) (?:your |a |the )?(?:web ?)?"
    r"(?:browser|github|gitlab|web)",
    r"view online",
    r"view (?:results|issue|commit|pull request|in \w+):.*",
    r"unsubscribe",
    r"(?:manage|update|change) (?:your )?(?:e-?mail |notification |subscription )?(?:preferences|settings|subscriptions?)",
    r"you(?:'re| are)? ?(?:are )?(?:receiv\w+|getting|got) this(?: (?:e-?mail|message|newsletter))?",
    r"this (?:e-?mail|message|newsletter) was sent (?:to|by|from)",
    r"privacy (?:policy|statement)|all rights reserved|copyright|terms (?:of|and) (?:service|use|conditions)",
    r"add us to your address ?book|follow us|download (?:the|our) app",
    r"(?:do not|don't) reply|unmonitored|reply to this e-?mail directly",
    r"message id:.*",
    r"@?[\w-]{1,60} (?:commented on (?:this|#[0-9]+).{0,60}|left a comment \([^\s()]{1,80}\))",
    r"forwarded this\b.{0,20}\bsign up",
    r"facebook\b.{0,30}\b(?:twitter|instagram)",
    r"im browser (?:ansehen|anzeigen|öffnen)",
    r"(?:newsletter )?(?:abmelden|abbestellen)",
    r"(?:bitte )?antworten sie (?:bitte )?nicht|automatisch (?:generiert|erstellt)e?",
    r"handelsregister|amtsgericht|geschäftsführ(?:er|ung|erin):.*|ust-?id\S*|datenschutz(?:erklärung)?|impressum",
    r"registered office|company (?:no|number)",
    r"si vous ne (?:visualisez|voyez|lisez|parvenez|arrivez).{0,80}|se non (?:visualizzi|vedi|riesci).{0,80}",
    r"si no (?:puedes|puede|ves) (?:ver|leer|visualizar).{0,80}",
    r"(?:wird|werden) .{0,60}nicht (?:richtig|korrekt) (?:angezeigt|dargestellt)",
    r"se dés(?:abonner|inscrire)|voir (?:dans|ce message|cet e-?mail).{0,20}navigateur|ne pas répondre|mentions légales",
)

_OF_A_MAIL = (
    r"(?:message|details|order|document|issue|ticket|event|post|comment|conversation|thread|invoice|receipt|changes|report|request|task|page"
    r"|online|e-?mail)"
)
BUTTON = alone(
    r"\s*(?:view|open|show|see|read) (?:in|on) (?:the |your |a )?(?:web ?)?[\w-]{1,30}(?: app)?\s*",
    rf"\s*(?:view|open|show|see|read|track|review) (?:the |this |your |all |full |more )?{_OF_A_MAIL}\s*",
    r"\s*(?:reply|respond) to (?:the |this )?(?:comment|message|thread|review)\s*",
    r"\s*add (?:a )?comment\s*|\s*manage (?:all )?notifications\s*",
    r"\s*(?:shop|order|book|start|read|learn|sign up|join|buy|get started|try it|watch) (?:now|more|here|survey)\s*",
)
"""What a machine's mail has one press; a sentence ends in a full stop, or goes on."""

SPONSORED = re.compile(
    r"\s*(?:(?:this (?:issue|week|episode|newsletter|edition) (?:is|was) )?(?:sponsored|presented|supported|powered|brought to you) by"
    r"|sponsors?\s*:|our sponsors?\b|a (?:word|message) from our|advertisement|advertorial|anzeige\b|werbung\b|gesponsert"
    r"|pr\xe4sentiert von"
    r"|publicit\xe9|sponsoris\xe9|patrocinado|publicidad|sponsorizzato|pubblicit\xe0|together with\s)",
    re.IGNORECASE,
)

HEADER_LINE = re.compile(
    r"[\s>*]*(from|to|cc|bcc|subject|sent|date|reply-to|von|an|betreff|gesendet|datum|de|à|objet|envoyé)\*?[ \t]*:\*?[ \t]*+(.*)",
    re.IGNORECASE,
)
FORWARD_MARK = alone(
    r"\s*[-_]{2,}\s*(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré"
    r"|message d'origine)\s*[-_]{2,}\s*",
    r"\s*begin forwarded message:\s*",
)
