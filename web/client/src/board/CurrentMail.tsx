import { Flag, Paperclip } from "lucide-react";
import { ageOf } from "./age";
import type { CurrentMail as Mail } from "./message";
import { plainText } from "./plain_text";

const SUBJECT = 240;
const NAME = 80;
const ADDRESS = 120;
const SNIPPET = 600;
const REASON = 80;
const FILE = 80;

/** The mail that "it" means. */
export function CurrentMail({ mail, now }: { mail: Mail; now: Date }) {
  const address = plainText(mail.sender_address, ADDRESS);
  const loaded = address !== "" || mail.sender_name !== "" || mail.subject !== "";
  const name = plainText(mail.sender_name, NAME) || (loaded ? "Unknown sender" : "One moment");
  return (
    <article className="card" aria-labelledby="current-subject">
      <header className="card-head">
        <p className="sender">
          <bdi className="name">{name}</bdi>
          {address !== "" && address !== name && <bdi className="address">{address}</bdi>}
        </p>
        <p className="card-facts">
          {mail.account !== "" && <bdi className="tag">{plainText(mail.account, 40)}</bdi>}
          {mail.received_at !== null && (
            <time dateTime={mail.received_at} title={new Date(mail.received_at).toLocaleString()}>
              {ageOf(mail.received_at, now)}
            </time>
          )}
        </p>
      </header>
      <h2 id="current-subject" className="subject" dir="auto">
        {plainText(mail.subject, SUBJECT) || (loaded ? "(no subject)" : "This mail is being loaded")}
      </h2>
      {mail.reasons.length > 0 && (
        <p className="reasons">
          <span className="reasons-label">Why it matters</span>
          {mail.reasons.map((reason) => plainText(reason, REASON)).join(" · ")}
        </p>
      )}
      {mail.snippet !== "" && (
        <p className="snippet" dir="auto">
          {plainText(mail.snippet, SNIPPET)}
        </p>
      )}
      <Attachments files={mail.attachments} />
      <footer className="card-foot">
        <Heard mail={mail} />
        {mail.flagged && (
          <span className="flagged">
            <Flag aria-hidden size={15} /> Flagged
          </span>
        )}
      </footer>
    </article>
  );
}

function Attachments({ files }: { files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="attachments" role="list" aria-label="Attachments">
      {files.map((file, place) => (
        <li key={place}>
          <Paperclip aria-hidden size={14} />
          <bdi>{plainText(file, FILE) || "a file without a name"}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Heard({ mail }: { mail: Mail }) {
  const percent = Math.round(Math.min(1, Math.max(0, mail.heard)) * 100);
  const words = percent === 0 ? "Not heard yet" : percent === 100 ? "Heard" : `${percent} % heard`;
  return (
    <div className="heard">
      <progress className="heard-bar" max={100} value={percent} aria-label="Heard of this mail" />
      <span aria-hidden>{mail.reading ? `Reading in full, ${words.toLowerCase()}` : words}</span>
    </div>
  );
}
