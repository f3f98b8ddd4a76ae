import { useEffect } from "react";
import type { Account, MailWishes, Server, ShownMailWishes, Way } from "../api";
import { plainText } from "../board/plain_text";
import { Choice } from "./Choice";
import type { Kept } from "./kept";
import { OneOf } from "./OneOf";
import { Toggle } from "./Toggle";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LENGTHS: readonly (readonly [MailWishes["length"], string])[] = [
  ["short", "Short"],
  ["usual", "Usual"],
  ["long", "Long"],
];

const WAYS: Record<Way, string> = { own: "my own account, to itself", installation: "Aloud's address" };

/** Whether and how the user is briefed by mail: what is said in a call stands here too. */
export function ByMail({ server, kept, accounts }: { server: Server; kept: Kept<ShownMailWishes>; accounts: readonly Account[] }) {
  const { now, said, look, change } = kept;
  useEffect(look, [look]);
  const wish = (changed: Partial<MailWishes>) => {
    void change(
      (before) => server.wishForMail({ ...wishesOf(before), ...changed }),
      "From the next briefing on.",
      (shown) => ({ ...shown, ...changed }),
    );
  };
  if (now === null) return said === "" ? null : <p className="hint">{said}</p>;
  return (
    <>
      <h2 className="menu-title">Briefing by mail</h2>
      <Toggle
        label="Mail me the briefing"
        hint="or say “send me the briefing by mail at seven”"
        on={now.on}
        change={(on) => wish({ on })}
      />
      {now.on && <When now={now} wish={wish} />}
      {now.on && <FromWhere now={now} wish={wish} />}
      {now.on && <HowMuch now={now} wish={wish} />}
      {now.on && accounts.length > 1 && <WhichAccounts now={now} accounts={accounts} wish={wish} />}
      <p className="hint" role="status">
        {said}
      </p>
    </>
  );
}

/** Without the way: it is a choice only where it was chosen. */
function wishesOf({ on, at, days, length, accounts, quiet, acknowledges }: ShownMailWishes): MailWishes {
  return { on, at, days, length, accounts, quiet, acknowledges };
}

interface Part {
  now: MailWishes;
  wish: (changed: Partial<MailWishes>) => void;
}

function When({ now, wish }: Part) {
  const other = (day: number) => (now.days.includes(day) ? now.days.filter((each) => each !== day) : [...now.days, day]);
  return (
    <>
      <Choice label="At" hint="by your own clock">
        {(id) => (
          <input
            id={id}
            type="time"
            value={now.at}
            onChange={(event) => {
              if (event.target.value !== "") wish({ at: event.target.value });
            }}
          />
        )}
      </Choice>
      <fieldset className="choices">
        <legend>
          On
          <span className="hint">or say “no briefing on weekends”</span>
        </legend>
        {DAYS.map((name, day) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={now.days.includes(day)}
              disabled={now.days.length === 1 && now.days[0] === day}
              onChange={() => wish({ days: other(day) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** A choice where there is one; else from where it comes. */
function FromWhere({ now, wish }: Part & { now: ShownMailWishes }) {
  const { ways, in_force: inForce } = now;
  if (ways === null) return null;
  if (inForce === null) {
    return <p className="hint">Nothing is set up to send it from, so none will come.</p>;
  }
  const address = plainText(ways.find((each) => each.way === inForce)?.address ?? "", 60);
  if (ways.length === 1) {
    return (
      <p className="hint">
        {now.way === "own" && inForce !== "own" && "Your own account, which you chose, cannot send now. "}
        It comes from {inForce === "own" ? "your own account" : "Aloud's address"}, <bdi>{address}</bdi>.
      </p>
    );
  }
  return (
    <OneOf
      label="From"
      hint={<bdi>{address}</bdi>}
      value={inForce}
      options={ways.map(({ way }) => [way, WAYS[way]])}
      choose={(way) => wish({ way })}
    />
  );
}

function HowMuch({ now, wish }: Part) {
  return (
    <>
      <OneOf label="How many mails" value={now.length} options={LENGTHS} choose={(length) => wish({ length })} />
      <Toggle label="Only when something matters" hint="else no mail that day" on={now.quiet} change={(quiet) => wish({ quiet })} />
      <Toggle
        label="Answer a reply that only thanks"
        hint="with a line"
        on={now.acknowledges}
        change={(acknowledges) => wish({ acknowledges })}
      />
    </>
  );
}

function WhichAccounts({ now, accounts, wish }: Part & { accounts: readonly Account[] }) {
  const told = now.accounts.length === 0 ? accounts.map(({ slug }) => slug) : now.accounts;
  const other = (slug: string) => {
    const left = told.includes(slug) ? told.filter((each) => each !== slug) : [...told, slug];
    return left.length === accounts.length ? [] : left;
  };
  return (
    <fieldset className="choices">
      <legend>Mail of</legend>
      {accounts.map(({ slug, label }) => (
        <label key={slug}>
          <input
            type="checkbox"
            checked={told.includes(slug)}
            disabled={told.length === 1 && told[0] === slug}
            onChange={() => wish({ accounts: other(slug) })}
          />
          <bdi>{plainText(label, 40)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
