import { plainText } from "./plain_text";

interface Props {
  /** What is offered. It was worded from a mail, so it is plain text. */
  offers: string;
  ready: boolean;
  take: () => void;
}

const LONGEST = 160;

/** One offer about the mail on the shared screen, with one button; who does not want it does nothing. */
export function Nudge({ offers, ready, take }: Props) {
  return (
    <section className="card nudge" aria-label="Aloud offers">
      <p role="status">{plainText(offers, LONGEST)}</p>
      <button type="button" className="main-button" disabled={!ready} onClick={take}>
        Yes, please
      </button>
    </section>
  );
}
