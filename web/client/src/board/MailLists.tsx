import { memo } from "react";
import type { ArrivedMail, DoneMail, NextMail, Outcome } from "./message";
import { plainText } from "./plain_text";

const NAME = 60;
const SUBJECT = 120;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  heard: "Heard",
  skipped: "Skipped",
  archived: "Archived",
  read: "Marked as read",
  flagged: "Flagged",
  unflagged: "Flag removed",
  deleted: "Deleted",
  snoozed: "Snoozed",
};

export const Arrivals = memo(function Arrivals({ mails, total }: { mails: readonly ArrivedMail[]; total: number }) {
  if (mails.length === 0) return null;
  return (
    <section className="list arrivals" aria-labelledby="arrivals-title">
      <h2 id="arrivals-title">
        Just arrived <span className="count">{Math.max(total, mails.length)}</span>
      </h2>
      <ul role="list">
        {mails.map((mail) => (
          <Row key={mail.mail_id} mail={mail} note={mail.urgent ? "Urgent" : "New"} strong={mail.urgent} />
        ))}
      </ul>
    </section>
  );
});

export const Ahead = memo(function Ahead({ mails }: { mails: readonly NextMail[] }) {
  return (
    <section className="list ahead" aria-labelledby="ahead-title">
      <h2 id="ahead-title">Coming up</h2>
      {mails.length === 0 ? (
        <p className="empty">Nothing more in this briefing.</p>
      ) : (
        <ol role="list">
          {mails.map((mail) => (
            <Row key={mail.mail_id} mail={mail} note={plainText(mail.account, 30)} />
          ))}
        </ol>
      )}
    </section>
  );
});

export const Done = memo(function Done({ mails }: { mails: readonly DoneMail[] }) {
  return (
    <section className="list done" aria-labelledby="done-title">
      <h2 id="done-title">Done</h2>
      {mails.length === 0 ? (
        <p className="empty">What you have heard or dealt with will be listed here.</p>
      ) : (
        <ol role="list">
          {mails.map((mail) => (
            <Row key={mail.mail_id} mail={mail} note={OUTCOMES[mail.outcome]} />
          ))}
        </ol>
      )}
    </section>
  );
});

interface RowProps {
  mail: { sender_name: string; subject: string };
  note: string;
  strong?: boolean;
}

function Row({ mail, note, strong = false }: RowProps) {
  return (
    <li className="row">
      <bdi className="row-sender">{plainText(mail.sender_name, NAME) || "Unknown sender"}</bdi>
      <bdi className="row-subject">{plainText(mail.subject, SUBJECT) || "(no subject)"}</bdi>
      {note !== "" && <span className={strong ? "note strong" : "note"}>{note}</span>}
    </li>
  );
}
