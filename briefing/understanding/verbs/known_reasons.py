"""What people say of themselves and of a mail as the reason for a wish beside it: "I have dealt with it", "it is only an advert".

Closed lists: what is not in them may be a doubt, a joke, a need or somebody else's words ("I'm on the fence", "that was the radio"), and is
asked about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re

from briefing.mail_action import MailAction

_JOINS = r"(?:(?:and|so|since|because|as|well|oh) )*"
_I = re.compile(rf"{_JOINS}(?:i|we) ")
_IT = re.compile(rf"{_JOINS}(?:it|this|that|they|these|those|everything) ")
HOW = r"(?:(?:already|just|now|all|not|never|long|since|only|still|also|even|finally|really|quite|very|too|so|clearly|\w+ly) )*"
HAPPENED = (
    rf"(?:(?:has|have|had) {HOW}(?:been )?(?:\w+ed|paid|done|gone|come|sent|seen|read|made|got|met|left|given|taken|found"
    rf"|bought|sold|begun"
    r"|put|run|won|lost|nothing|no|an?|the)\b"
    rf"|(?:is|was|are|were|has been|have been|had been) {HOW}(?:\w+ed|paid|done|over|gone|here|there|in|out|off|on|back|up"
    rf"|down|past|old|dead"
    r"|due|ready|sold|sent|made|away|yesterday|today|last|this|empty|full|useless|boring|urgent|important|fine|enough|mine|ours)\b"
    r"|(?:came|arrived|ended|expired|called|rang|answered|replied|paid|left|died|closed|finished|passed|happened|worked|went|got|took|did"
    r"|met|sent|sorted|settled|signed|moved|retired|knows?|can (?:wait|keep))\b)"
)
"""What has become of something or somebody."""
_PARTICIPLE = (
    r"(?:\w+ed|read|seen|heard|done|paid|got|had|been|dealt|met|sent|told|made|given|taken|found|bought|spoken|written|gone|kept|put|left"
    r"|eaten|sold|understood|known|forgotten|spent|chosen|drunk|begun|won|lost)"
)
_DID = (
    r"(?!(?:wonder|doubt|jok|confus|mix|mess|hesitat|chang|regret|miss|fool|pretend|tri|press|imagin)\w*ed\b)"
    r"(?:\w+ed|went|got|took|did|met|sent|rang|saw|read|paid|bought|spoke|wrote|told|gave|made|found|heard|knew|left|came|ate|drove|kept"
    r"|lost|sold|had|put|forgot|slept|won|ran|began|held|cut|quit|understood)"
)
_AM = (
    rf"(?:am|are|was|were) {HOW}(?:done|finished|through|good|fine|interested|aware|there|late|tired|sick|fed up|bored|over (?:it|that"
    rf"|this)"
    r"|okay|ok|sorted|covered|set|going|coming|leaving|away|back|out (?:of|that|then|on)|registered|subscribed|retired|busy|involved"
    r"|invited|affected|concerned|sure|on (?:it|top|holiday|leave|vacation)|at (?:the|home|work)|in on|no|an?|the one|their|fully"
    r"|up to date|happy|vegetarian|vegan|driving|travelling|cooking|allergic|on a (?!call\b)|in a (?:hurry|meeting|rush))\b|(?:am|are|was"
    r"|were) not (?!done|sure|finished|ready|through|convinced|certain|happy|for|serious|there|allowed|talking|joking|clear"
    r"|comfortable)\w+$"
)
_OF_ONESELF = re.compile(
    rf"{HOW}(?:(?:have|had) {HOW}{_PARTICIPLE}\b|have (?:enough|nothing|plenty|it|that|them|one|two|another|copies|a copy|no (?!idea|right"
    rf"|other|doubt|clue|copy|choice)\w+)|(?:do|did|can|could|will|would) (?:not|never) {HOW}(?:need|want|care|like|use|read|know|remember"
    r"|recogni[sz]e|buy|eat|own|wear|live|work|have|get|mind|order|go|attend|come|understand|play|shop|travel|drive|drink|bother|open|see"
    r"|follow|subscribe|do|ask|sign|fly|ski|smoke|vote|cycle|stand|bear)\b"
    rf"|{_AM}|{_DID}\b"
    r"|can not be bothered|can (?:move on|go on|carry on|find|do|see it|look|read|live|handle|manage|forget|ignore|wait)\b"
    r"|(?:know|get|see|agree|understand|remember|pay|use|own|live|work|hate|read|buy|recogni[sz]e|care|mind|handle|deal)\b"
    r"|(?:must|have (?:got )?to|need|want|should|may need|might need|owe|like|love)\b"
    rf"|(?:will|shall|can|(?:am|are) going to) {HOW}(?:look|do|answer|deal|handle|read|call|ring|find|remember|pay|get|go|take|write"
    rf"|reply|meet"
    r"|send|sort|file|book|buy|make|tell|speak|phone|text|mail|attend|join|finish|fix|bring|put|need|be (?:there|away|out|back|on))\b)"
)
"""What the user did, is, needs and knows."""
_KINDS = (
    r"(?:advert\w*|ads?|newsletters?|notifications?|receipts?|reminders?|spam|junk|scams?|phishing|promotions?|promo|sales?|offers?|rubbish"
    r"|nonsense|duplicates?|formalit(?:y|ies)|circulars?|updates?|news|mailings?|surveys?|trash|garbage|crap|waste|marketing|catalogues?)"
)
_OF_THE_MAIL = re.compile(
    rf"(?:(?!(?:is|was|has|are)\b)[\w'-]+ )?{HOW}(?:{HAPPENED}|(?:has|have|had) {HOW}(?:been )?{_PARTICIPLE}\b|(?:is|was|are"
    rf"|were) {HOW}from (?:my|our|the|an?|last|work|school|before|yesterday)\b(?! (?:film|movie|tv|radio|song|play|book|game)\b)"
    r"|had better\b|(?:is|was) (?:it|all|everything)(?: (?:i|we) (?:needed|wanted))?$|is one for (?:the|later|my|\w+day)\b"
    r"|(?:i|we) (?:have|had) (?:already |just )?(?:read|seen|heard|done|paid|answered|dealt)\b"
    rf"|(?:is|was|are|were|looks?|sounds?|seems?|feels?)(?: like)? {HOW}(?:(?:another|more|an?|the|old|mere|pure|usual|same|some|of|no|all"
    rf"|out|last|next|this|week's|year's|month's|kind|sort) )*(?:{_KINDS}|use|need|interest|concern|good|date|same|usual|thing|stuff)\b"
    rf"|(?:is|was|are|were) {HOW}(?:needed|relevant|interesting|dealt|(?:nice|kind|good) of|\w+'s|a (?:big|small|long|quick|good|nice) one"
    rf"|the \w+ (?:one|time)|(?:my|our) \w+$|worth (?:it|my|the|an?|reading|much)|about (?:me|us|last|the|a)|for (?:last"
    r"|next|this|me|us|somebody|someone|another|other|him|her|them|members|customers|marketing)|none of|nothing|no longer|history|ancient"
    r"|sorted|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|always|\w+ing)\b|(?:do|does|did|will|can"
    r"|could) not\b|no longer\b|never\b|keeps? (?:coming|writing|sending|arriving)|matters|goes (?:to|there|in)|need(?:s|ed)? (?:an?|my|me"
    r"|some|to be|doing|answering|attention|work)\b|concerns?\b|bores|annoys|belongs\b|can (?:go|wait)|says nothing|makes (?:me|no)|serves"
    r"|helps|send\b|write\b|want\b)"
)
"""What the mail is, and what it is about."""


_PURPOSE = re.compile(r" (?:so(?: that)?|because|since|in order that) (?:i|we|it|that|they|he|she)\b(?! said| told)")
"""What stands behind it says what for: "flag it so that I do not forget it"."""
_FOR_LATER = re.compile(
    r" (?:to (?:come back|look|read|answer|reply|deal|check|pay|follow up|remember)|for (?:when|the|my|our|later|tomorrow|tonight|next)) .*"
    r"| for (?:later|tomorrow|tonight)$"
)
_KEEPS = frozenset({MailAction.FLAG, MailAction.MARK_UNREAD, MailAction.MARK_IMPORTANT})
"""What is done so that one comes back to it: when that will be is why."""


def without_purpose(behind: str, action: MailAction) -> str:
    """What stands behind the verb, without what it is wanted for."""
    own = _PURPOSE.split(behind)[0]
    return _FOR_LATER.sub("", own) if action in _KEEPS else own


def is_known(clause: str) -> bool:
    """Whether a clause that states something of oneself, or of the mail, is a known reason; what it states of others is not judged here."""
    for subject, reasons in ((_I, _OF_ONESELF), (_IT, _OF_THE_MAIL)):
        if (begun := subject.match(clause)) is not None:
            return reasons.match(clause, begun.end()) is not None
    return True
