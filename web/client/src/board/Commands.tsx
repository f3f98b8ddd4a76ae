import * as Toolbar from "@radix-ui/react-toolbar";
import {
  Archive,
  ArrowLeft,
  ArrowRight,
  BookOpenText,
  ChevronsRight,
  Flag,
  Hand,
  type LucideIcon,
  MailCheck,
  RotateCcw,
  SkipForward,
  Undo2,
} from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLeavesFocusInTheCall } from "./focus";
import type { Board, Button, Offer } from "./message";
import { More } from "./More";
import { useNarrow } from "./narrow";
import { plainText } from "./plain_text";
import { ANSWERS, type Command, COMMANDS, commandOf, isPossible, MORE, UNDER_THE_THUMB } from "./shortcuts";

const ICONS: Readonly<Partial<Record<Button, LucideIcon>>> = {
  back: ArrowLeft,
  next: ArrowRight,
  archive: Archive,
  flag: Flag,
  mark_read: MailCheck,
  repeat: RotateCcw,
  read: BookOpenText,
  stop: Hand,
  skip: SkipForward,
  skip_topic: ChevronsRight,
  undo: Undo2,
};

const UNDONE = 60;

const QUESTIONS: Readonly<Record<Offer, string>> = {
  hear_arrivals: "Hear the mail that has just come in?",
  hear_skipped: "Hear what was skipped?",
  hear_all_accounts: "Take up the mail that you left for later?",
  hear_rest: "Go on with the mail that was left out?",
  hold_back: "Hold it back?",
  discard: "Throw the draft away?",
  forget_talk: "Forget this conversation?",
  take_nudge: "Do what was offered about your screen?",
  hear_result: "Read all of what the team found?",
  forget_noted: "Forget what was read back?",
  let_go: "Remove it for good?",
  agree: "Do it?",
};

interface Props {
  board: Board | null;
  /** The agent can be reached. */
  ready: boolean;
  shortcuts: boolean;
  /** Resolves to "" or to why it was not done. */
  press: (button: Button) => Promise<string>;
  begin: (words: string) => void;
  talk?: ReactNode;
}

export function Commands({ board, ready, shortcuts, press, begin, talk }: Props) {
  const { busy, refusal, run } = usePressing(press);
  const offer = ready ? (board?.offer ?? null) : null;
  const isOn = useCallback((command: Command) => ready && isPossible(command, board), [ready, board]);
  useKeys(shortcuts && ready, offer !== null, isOn, run);
  const narrow = useNarrow();
  const undoes = plainText(board?.undo ?? "", UNDONE);
  const button = (command: Command) => (
    <CommandButton
      key={command.button}
      command={command}
      on={isOn(command)}
      busy={busy === command.button}
      pressed={command.button === "flag" ? (board?.current?.flagged ?? false) : undefined}
      names={command.button === "undo" ? undoes : ""}
      shortcuts={shortcuts}
      run={run}
    />
  );
  return (
    <div className="commands">
      {offer !== null && offer !== "take_nudge" && (
        <Question asks={board !== null && board.question !== "" ? board.question : QUESTIONS[offer]} shortcuts={shortcuts} run={run} />
      )}
      <Toolbar.Root className="toolbar" aria-label="What to do with this mail">
        {COMMANDS.map((group, place) => (
          <div className="toolbar-group" key={place}>
            {group.filter((command) => !(narrow && isAtHand(command))).map(button)}
            {place === COMMANDS.length - 1 && <More shortcuts={shortcuts} isOn={isOn} run={run} begin={begin} />}
          </div>
        ))}
      </Toolbar.Root>
      {undoes !== "" && <p className="undoes">Undo takes back: {undoes}</p>}
      {narrow && (
        <Toolbar.Root className="thumb-bar" aria-label="At hand">
          {COMMANDS.flat().filter(isAtHand).map(button)}
          {talk}
        </Toolbar.Root>
      )}
      <p className="refusal" role="status">
        {refusal}
      </p>
    </div>
  );
}

function isAtHand(command: Command): boolean {
  return UNDER_THE_THUMB.includes(command.button);
}

interface QuestionProps {
  asks: string;
  shortcuts: boolean;
  run: (command: Command) => void;
}

function Question({ asks, shortcuts, run }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useLeavesFocusInTheCall(box);
  useEffect(() => {
    // It is about what stands above it; as little of the page as has to be is moved.
    box.current?.scrollIntoView({ block: "nearest" });
  }, [asks]);
  return (
    <div className="offer" role="group" aria-label="Aloud asks" ref={box}>
      <p>{asks}</p>
      {ANSWERS.map((answer) => (
        <button
          key={answer.button}
          type="button"
          className={answer.button === "yes" ? "main-button" : "button"}
          onClick={() => run(answer)}
        >
          {answer.label}
          {shortcuts && <Key of={answer} />}
        </button>
      ))}
    </div>
  );
}

interface ButtonProps {
  command: Command;
  on: boolean;
  busy: boolean;
  pressed: boolean | undefined;
  /** What it is about, where that does not show. */
  names: string;
  shortcuts: boolean;
  run: (command: Command) => void;
}

function CommandButton({ command, on, busy, pressed, names, shortcuts, run }: ButtonProps) {
  const Icon = ICONS[command.button];
  // Not `disabled`: a button that vanishes from the keyboard's way while the line is unsteady takes the focus with it.
  return (
    <Toolbar.Button
      type="button"
      className={command.button === "next" ? "main-button" : "button"}
      aria-disabled={!on}
      aria-keyshortcuts={shortcuts ? command.key : undefined}
      data-busy={busy}
      data-flagged={pressed}
      title={names === "" ? undefined : `Takes back: ${names}`}
      onClick={() => {
        if (on) run(command);
      }}
    >
      {Icon && <Icon aria-hidden size={17} />}
      {command.label}
      {shortcuts && <Key of={command} />}
    </Toolbar.Button>
  );
}

/** Hidden from screen readers, which are told by `aria-keyshortcuts`. */
function Key({ of }: { of: Command }) {
  return <kbd aria-hidden>{of.key}</kbd>;
}

/** One press at a time is shown as under way; a refusal stands until the next press. */
function usePressing(press: Props["press"]) {
  const [busy, setBusy] = useState<Button | null>(null);
  const [refusal, setRefusal] = useState("");
  const run = useCallback(
    (command: Command) => {
      setBusy(command.button);
      setRefusal("");
      void press(command.button).then((why) => {
        setRefusal(why);
        setBusy((now) => (now === command.button ? null : now));
      });
    },
    [press],
  );
  return { busy, refusal, run };
}

function useKeys(on: boolean, answers: boolean, isOn: (command: Command) => boolean, run: (command: Command) => void) {
  const latest = useRef({ answers, isOn, run });
  useEffect(() => {
    latest.current = { answers, isOn, run };
  });
  useEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      const known = [...COMMANDS.flat(), ...MORE, ...(latest.current.answers ? ANSWERS : [])];
      const command = commandOf(event, known);
      if (command === undefined || !latest.current.isOn(command)) return;
      event.preventDefault();
      latest.current.run(command);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [on]);
}
