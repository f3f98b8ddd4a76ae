import { type SyntheticEvent, useId, useState } from "react";
import { plainText } from "../board/plain_text";
import { Sure } from "./Sure";

export interface Known {
  id: string;
  content: string;
  /** What kind of thing it is, and since when. */
  about: string;
}

interface Props {
  label: string;
  known: readonly Known[];
  longest: number;
  correct: (id: string, content: string) => Promise<boolean>;
  forget: (id: string) => Promise<boolean>;
}

/** What is known, to read, correct and delete. */
export function KnownList({ label, known, longest, correct, forget }: Props) {
  return (
    <ul role="list" className="known" aria-label={label}>
      {known.map((each) => (
        <Row key={each.id} known={each} longest={longest} correct={correct} forget={forget} />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<Props, "known" | "label"> {
  known: Known;
}

function Row({ known, longest, correct, forget }: RowProps) {
  const [written, setWritten] = useState<string | null>(null);
  const id = useId();
  const content = plainText(known.content, longest);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (written === null || written.trim() === "") return;
    void correct(known.id, written.trim()).then((done) => {
      if (done) setWritten(null);
    });
  };
  if (written !== null)
    return (
      <li>
        <form className="team-form" onSubmit={save}>
          <label htmlFor={id}>What is right</label>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for this field */}
          <textarea id={id} rows={3} maxLength={longest} autoFocus value={written} onChange={(event) => setWritten(event.target.value)} />
          <div className="talk-acts">
            <button type="submit" className="text-button">
              Save
            </button>
            <button type="button" className="text-button" onClick={() => setWritten(null)}>
              Cancel
            </button>
          </div>
        </form>
      </li>
    );
  return (
    <li>
      <p>
        <bdi>{content}</bdi> <span className="hint">{known.about}</span>
      </p>
      <div className="talk-acts">
        <button type="button" className="text-button" aria-label={`Correct: ${content}`} onClick={() => setWritten(known.content)}>
          Correct
        </button>
        <Sure act="Forget" label={`Forget: ${content}`} question="Forget this?" yes="Yes, forget it" go={() => forget(known.id)} />
      </div>
    </li>
  );
}
