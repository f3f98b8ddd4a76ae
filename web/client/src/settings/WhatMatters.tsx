import { useEffect } from "react";
import type { Matter, Preferences, Server } from "../api";
import type { Kept } from "./kept";
import { NamedList } from "./NamedList";

const LISTS: readonly { kind: Matter; title: string; hint: string; empty: string; example: string }[] = [
  {
    kind: "vip",
    title: "People who matter",
    hint: "or say “make her a VIP”",
    empty: "Nobody yet.",
    example: "anna@example.com",
  },
  { kind: "keyword", title: "Words that matter", hint: "or say “look out for invoices”", empty: "None yet.", example: "invoice" },
  { kind: "address", title: "My addresses", hint: "mail to them is mail to you", empty: "None yet.", example: "me@example.com" },
];
const LONGEST = 200;

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
  const attempt = (act: () => Promise<Preferences>, words: string) =>
    change(async () => {
      const all = await act();
      heed?.();
      return all;
    }, words);
  return (
    <>
      <h2 className="menu-title">What matters</h2>
      {now &&
        LISTS.map(({ kind, ...list }) => (
          <NamedList
            key={kind}
            {...list}
            rows={now[kind].map(({ value, removable }) => (removable ? { value } : { value, stays: true, note: "set by the server" }))}
            longest={LONGEST}
            add={(value) => attempt(() => server.addPreference(kind, value), "From now on.")}
            addLabel={`Add to ${list.title.toLowerCase()}`}
            remove={(value) => void attempt(() => server.removePreference(kind, value), "Not any more.")}
          />
        ))}
      <p className="hint" role="status">
        {said}
      </p>
    </>
  );
}
