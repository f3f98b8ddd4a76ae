import type { Press } from "../board/DraftPane";
import type { Length, LikesOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";
import { useAttempt, type Wish } from "./attempt";
import { OneOf } from "./OneOf";
import { Toggle } from "./Toggle";

const LENGTHS: readonly (readonly [Length, string])[] = [
  ["headlines", "Headlines"],
  ["shorter", "Shorter"],
  ["usual", "Usual"],
];
const ALL = "all my mail again";
/** What says it in words, and how it is shown. */
const MAILS: readonly (readonly [string, string])[] = [
  [ALL, "All mail"],
  ["only what is important", "Only what is important"],
  ["only mails from people", "Only mails from people"],
];
const LONGEST_NAME = 100;
const PRODS: readonly (readonly [number, string])[] = [
  [0, "Say nothing"],
  [1, "Ask once"],
  [2, "Ask twice"],
];
const AFTER_S = [5, 15, 30, 60, 120];

interface Props {
  now: LikesOnBoard;
  wish: Wish<VoiceWish>;
  press: Press;
}

/** How the user is told: how much of which mails, with a question after each or without, and what is said into a silence. */
export function HowTold({ now, wish, press }: Props) {
  const { refused, attempt } = useAttempt();
  const choose = (wanted: VoiceWish) => void attempt(wish(wanted));
  const only = now.only === "" ? ALL : now.only;
  const mails = MAILS.some(([words]) => words === only) ? MAILS : [...MAILS, [only, capital(plainText(only, LONGEST_NAME))] as const];
  const after = [...new Set([...AFTER_S, now.prod_after_s])].sort((one, other) => one - other);
  return (
    <>
      <h2 className="menu-title">How you are told</h2>
      <OneOf
        label="How much of a mail"
        hint="or say “just headlines”, “shorter”"
        value={now.length}
        options={LENGTHS}
        choose={(length) => choose({ length })}
      />
      <OneOf
        label="Which mails"
        hint="in this call; or say “only the important ones”"
        value={only}
        options={mails}
        choose={(row) => void attempt(press("mails", { row }))}
      />
      <Toggle
        label="Go on without asking"
        hint="or say “stop asking every time”, “ask me”"
        on={now.flows}
        change={(flows) => choose({ flows })}
      />
      <OneOf
        label="When I am silent"
        hint="or say “don’t prod me”"
        value={now.prods}
        options={PRODS}
        choose={(prods) => choose({ prods })}
      />
      {now.prods > 0 && (
        <OneOf
          label="After"
          hint="or say “prod me after 30 seconds”"
          value={now.prod_after_s}
          options={after.map((seconds) => [seconds, `${seconds} seconds`])}
          choose={(prod_after_s) => choose({ prod_after_s })}
        />
      )}
      <p className="hint" role="status">
        {refused}
      </p>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
