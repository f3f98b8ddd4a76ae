import { useEffect, useId, useState } from "react";
import { type Matter, type Preference, type Preferences, type Server, ServerError } from "../api";
import { plainText } from "../board/plain_text";

const LISTS: readonly { kind: Matter; name: string; hint: string; example: string }[] = [
  { kind: "vip", name: "People who matter", hint: "or say “make her a VIP”", example: "anna@example.com" },
  { kind: "keyword", name: "Words that matter", hint: "or say “look out for invoices”", example: "invoice" },
  { kind: "address", name: "My addresses", hint: "mail to them is mail to you", example: "me@example.com" },
];
const LONGEST = 200;
const SHOWN = 60;

/** Who and what matters to the user, and their own addresses: what is said in words stands here too. A call that is on heeds it at once. */
export function WhatMatters({ server, heed }: { server: Server; heed?: (() => void) | undefined }) {
  const [kept, setKept] = useState<Preferences | null>(null);
  const [said, setSaid] = useState("");
  const attempt = (act: () => Promise<Preferences>, words: string) => {
    setSaid("");
    act().then(
      (all) => {
        setKept(all);
        setSaid(words);
        heed?.();
      },
      (error: unknown) => {
        setSaid(error instanceof ServerError ? error.sentence : "That did not work. Please try again.");
      },
    );
  };
  useEffect(() => {
    server.preferences().then(setKept, () => {
      setSaid("Who matters to you cannot be shown just now.");
    });
  }, [server]);
  return (
    <>
      <h2 className="menu-title">What matters</h2>
      {kept &&
        LISTS.map((list) => (
          <List
            key={list.kind}
            {...list}
            values={kept[list.kind]}
            add={(value) => {
              attempt(() => server.addPreference(list.kind, value), "From now on.");
            }}
            remove={(value) => {
              attempt(() => server.removePreference(list.kind, value), "Not any more.");
            }}
          />
        ))}
      <p className="hint" role="status">
        {said}
      </p>
    </>
  );
}

interface ListProps {
  name: string;
  hint: string;
  example: string;
  values: readonly Preference[];
  add: (value: string) => void;
  remove: (value: string) => void;
}

function List({ name, hint, example, values, add, remove }: ListProps) {
  const id = useId();
  const [written, setWritten] = useState("");
  const submit = () => {
    if (written.trim() === "") return;
    add(written.trim());
    setWritten("");
  };
  return (
    <form
      className="matters"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>
        {name}
        <span className="hint">{hint}</span>
      </label>
      <ul role="list" aria-label={name}>
        {values.map(({ value, removable }) => (
          <li key={value}>
            <bdi>{plainText(value, SHOWN)}</bdi>
            {removable ? (
              <button
                type="button"
                className="text-button"
                aria-label={`Remove ${plainText(value, SHOWN)}`}
                onClick={() => {
                  remove(value);
                }}
              >
                Remove
              </button>
            ) : (
              <span className="hint">set by the server</span>
            )}
          </li>
        ))}
      </ul>
      <div className="matters-add">
        <input
          id={id}
          value={written}
          maxLength={LONGEST}
          placeholder={example}
          autoComplete="off"
          onChange={(event) => {
            setWritten(event.target.value);
          }}
        />
        <button type="submit" className="text-button" aria-label={`Add to ${name.toLowerCase()}`}>
          Add
        </button>
      </div>
    </form>
  );
}
