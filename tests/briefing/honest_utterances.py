"""What people say on the phone to have their mail dealt with, as a transcript has it: with words missing and doubled, with fillers, with
homophones, with the capitals and full stops that a recogniser puts where it likes.

Nobody in here tries to trick anybody. The other sets (`data/not_commands.txt`) hold what must not be understood; this one holds what must.
It is cut in two by a hash of each line: `SEEN` for whoever works on the grammar, `HELD_OUT` (about a third) for nobody but the test.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Honest:
    """One utterance and what was meant by it. `answers`: it was said to a yes-or-no question that was just put."""

    meant: Meant
    text: str
    action: MailAction | None = None
    answers: bool = False

    @property
    def held_out(self) -> bool:
        """Whether nobody looks at it while working on the grammar."""
        return sha256(self.text.encode()).digest()[0] % 3 == 0


SAID: Mapping[Meant, str] = {
    CommandKind.NEXT: """
        Next.
        okay uh next one
        the next the next one please
        Alright, move on.
        go to the next male
        um let's move on
    """,
    CommandKind.SKIP_MAIL: """
        skip this one
        Uh, skip it please.
        skip skip this
    """,
    CommandKind.BACK: """
        Go back.
        wait go back please
        um can you go back one
    """,
    CommandKind.REPEAT: """
        Sorry, what was that?
        say that again please
        could you um repeat that
        I didn't catch that.
    """,
    CommandKind.READ_IN_FULL: """
        Read it to me.
        read the whole thing please
        can you read it in full
        reed it in full
        what does it say now
    """,
    CommandKind.PROGRESS: """
        How many are left?
        um how many more are there
        how much is left
    """,
    CommandKind.GOODBYE: """
        That's all for today, thanks. Bye.
        okay goodbye
        bye bye
    """,
    CommandKind.CHECK_NEW: """
        Anything new?
        is there anything knew
        did anything new come in
    """,
    CommandKind.SEARCH: """
        search for the invoice from the plumber
        Find the mail from Anna.
        um look for emails about the lease
    """,
    CommandKind.JUMP_TO_MAIL: """
        go to the one from Anna
        uh the second one please
        read me the third one
    """,
    MailAction.ARCHIVE: """
        Archive it.
        archive
        okay archive this one
        um archive that please
        archive archive it
        Yeah, archive it.
        you can archive that one
        uh can you archive it for me
        archive this mail now
        Archive that, thanks.
        put it in the archive please
        just archive it
        go ahead and archive that
        archive the one from Anna
        arc hive it
        I want to archive this
        please archive
        this one can be archived
        file that away
        I'm done with this one, archive it
        Archive that email and go on.
    """,
    MailAction.MARK_READ: """
        Mark it as read.
        mark it read
        mark this as red
        mark as read please
        um mark that one as read
        okay mark it as as read
        can you mark this mail as read
        set it to read
    """,
    MailAction.MARK_UNREAD: """
        Mark it as unread.
        mark this unread
        um mark it unread please
        keep it unread
        make that one unread again
        mark that as un read
        can you mark it as as unread
        set it back to unread
        leave this one as unread please
        Mark as unread.
        mark it as not read
        put it back to unread
    """,
    MailAction.FLAG: """
        Flag it.
        flag this one please
        uh flag that for later
        put a star on it
        flak it
        flag it for follow up
        can you flag this mail
        star that one
        flag flag it
    """,
    MailAction.UNFLAG: """
        Take the flag off.
        remove the flag please
        unflag it
        um un flag that
        un-star this one
        clear the flag
        remove the star from this one
    """,
    MailAction.MARK_IMPORTANT: """
        Mark it as important.
        um mark this one as important please
        mark that mail important
        Could you mark it important?
        market as important
        okay make this one important
        mark this as very important
    """,
    MailAction.MARK_NOT_IMPORTANT: """
        Mark it as not important.
        mark this one as unimportant please
        uh make it not important
        unmark it as important
        Mark as not important.
        can you mark that mail as not important
    """,
    MailAction.DELETE: """
        Delete it.
        delete this one
        um delete that please
        throw it away
        Okay, delete that mail.
        delete delete it
        trash it
        put it in the trash
        move that to the trash please
        bin it
        can you delete this email for me
        get rid of it
        I don't need this, delete it
        just delete this one
        delete that one from the bank
        you can delete that
        delete it and go on
        Throw this one out.
        move it to the bin
        please uh delete
        send it to the trash
        toss it
        get rid of this one please
        delete the email
        that can be deleted
    """,
    MailAction.REPORT_SPAM: """
        That's spam.
        this is spam
        mark it as spam
        report it as spam
        um that is that is spam
        report spam
        mark this as junk
        that's junk mail
        Put it in spam.
        move it to the spam folder
        report this one as spam please
        it's spam
        this is junk
        that's just spam
        send it to spam
        this male is spam
        mark that one as as spam
        junk it
        this looks like spam
        report this as phishing
    """,
    MailAction.SNOOZE: """
        Snooze it until tomorrow morning.
        snooze this until monday
        remind me of this on Monday
        remind me about this tomorrow
        um snooze it till tonight
        bring it back tomorrow
        snooze for two hours
        show me this again in an hour
        remind me later today
        remind me of this again next week
        Put it off until Friday.
        Snooze until tomorrow morning, please.
        come back to this tomorrow at nine
        can you snooze it to next week
        snooze it snooze it until tomorrow
        remind me in half an hour
        let me see this again on Monday morning
        bring this back up this afternoon
        remind me about it at half past nine
        push it to next week
        snooze until the twenty fourth
        snooze it
        remind me tonight
        Remind me of that on december first at noon.
        postpone this to Thursday
        snooze this one for three days
        I'll deal with this tomorrow
        ask me again this evening
        tell me about it again tomorrow
        snows it until tomorrow
        remind me about this mail monday at nine
        snooze it for an hour
    """,
    MailAction.LABEL: """
        Label it receipts.
        label this as travel
        tag it as receipts please
        um put the label family on it
        tag this one with work
        give it the label invoices
        add the label travel
        label it as as work
        put it under the label taxes
        add a label called house
        Label this work.
    """,
    MailAction.UNLABEL: """
        Remove the label work.
        take the label receipts off
        um remove the travel label
        take off the work label
        remove the label travel from this one
        untag it from work
    """,
    MailAction.MOVE: """
        Move it to receipts.
        move this to the travel folder
        um move it into my invoices folder please
        put it in the receipts folder
        file it under taxes
        move that mail to the folder projects
        file this in the house folder
        move it to to family
        can you move this one to my work folder
        stick it in the travel folder
        Move this to projects.
    """,
    CommandKind.UNSUBSCRIBE: """
        Unsubscribe me from this.
        unsubscribe
        um unsubscribe from this list please
        take me off this list
        unsubscribe me
        can you unsubscribe me from this newsletter
        get me off this mailing list
        I want to unsubscribe
        I don't want these anymore
        un subscribe me from this
        unsubscribe from that
        stop sending me these
        Unsubscribe me from this newsletter, please.
        cancel this subscription
        I'd like to unsubscribe from this
    """,
    CommandKind.REPLY: """
        Reply that Tuesday works.
        reply that that works for me
        reply saying I'll be there at nine
        tell him I'll be late
        Tell her that I can't make it.
        um reply yes that's fine
        write back that I agree
        answer that we need more time
        say that I'm on holiday until Monday
        Reply: sounds good, see you then.
        tell them we will send it tomorrow
        reply to him that the invoice is paid
        can you reply that I got it
        reply reply that I'm in
        respond saying thanks for the update
        answer him that Friday is fine
        let her know I'm running late
        let them know that the meeting is moved to three
        reply to it
        reply to this one
        I want to reply
        write back saying no thank you
        please reply that um I will call him tomorrow
        reply with thanks, got it
        tell her yes
        reply to Anna that I'll call her
        Answer this.
        Let me reply to this.
        I'd like to answer that mail
        write him back that it's all right
        reply thanks
        send her a reply saying I'll think about it
        let him know it works
    """,
    CommandKind.REPLY_ALL: """
        Reply to all that Tuesday works.
        reply all
        reply to everyone that I'm out
        um reply to all of them saying I agree
        answer everyone that the file is attached
        tell everyone I'll be there
        tell them all that we're done
        Reply all saying thanks everybody.
        reply to everybody
        let everyone know I'll be late
        write back to all that it works
    """,
    CommandKind.FORWARD: """
        Forward this to Anna.
        forward it to anna at example dot com
        um forward this mail to Raj please
        foreword it to Ben
        send this on to Anna
        forward this to my accountant
        pass this on to Tom
        forward that one to tom at kontor dot example
        can you forward this to Anna Berg
        Forward it to Raj and say please have a look.
        forward this to Anna saying here it is
        for word it to Ben
        forward it to me
        Forward this to Lisa, thanks.
        send this to Anna
        forward it to maria dot lopez at example dot org
        forward
    """,
    CommandKind.WRITE: """
        Write a mail to Anna.
        write an email to anna at example dot com
        um write a new mail to Ben
        write to Raj that the report is ready
        send a mail to Lisa saying I'm on my way
        compose a message to Tom
        new mail to Anna
        email Ben that I'll be late
        right a mail to Anna
        send Anna an email
        write Anna a message saying happy birthday
        start a new email to raj
        I want to write a mail to Anna Berg
        draft an email to my landlord about the heating
        can you write to Ben that it's done
        tell Anna that I'm coming
        send an email to ben at example dot org
        write a mail
        New message.
        mail Tom that I said hi
    """,
    CommandKind.ADD_TEXT: """
        Add that Tuesday works.
        add that I will bring the cake
        um add I'm looking forward to it
        also say that we need the numbers
        add a line saying thank you
        also add that he can call me
        and add that I'm sorry
        add best regards
        add at the end that I'll call tomorrow
        Also mention that the office is closed.
        write also that it is urgent
        append see you soon
        add the sentence let me know if that works
        mention that I'm away on Friday
        can you add that Tuesday works too
    """,
    CommandKind.CHANGE_TEXT: """
        Change Tuesday to Wednesday.
        change nine to ten
        replace Tuesday with Thursday
        um change um three to four o'clock
        make Tuesday Wednesday
        no change Tuesday to to Wednesday
        instead of Tuesday say Wednesday
        change the word meeting to call
        say Wednesday instead of Tuesday
        Replace "next week" with "this week".
        can you change Monday to Friday please
        swap Tuesday for Thursday
        not Tuesday, Wednesday
    """,
    CommandKind.REVISE: """
        Make it shorter.
        shorter
        um make it a bit shorter please
        can you make it more polite
        make it more formal
        make that friendlier
        make it shorter make it shorter
        less formal
        make it longer
        shorten it
        a little shorter please
        make the mail shorter
        it's too long
        Rephrase it.
        make it sound nicer
        write it shorter
    """,
    CommandKind.READ_DRAFT: """
        open the draft
        go on with my reply
        continue with the draft
        let's finish the draft
        Read it back.
        read it back to me
        um read me the draft
        read the draft please
        read back what you have
        how does it sound
        read my reply back to me
        what have you got so far
        let me hear the draft
        read it it back to me
        can I hear it again
        what did you write
        reed it back
        let me hear it back
    """,
    CommandKind.SEND: """
        Send it.
        send
        okay send it
        um send it please
        yes send it
        send it now
        send send it
        go ahead and send it
        send the mail
        you can send it
        send that off
        Send it off, please.
        that's good, send it
        fire it off
        sent it
        looks good send it
        please send the reply
        send it send it
        alright send it then
        okay that's fine send it
        perfect, send it
        can you send it now
        send this
    """,
    CommandKind.SEND_LATER: """
        Send it tomorrow at nine.
        send it tomorrow morning
        um send it on monday morning
        send it later
        send it in an hour
        schedule it for tomorrow at eight
        send it at half past nine
        send this tonight
        send it later today
        don't send it before tomorrow
        Send it next week.
        schedule this for Friday at noon
        send it send it tomorrow
        send the mail on Thursday at ten
        wait until tomorrow to send it
        send it first thing tomorrow
    """,
    CommandKind.CANCEL: """
        Don't send it.
        cancel
        cancel that
        um no don't send it
        discard it
        discard the draft
        no wait don't send
        forget it
        cancel the mail
        do not send that
        Stop, don't send it.
        throw the draft away
        never mind, don't send it
        scrap that
        cancel cancel
        I don't want to send it
        delete the draft
        no cancel it
        cancel the reply please
        don't don't send it
        forget the reply
    """,
    CommandKind.UNDO: """
        Undo.
        undo that
        um undo that please
        undo the last three
        undo the last one
        oops undo
        take that back
        undo what I archived this morning
        undo it
        undo the last two things
        put it back
        Undo everything I archived today.
        no undo that
        wait undo that
        undo undo
        can you undo that
        bring back what I deleted yesterday
        undo the last change
        I didn't mean to archive that
        restore the mail I just deleted
        unarchive it
        undo my last four changes
        undo the deletion
        get it back out of the trash
        undo what I did this morning
        that was a mistake, undo it
        on do that
        undo what I marked as read
        Undo the snooze.
    """,
}

DONE_TO_MANY: Mapping[MailAction, str] = {
    MailAction.ARCHIVE: """
        Archive all newsletters.
        archive all the newsletters please
        um archive everything from GitHub
        archive all mails from Anna
        archive all notifications
        archive everything older than a week
        can you archive all of the newsletters
        archive this whole topic
        archive all all newsletters
        archive the newsletters
        archive all emails about the offsite
        Archive everything from last week.
        archive every newsletter
        archive all these newsletters
        put all newsletters in the archive
        archive all the males from LinkedIn
        archive my notifications
        archive everything
        archive all of these
    """,
    MailAction.MARK_READ: """
        Mark everything from GitHub as read.
        mark all newsletters as read
        mark all notifications read
        um mark all as read
        mark everything as red
        mark all the mails from Ben as read please
        mark this topic as read
        mark everything older than two weeks as read
        can you mark all my newsletters as read
        mark the notifications as read
    """,
    MailAction.DELETE: """
        Delete all newsletters.
        delete everything from LinkedIn
        um delete all notifications older than a week
        delete all the mails from the shop
        throw away all newsletters
        get rid of all the newsletters
        delete all all notifications
    """,
    MailAction.FLAG: """
        Flag everything from Anna.
        flag all mails about the contract
    """,
}

ANSWERED: Mapping[CommandKind, str] = {
    CommandKind.YES: """
        Yes.
        yeah
        yes please
        yes, yes
        uh yes
        yep
        sure
        okay
        yes go ahead
        yes do it
        Yes, please do.
        go ahead
        sure go ahead
        um yeah sure
        of course
        yes that's right
        correct
        that's correct yes
        yes send it
        yeah send it please
        absolutely
        right yes
        do it
        Yes. Yes, please.
        yup
        okay do it
        please do
    """,
    CommandKind.NO: """
        No.
        no no
        uh no
        nope
        no thanks
        no don't
        No, don't do that.
        not now
        don't
        no leave it
        better not
        no cancel
        no stop
        please don't
        um no thank you
        never mind
        no wait
        rather not
    """,
}


def _lines(block: str) -> Iterator[str]:
    return (line.strip() for line in block.splitlines() if line.strip())


HONEST: tuple[Honest, ...] = (
    *(Honest(meant=kind, text=text) for kind, block in SAID.items() for text in _lines(block)),
    *(Honest(meant=CommandKind.BULK, action=action, text=text) for action, block in DONE_TO_MANY.items() for text in _lines(block)),
    *(Honest(meant=kind, text=text, answers=True) for kind, block in ANSWERED.items() for text in _lines(block)),
)
SEEN = tuple(one for one in HONEST if not one.held_out)
HELD_OUT = tuple(one for one in HONEST if one.held_out)
