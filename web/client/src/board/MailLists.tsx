import { memo } from "react";
import type { ArrivedMail, DoneMail, NextMail } from "./message";
import { plainText } from "./plain_text";

const NAME = 60;
const SUBJECT = 120;

export const Arrivals = memo(function Arrivals({ mails, total }: { mails: readonly ArrivedMail[]; total: number }) {
  if (mails.length === 0) return null;
  return (
    <section className="list arrivals" aria-labelledby="arrivals-title">
      <h2 id="arrivals-title">
        Just arrived <span className="count">{Math.max(total, mails.length)}</span>
      </h2>
      <ul role="list">
        {mails.map((mail) => (
          <Row
            key={mail.mail_id}
            sender={mail.sender_name}
            subject={mail.subject}
            note={mail.urgent ? "Urgent" : "New"}
            strong={mail.urgent}
          />
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
            <Row key={mail.mail_id} sender={mail.sender_name} subject={mail.subject} note={plainText(mail.account, 30)} />
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
            <Row key={mail.mail_id} sender={mail.sender_name} subject={mail.subject} note={mail.outcome} />
          ))}
        </ol>
      )}
    </section>
  );
});

interface RowProps {
  sender: string;
  subject: string;
  note: string;
  strong?: boolean;
}

/** Of values and not of a mail: each board is read anew, so its mails are never the same objects, while most of them read the same. */
const Row = memo(function Row({ sender, subject, note, strong = false }: RowProps) {
  const loaded = sender !== "" || subject !== "";
  return (
    <li className="row">
      <bdi className="row-sender">{loaded ? plainText(sender, NAME) || "Unknown sender" : "A mail that has not loaded"}</bdi>
      {loaded && <bdi className="row-subject">{plainText(subject, SUBJECT) || "(no subject)"}</bdi>}
      {note !== "" && <span className={strong ? "note strong" : "note"}>{note}</span>}
    </li>
  );
});
