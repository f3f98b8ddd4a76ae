import { useState } from "react";
import type { LeaveOutUntil, LeftOutOnBoard, LikesOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";
import { useAttempt, type Wish } from "./attempt";
import { NamedList, Rows } from "./NamedList";
import { OneOf } from "./OneOf";

const LONGEST = 100;
const OF_THE_SERVER = "";
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "pl", "da", "sv", "no", "fi", "ru"];

const UNTIL: readonly (readonly [LeaveOutUntil, string])[] = [
  ["tomorrow", "until tomorrow"],
  ["monday", "until Monday"],
  ["next month", "until next month"],
];

/** By place, so that its first letters find it in the list. */
const ZONES = Intl.supportedValuesOf("timeZone").sort((one, other) => placeOf(one).localeCompare(placeOf(other)));

/** By which clock times are told, in which languages mail is told as it is, and what is left out for a while. */
export function WhereAndWhen({ now, wish }: { now: LikesOnBoard; wish: Wish<VoiceWish> }) {
  const { refused, attempt } = useAttempt();
  const [until, setUntil] = useState<LeaveOutUntil>("tomorrow");
  const choose = (wanted: VoiceWish) => void attempt(wish(wanted));
  const here = zoneOfBrowser();
  const likely = [now.zone_chosen ? now.zone : "", here].filter((zone) => zone !== "");
  const ofServer = now.zone_chosen || now.zone === "" ? "The server’s" : `${placeOf(now.zone)}, the server’s`;
  return (
    <>
      <OneOf
        label="Time zone"
        hint="or say “I’m in Lisbon”, “use New York time”"
        value={now.zone_chosen ? now.zone : OF_THE_SERVER}
        options={[
          [OF_THE_SERVER, ofServer],
          ...[...new Set([...likely, ...ZONES])].map(
            (zone) => [zone, zone === here ? `${placeOf(zone)}, this browser’s` : placeOf(zone)] as const,
          ),
        ]}
        choose={(zone) => choose({ zone })}
      />
      <OneOf
        label="Languages I understand"
        hint="mail in them is told in its own words; or say “I understand German”"
        value=""
        options={[
          ["", "Add one"],
          ...LANGUAGES.filter((code) => !now.languages.includes(code)).map((code) => [code, languageOf(code)] as const),
        ]}
        choose={(code) => choose({ languages: [...now.languages, code] })}
      />
      <Rows
        title="Languages I understand"
        rows={now.languages.map((value) => ({ value, name: languageOf(value) }))}
        remove={(code) => choose({ languages: now.languages.filter((each) => each !== code) })}
      />
      <NamedList
        title="Left out for now"
        hint="or say “leave out Github until Monday”"
        rows={now.left_out.map((each) => ({ value: each.what, note: untilWhen(each, now.zone) }))}
        act="Bring back"
        remove={(bring_back) => choose({ bring_back })}
        empty="Nothing."
        example="newsletters"
        longest={LONGEST}
        add={(what) => attempt(wish({ leave_out: { what, until } }))}
        addAct="Leave out"
      >
        <select aria-label="Leave out until" value={until} onChange={({ target }) => setUntil(UNTIL[target.selectedIndex]?.[0] ?? until)}>
          {UNTIL.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </NamedList>
      <p className="hint" role="status">
        {refused}
      </p>
    </>
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
  return plainText(zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "), LONGEST);
}

/** By the user's own clock, which need not be that of the browser. */
function untilWhen({ until, comes }: LeftOutOnBoard, zone: string): string {
  if (until === "") return "in this call";
  if (Number.isNaN(Date.parse(until))) return "";
  const hour = until.slice(11, 16) === "00:00" ? {} : ({ hour: "2-digit", minute: "2-digit" } as const);
  const form = { weekday: "short", day: "numeric", month: "short", ...hour, ...(isKnown(zone) && { timeZone: zone }) } as const;
  const when = `until ${new Intl.DateTimeFormat(undefined, form).format(new Date(until))}`;
  return comes ? `in later calls, ${when}` : when;
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone });
    return zone !== "";
  } catch {
    return false; // newer than the browser
  }
}
