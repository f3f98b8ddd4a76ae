"""Verbs that put a mail somewhere else."""

from collections.abc import Mapping

from briefing.mail_action import MailAction
from briefing.understanding.verbs import claim_words as said
from briefing.understanding.verbs.request_words import AWAY, BIN, ELSEWHERE, FAR, INBOX, OBJECT, OF_A_THING, PUT, SPAM, TAKING, WANTED
from briefing.understanding.verbs.verb import Claim, Request, Verb

_A_DRAFT = r"\w+ (?:the|my|this|that|your) (?:drafts?\b|(?:reply|answer|response)\b(?! (?:from|by|of|about)\b))"
"""What is written, and no mail that came: "get rid of the draft"."""

VERBS: Mapping[MailAction, Verb] = {
    MailAction.ARCHIVE: Verb(
        example="archive it",
        phrases=(
            "archive [<onward>]|archive <this> [<and on>]|archive it [the] next (one|mail)",
            "<put> <this> [away] (in|into|to) [the|my] archive [folder]",
            "file <this> away|(get|have|i want) <this> archived",
            "arc hive <this>|<this> can (be archived|go (in|to|into) the archive)|<this> belongs in the archive",
            "[off|away|straight|right] <into> the archive with (it|this|that|this one|that one)|put in the archive",
            "(into|[straight] off (to|into)|straight (to|into)) the archive",
        ),
        numbered=("archive <mail n>",),
        free=("archive <the one by> {words}|archive {name}'s mail|archive the {name} <mail>",),
        many=("archive {mails}|clear {mails}|(put|move) {mails} <into> [the|my] archive|put away {mails}",),
        does=("archive",),
        done=("archived",),
        noun="archiving",
        put_back=("(unarchive|un archive) <this>|(bring|get|put|take) <this> [back] out of the archive [again]",),
        again="archive [<asked>]",
        bare=("archive",),
        own_words=frozenset({"archive", "archived"}),
        request=Request(
            words=(
                r"(?:archiv(?:e|es|ing)|ar[ck]h?ive|ar[ck]h? hive|our (?:k|h)ive)",
                rf"^archive[ds] {OBJECT}",
                rf"{WANTED} archived{OF_A_THING}",
                rf"{PUT}{FAR} (?:in|into|to) (?:the |my )?archives?",
                rf"(?:take|get|move|clear){FAR} (?:out of|from|off) {INBOX}",
                rf"(?:file|put|clear|tidy) {OBJECT}(?: \w+){{0,2}} away",
                rf"clear (?:{OBJECT}|out)",
                AWAY,
            ),
            unless=r"clear (?:[\w']+ ){0,2}(?:flag|star|label|tag)|\bun archiv\w+"
            rf"|{_A_DRAFT}"
            r"|(?:mak(?:e|es|ing)(?: \w+)?|made(?: \w+)?|is|are|be|very|so|quite) clear|clear (?:[\w']+ ){1,3}?(?:is|are|was|were)",
        ),
        claim=Claim(
            done=rf"archived|filed(?:{said.ADDRESSEE})? away|(?:put|moved)(?: [\w']+){{0,5}}? {said.INTO} (?:the |your )?archive",
            stands=r"in (?:the|your) archive",
            doing="archiving",
            managed="archive",
            whole=rf"{said.OBJECT} (?:(?:has|have) )?(?:just |now )?(?:gone|went) (?:in|into|to) (?:the|your) archive"
            rf"|the archive (?:now )?has (?:it|them|that|{said.OBJECT})|archiv(?:e|ing) complete"
            rf"|{said.OBJECT}{said.IS}(?: {said.ADVERB})* (?:no longer in|out of) (?:the|your) inbox",
            hides=frozenset({MailAction.MOVE, MailAction.LABEL}),
        ),
    ),
    MailAction.MOVE: Verb(
        example="move it to the travel folder",
        free=(
            "(<put>|save|sort|shift) <this> <into> [the|my] {label} folder",
            "<this> (goes|belongs|should go) <into> [the|my] {label} folder",
            "<this> (goes|should go) (in|into) {label}|<this> belongs in {label}",
            "(<put>|save|sort) <this> <into> [the|my] folder [called|named] {label}",
            "(move|sort|shift) <this> (to|into) {label}|(file|drop) <this> (in|into|to) {label}",
            "file <this> [away] under {label}|move <this> over to {label}|(put|stick|save) <this> (in|into) {label}",
        ),
        does=("move",),
        done=("moved",),
        noun="(move|moving)",
        again="move [<asked>] [there]",
        own_words=frozenset({"move", "moved"}),
        request=Request(
            words=(
                rf"(?:move|moves|moving|shift|transfer) {OBJECT}",
                rf"(?:put|file|stick|send|drop|place) {OBJECT}{FAR} (?:to|into|in|under)",
                r"(?:pop|stash) (?:it|this|that|them|these|those)(?: one| ones| mails?)? (?:in|into)",
                rf"(?:pop|stash|tuck|shove) {OBJECT}{FAR} folder",
            ),
            unless=rf"(?:{PUT}|shift|transfer) .{{0,800}}{ELSEWHERE}"
            r"|move (?:the|my) (?:cursor|meeting|call|appointment)",
        ),
        claim=Claim(
            done=r"moved|filed|put(?: [\w']+){1,3}? (?:in|into) (?:the |your )?[\w ]{1,30}? ?folder", doing="moving", managed="move|file"
        ),
    ),
    MailAction.DELETE: Verb(
        example="delete it",
        phrases=(
            "delete [<this>] [<on>]|<bin> <this> [<on>]|(throw|toss|chuck) (<this> (away|out)|away <this>) [<on>]",
            "<put> <this> <into> <trash>|put in <trash>|(get|have|i want) <this> deleted",
            "(kill|scrap|discard) (this|that) (one|thing)",
            "<this> can (be deleted|go <into> <trash>)|[off|away|straight|right] <into> <trash> with (it|this|that|this one|that one)",
            "(into|[straight] off (to|into)|straight (to|into)) <trash>|<put> <this> <into> [the|my] (trash|deleted) folder",
        ),
        numbered=("delete <mail n>|throw away <mail n>",),
        free=("(delete|<bin>|throw (away|out)) <the one by> {words}|(delete|<bin>) {name}'s mail|(delete|<bin>) the {name} <mail>",),
        many=("(delete|<bin>|throw (away|out)) {mails}|throw {mails} away|(put|move) {mails} <into> <trash>",),
        does=("delete", "throw <this> away"),
        done=("deleted", "threw <this> away", "thrown <this> away"),
        noun="(deletion|deleting|delete)",
        put_back=(
            "(undelete|un delete) <this>|(bring|get|put|take) <this> [back] out of <trash> [again]|(bring|get) <this> back from <trash>",
        ),
        again="(delete|trash|bin|remove) [<asked>]|throw (<asked>) away",
        bare=("delete",),
        own_words=frozenset({"delete", "deleted"}),
        request=Request(
            words=(
                r"delet(?:e|es|ing)|dele+t|erase|erasing",
                rf"^(?:delete[ds]|removed|trashed) {OBJECT}",
                rf"{WANTED} (?:deleted|removed|erased|trashed){OF_A_THING}",
                rf"(?:trash|bin|toss|chuck|dump|scrap|ditch|remove|discard|kill) {OBJECT}",
                rf"throw(?:ing)?{FAR} (?:away|out)",
                rf"{PUT}{FAR} (?:in|into|to) {BIN}",
                AWAY,
            ),
            unless=rf"{TAKING} (?:[\w']+ ){{0,3}}(?:flag|star|label|tag|draft|reply)|\bun delet\w+|{_A_DRAFT}"
            r"|(?:chuck|toss) .{0,800}(?:to|in|into) (?:(?:the |my )?(?:archives?|in ?box)|(?:\w+ ){1,3}folder)",
        ),
        claim=Claim(
            done=r"deleted|trashed|binned|erased|discarded|(?:thrown|threw|tossed)(?: [\w']+){0,4}? (?:away|out)|got(?:ten)? rid of"
            rf"|(?:put|moved|sent)(?: [\w']+){{0,5}}? {said.INTO} (?:the |your )?(?:trash|bin)",
            stands=r"in (?:the|your) (?:trash|bin)",
            doing="deleting",
            managed="delete|trash|bin|discard",
            hides=frozenset({MailAction.MOVE, MailAction.SEND}),
        ),
    ),
    MailAction.REPORT_SPAM: Verb(
        example="that's spam",
        phrases=(
            "(it|this|that|(this|that) (one|mail)) is [just|only|clearly|definitely|obviously] <spam>|[this is a|it is a|that is a] <spam>",
            "(it|this|that|this one|that one) is (<spam>|[a] scam) (report it|report that)",
            "(mark|report|flag) [<this>] as <spam>|market as <spam>",
            "report <spam>",
            "<put> <this> <into> <spam folder>|(junk|spam) <this>",
            "[off|away|straight] <into> <spam folder> with (it|this|that)",
            "(it|this|that|this one) looks like <spam> [to me]|i think (it|this|that) is <spam>|(definitely|clearly) <spam>",
        ),
        numbered=("(mark|report) <mail n> as <spam>",),
        free=(
            "(mark|report) (<the one by> {words}|the {name} <mail>) as <spam>",
            "(<the one by> {words}|the {name} <mail>) is [just|clearly|obviously] <spam> [report it|(report|mark|flag) it as <spam>]",
        ),
        many=("(mark|report) {mails} as <spam>|(put|move) {mails} <into> <spam folder>",),
        does=("report <this> [as (spam|junk)]",),
        done=("(marked|reported) <this> as (spam|junk)", "reported"),
        noun="(report|spam report)",
        again="report [<asked>] [as (spam|junk)]|[(it|this|that) is] (spam|junk)",
        own_words=frozenset({"spam"}),
        request=Request(
            words=(
                rf"(?:report|mark|flag|treat|move|put|send|classify|count){FAR} {SPAM}",
                rf"(?:spam|junk|report) {OBJECT}(?! (?:\w+ )?to\b)",
                rf"(?:this|that|it|these|those)(?: one| mail)? (?:is|are|looks like) {SPAM}"
                r"(?! (?:i|you|we) (?!think|guess|believe|reckon|am sure|bet)| you (?:can|could|would)\b)",
            )
        ),
        claim=Claim(
            done=r"reported|marked(?: [\w']+){0,6}? as (?:spam|junk)"
            rf"|(?:put|moved)(?: [\w']+){{0,4}}? {said.INTO} (?:the |your )?(?:spam|junk)",
            stands=r"in (?:the|your) (?:spam|junk)",
            managed="report",
            hides=frozenset({MailAction.MOVE}),
        ),
    ),
}
