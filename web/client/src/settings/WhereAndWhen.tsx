import { useId, useState } from "react";
import type { LeftOutOnBoard, LikesOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";

const LONGEST_NAME = 60;
const OF_THE_SERVER = "";
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "pl", "da", "sv", "no", "fi", "ru"];

/** By which clock times are told, in which languages mail is told as it is, and what is left out for a while. */
export function WhereAndWhen({ now, wish }: { now: LikesOnBoard; wish: (wanted: VoiceWish) => Promise<string> }) {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const choose = (wanted: VoiceWish) => {
    setTrouble("");
    wish(wanted).then(setTrouble, () => {
      setTrouble("That did not reach Aloud. Please try again.");
    });
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
      {now.left_out.length > 0 && (
        <>
          <h3 className="matters-title">Left out for now</h3>
          <ul className="matters" role="list" aria-label="Left out for now">
            {now.left_out.map((each) => (
              <li key={each.what}>
                <span>
                  <bdi>{plainText(each.what, LONGEST_NAME)}</bdi> <span className="hint">{untilWhen(each)}</span>
                </span>
                <button
                  type="button"
                  className="text-button"
                  aria-label={`Bring back ${plainText(each.what, LONGEST_NAME)}`}
                  onClick={() => {
                    choose({ bring_back: each.what });
                  }}
                >
                  Bring back
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="hint" role="status">
        {trouble}
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
  return plainText(zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "), LONGEST_NAME);
}

function untilWhen({ until }: LeftOutOnBoard): string {
  if (until === "") return "in this call";
  return `until ${new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" }).format(new Date(until))}`;
}
