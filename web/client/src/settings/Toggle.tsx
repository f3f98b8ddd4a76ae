import * as Switch from "@radix-ui/react-switch";
import { useId } from "react";

interface Props {
  label: string;
  hint?: string;
  on: boolean;
  change: (on: boolean) => void;
}

/** Something that is on or off. */
export function Toggle({ label, hint, on, change }: Props) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </label>
      <Switch.Root id={id} className="switch" checked={on} onCheckedChange={change}>
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
    </div>
  );
}
