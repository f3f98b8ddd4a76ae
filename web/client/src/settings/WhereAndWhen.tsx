import { useId, useState } from "react";
import type { Press } from "../board/DraftPane";
import type { LeftOutOnBoard, LikesOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";

const LONGEST_NAME = 60;
const OF_THE_SERVER = "";
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "pl", "da", "sv", "no", "fi", "ru"];

/** For how long something is left out, in words. */
const UNTIL: readonly (readonly [string, string])[] = [
  ["tomorrow", "until tomorrow"],
  ["monday", "until Monday"],
  ["next month", "until next month"],
];

interface Props {
  now: LikesOnBoard;
  wish: (wanted: VoiceWish) => Promise<string>;
  press: Press;
}

/** By which clock times are told, in which languages mail is told as it is, and what is left out for a while. */
export function WhereAndWhen({ now, wish, press }: Props) {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const attempt = (done: Promise<string>) => {
    setTrouble("");
    done.then(setTrouble, () => {
      setTrouble("That did not reach Aloud. Please try again.");
    });
  };
  const choose = (wanted: VoiceWish) => {
    attempt(wish(wanted));
  };
  const here = zoneOfBrowser();
  const zones = [...new Set([now.zone, here].filter((zone) => zone !== ""))];
  return (
    <>
      <div className="choice">
        <label htmlFor={`${id}-zone`}>
          Time zone
          <span className="hint">or say “I’m in Lisbon”, “use New York time”</span>
        </label>
        <select
          id={`${id}-zone`}
          value={now.zone_chosen ? now.zone : OF_THE_SERVER}
          onChange={(event) => {
            choose({ zone: event.target.value });
          }}
        >
          <option value={OF_THE_SERVER}>
            {now.zone_chosen || now.zone === "" ? "The server’s" : `${placeOf(now.zone)}, the server’s`}
          </option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone === here ? `${placeOf(zone)}, this browser’s` : placeOf(zone)}
            </option>
          ))}
        </select>
      </div>
      <div className="choice">
        <label htmlFor={`${id}-language`}>
          Languages I understand
          <span className="hint">mail in them is told in its own words; or say “I understand German”</span>
        </label>
        <select
          id={`${id}-language`}
          value=""
          onChange={(event) => {
            choose({ languages: [...now.languages, event.target.value] });
          }}
        >
          <option value="">Add one</option>
          {LANGUAGES.filter((code) => !now.languages.includes(code)).map((code) => (
            <option key={code} value={code}>
              {languageOf(code)}
            </option>
          ))}
        </select>
      </div>
      <ul className="matters" role="list" aria-label="Languages I understand">
        {now.languages.map((code) => (
          <li key={code}>
            {languageOf(code)}
            <button
              type="button"
              className="text-button"
              aria-label={`Remove ${languageOf(code)}`}
              onClick={() => {
                choose({ languages: now.languages.filter((each) => each !== code) });
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <LeftOut
        now={now.left_out}
        zone={now.zone}
        leaveOut={(words) => {
          attempt(press("mails", { row: words }));
        }}
        bringBack={(what) => {
          choose({ bring_back: what });
        }}
      />
      <p className="hint" role="status">
        {trouble}
      </p>
    </>
  );
}

interface LeftOutProps {
  now: readonly LeftOutOnBoard[];
  zone: string;
  leaveOut: (words: string) => void;
  bringBack: (what: string) => void;
}

function LeftOut({ now, zone, leaveOut, bringBack }: LeftOutProps) {
  const id = useId();
  const [what, setWhat] = useState("");
  const [until, setUntil] = useState("tomorrow");
  const submit = () => {
    const named = what.trim();
    if (named === "") return;
    leaveOut(`leave out ${named} until ${until}`);
    setWhat("");
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
        Left out for now
        <span className="hint">or say “leave out Github until Monday”</span>
      </label>
      <ul role="list" aria-label="Left out for now">
        {now.map((each) => (
          <li key={each.what}>
            <span>
              <bdi>{plainText(each.what, LONGEST_NAME)}</bdi> <span className="hint">{untilWhen(each, zone)}</span>
            </span>
            <button
              type="button"
              className="text-button"
              aria-label={`Bring back ${plainText(each.what, LONGEST_NAME)}`}
              onClick={() => {
                bringBack(each.what);
              }}
            >
              Bring back
            </button>
          </li>
        ))}
      </ul>
      <div className="matters-add">
        <input
          id={id}
          value={what}
          maxLength={LONGEST_NAME}
          placeholder="newsletters"
          autoComplete="off"
          onChange={(event) => {
            setWhat(event.target.value);
          }}
        />
        <select
          aria-label="Leave out until"
          value={until}
          onChange={(event) => {
            setUntil(event.target.value);
          }}
        >
          {UNTIL.map(([words, name]) => (
            <option key={words} value={words}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" className="text-button">
          Leave out
        </button>
      </div>
    </form>
  );
}

function languageOf(code: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
}

function zoneOfBrowser(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}

/** "America/New_York" is New York. */
function placeOf(zone: string): string {
  return plainText(zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "), LONGEST_NAME);
}

/** By the user's own clock, which need not be that of the browser. */
function untilWhen({ until }: LeftOutOnBoard, zone: string): string {
  if (until === "") return "in this call";
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return `until ${new Intl.DateTimeFormat(undefined, { ...day, ...(isKnown(zone) && { timeZone: zone }) }).format(new Date(until))}`;
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone });
    return zone !== "";
  } catch {
    return false; // newer than the browser
  }
}
