import { memo } from "react";
import type { ArrivedMail, DoneMail, NextMail } from "./message";
import { plainText } from "./plain_text";

const NAME = 60;
const SUBJECT = 120;

/** Opens the mail of a row; none where there is no agent to ask. */
export type OpenMail = ((mail: string) => void) | undefined;

export const Arrivals = memo(function Arrivals({ mails, total, open }: { mails: readonly ArrivedMail[]; total: number; open: OpenMail }) {
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
            mail={mail.mail_id}
            open={open}
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

export const Ahead = memo(function Ahead({ mails, open }: { mails: readonly NextMail[]; open: OpenMail }) {
  return (
    <section className="list ahead" aria-labelledby="ahead-title">
      <h2 id="ahead-title">Coming up</h2>
      {mails.length === 0 ? (
        <p className="empty">Nothing more in this briefing.</p>
      ) : (
        <ol role="list">
          {mails.map((mail) => (
            <Row
              key={mail.mail_id}
              mail={mail.mail_id}
              open={open}
              sender={mail.sender_name}
              subject={mail.subject}
              note={plainText(mail.account, 30)}
            />
          ))}
        </ol>
      )}
    </section>
  );
});

export const Done = memo(function Done({ mails, open }: { mails: readonly DoneMail[]; open: OpenMail }) {
  return (
    <section className="list done" aria-labelledby="done-title">
      <h2 id="done-title">Done</h2>
      {mails.length === 0 ? (
        <p className="empty">What you have heard or dealt with will be listed here.</p>
      ) : (
        <ol role="list">
          {mails.map((mail) => (
            <Row key={mail.mail_id} mail={mail.mail_id} open={open} sender={mail.sender_name} subject={mail.subject} note={mail.outcome} />
          ))}
        </ol>
      )}
    </section>
  );
});

interface RowProps {
  mail: string;
  open: OpenMail;
  sender: string;
  subject: string;
  note: string;
  strong?: boolean;
}

/** Of values and not of a mail: each board is read anew, so its mails are never the same objects, while most of them read the same. */
const Row = memo(function Row({ mail, open, sender, subject, note, strong = false }: RowProps) {
  const loaded = sender !== "" || subject !== "";
  return (
    <li>
      <button
        type="button"
        className="row"
        aria-disabled={open === undefined}
        onClick={() => {
          open?.(mail);
        }}
      >
        <bdi className="row-sender">{loaded ? plainText(sender, NAME) || "Unknown sender" : "A mail that has not loaded"}</bdi>
        {loaded && <bdi className="row-subject">{plainText(subject, SUBJECT) || "(no subject)"}</bdi>}
        {note !== "" && <span className={strong ? "note strong" : "note"}>{note}</span>}
      </button>
    </li>
  );
});
