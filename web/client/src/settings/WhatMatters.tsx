import { useEffect, useId, useState } from "react";
import type { Matter, Preference, Preferences, Server } from "../api";
import { plainText } from "../board/plain_text";
import type { Kept } from "./kept";

const LISTS: readonly { kind: Matter; name: string; hint: string; example: string }[] = [
  { kind: "vip", name: "People who matter", hint: "or say “make her a VIP”", example: "anna@example.com" },
  { kind: "keyword", name: "Words that matter", hint: "or say “look out for invoices”", example: "invoice" },
  { kind: "address", name: "My addresses", hint: "mail to them is mail to you", example: "me@example.com" },
];
const LONGEST = 200;
const SHOWN = 60;

interface Props {
  server: Server;
  kept: Kept<Preferences>;
  /** A call that is on heeds it at once. */
  heed?: (() => void) | undefined;
}

/** Who and what matters to the user, and their own addresses: what is said in words stands here too. */
export function WhatMatters({ server, kept, heed }: Props) {
  const { now, said, look, change } = kept;
  useEffect(look, [look]);
  const attempt = (act: () => Promise<Preferences>, words: string) => {
    change(async () => {
      const all = await act();
      heed?.();
      return all;
    }, words);
  };
  return (
    <>
      <h2 className="menu-title">What matters</h2>
      {now &&
        LISTS.map((list) => (
          <List
            key={list.kind}
            {...list}
            values={now[list.kind]}
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
