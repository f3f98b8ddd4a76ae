import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { plainText } from "../board/plain_text";

const SHOWN = 60;

export interface Row {
  value: string;
  /** As it is shown, where that is not the value. */
  name?: string;
  note?: string;
  /** It cannot be taken out here. */
  stays?: boolean;
}

interface Props {
  title: string;
  hint: string;
  rows: readonly Row[];
  /** What the button of a row says, and does. */
  act?: string;
  remove: (value: string) => void;
  /** Stands for the rows where there are none. */
  empty: string;
  example: string;
  longest: number;
  /** Resolves to whether it was taken; what was not stays in the line. */
  add: (value: string) => Promise<boolean>;
  addLabel?: string;
  addAct?: string;
  /** More that is chosen of what is added. */
  children?: ReactNode;
}

/** What the user has named, each with a button that takes it out, and a line to name more. */
export function NamedList(props: Props) {
  const { title, hint, rows, act = "Remove", remove, empty, example, longest, add, addLabel, addAct = "Add", children } = props;
  const id = useId();
  const [written, setWritten] = useState("");
  const sending = useRef(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (written.trim() === "" || sending.current) return;
    sending.current = true;
    // At once: until the line is drawn anew, another press would find in it what was just taken.
    if (await add(written.trim())) flushSync(() => setWritten((now) => (now === written ? "" : now)));
    sending.current = false;
  };
  return (
    <form className="matters" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>
        {title}
        <span className="hint">{hint}</span>
      </label>
      {rows.length === 0 && <p className="hint">{empty}</p>}
      <Rows title={title} rows={rows} act={act} remove={remove} />
      <div className="matters-add">
        <input
          id={id}
          value={written}
          maxLength={longest}
          placeholder={example}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setWritten(event.target.value)}
        />
        {children}
        <button type="submit" className="text-button" aria-label={addLabel}>
          {addAct}
        </button>
      </div>
    </form>
  );
}

/** The keyboard stays at the list where the row is gone whose button had it. */
export function Rows({ title, rows, act = "Remove", remove }: Pick<Props, "title" | "rows" | "act" | "remove">) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(rows.length);
  useEffect(() => {
    if (rows.length < before.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
    before.current = rows.length;
  }, [rows]);
  return (
    <ul className="named" role="list" aria-label={title} tabIndex={-1} ref={list}>
      {rows.map(({ value, name = plainText(value, SHOWN), note, stays }) => (
        <li key={value}>
          <span>
            <bdi>{name}</bdi> {note && <span className="hint">{note}</span>}
          </span>
          {!stays && (
            <button type="button" className="text-button" aria-label={`${act} ${name}`} onClick={() => remove(value)}>
              {act}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
