import { useEffect, useId } from "react";
import type { Account, MailWishes, Server, ShownMailWishes, Way } from "../api";
import { plainText } from "../board/plain_text";
import type { Kept } from "./kept";
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
  const id = useId();
  const { now, said, look, change } = kept;
  useEffect(look, [look]);
  const wish = (changed: Partial<MailWishes>) => {
    change(
      (before) => server.wishForMail({ ...wishesOf(before), ...changed }),
      "From the next briefing on.",
      (shown) => ({ ...shown, ...changed }),
    );
  };
  if (now === null) return said === "" ? null : <p className="hint">{said}</p>;
  return (
    <>
      <h2 className="menu-title">Briefing by mail</h2>
      <div className="choice">
        <label htmlFor={`${id}-on`}>
          Mail me the briefing
          <span className="hint">or say “send me the briefing by mail at seven”</span>
        </label>
        <Toggle id={`${id}-on`} on={now.on} change={(on) => wish({ on })} />
      </div>
      {now.on && <When id={id} now={now} wish={wish} />}
      {now.on && <FromWhere id={id} now={now} wish={wish} />}
      {now.on && <HowMuch id={id} now={now} wish={wish} />}
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
  id: string;
  now: MailWishes;
  wish: (changed: Partial<MailWishes>) => void;
}

function When({ id, now, wish }: Part) {
  const other = (day: number) => (now.days.includes(day) ? now.days.filter((each) => each !== day) : [...now.days, day]);
  return (
    <>
      <div className="choice">
        <label htmlFor={`${id}-at`}>
          At
          <span className="hint">by your own clock</span>
        </label>
        <input
          id={`${id}-at`}
          type="time"
          value={now.at}
          onChange={(event) => {
            if (event.target.value !== "") wish({ at: event.target.value });
          }}
        />
      </div>
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
function FromWhere({ id, now, wish }: Part & { now: ShownMailWishes }) {
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
    <div className="choice">
      <label htmlFor={`${id}-way`}>
        From
        <span className="hint">
          <bdi>{address}</bdi>
        </span>
      </label>
      <select
        id={`${id}-way`}
        value={inForce}
        onChange={(event) => {
          wish({ way: event.target.value === "own" ? "own" : "installation" });
        }}
      >
        {ways.map(({ way }) => (
          <option key={way} value={way}>
            {WAYS[way]}
          </option>
        ))}
      </select>
    </div>
  );
}

function HowMuch({ id, now, wish }: Part) {
  return (
    <>
      <div className="choice">
        <label htmlFor={`${id}-length`}>How many mails</label>
        <select
          id={`${id}-length`}
          value={now.length}
          onChange={(event) => {
            wish({ length: LENGTHS.find(([length]) => length === event.target.value)?.[0] ?? "usual" });
          }}
        >
          {LENGTHS.map(([length, name]) => (
            <option key={length} value={length}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="choice">
        <label htmlFor={`${id}-quiet`}>
          Only when something matters
          <span className="hint">else no mail that day</span>
        </label>
        <Toggle id={`${id}-quiet`} on={now.quiet} change={(quiet) => wish({ quiet })} />
      </div>
      <div className="choice">
        <label htmlFor={`${id}-thanks`}>
          Answer a reply that only thanks
          <span className="hint">with a line</span>
        </label>
        <Toggle id={`${id}-thanks`} on={now.acknowledges} change={(acknowledges) => wish({ acknowledges })} />
      </div>
    </>
  );
}

function WhichAccounts({ now, accounts, wish }: Omit<Part, "id"> & { accounts: readonly Account[] }) {
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
