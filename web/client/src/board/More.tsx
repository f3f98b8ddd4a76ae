import * as Popover from "@radix-ui/react-popover";
import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { BEGUN, type Command, MORE } from "./shortcuts";

interface Props {
  shortcuts: boolean;
  isOn: (command: Command) => boolean;
  run: (command: Command) => void;
  begin: (words: string) => void;
}

/** What is wanted less often. What needs a word of one's own is begun in the text box. */
export function More({ shortcuts, isOn, run, begin }: Props) {
  const [open, setOpen] = useState(false);
  const leaves = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="button">
        <Ellipsis aria-hidden size={17} />
        More
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu more"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label="More to do with this mail"
          onCloseAutoFocus={(event) => {
            // The keyboard is in the text box by then.
            if (leaves.current) event.preventDefault();
            leaves.current = false;
          }}
        >
          {MORE.map((command) => (
            <button
              key={command.button}
              type="button"
              className="plain-button"
              aria-disabled={!isOn(command)}
              aria-keyshortcuts={shortcuts && command.key !== "" ? command.key : undefined}
              onClick={() => {
                if (!isOn(command)) return;
                setOpen(false);
                run(command);
              }}
            >
              {command.label}
              {shortcuts && command.key !== "" && <kbd aria-hidden>{command.key}</kbd>}
            </button>
          ))}
          {BEGUN.map(({ label, words }) => (
            <Popover.Close asChild key={label}>
              <button
                type="button"
                className="plain-button"
                onClick={() => {
                  leaves.current = true;
                  begin(words);
                }}
              >
                {label}
              </button>
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
