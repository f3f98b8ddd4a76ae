import * as Switch from "@radix-ui/react-switch";
import { Choice } from "./Choice";

interface Props {
  label: string;
  hint?: string;
  on: boolean;
  change: (on: boolean) => void;
}

/** Something that is on or off. */
export function Toggle({ label, hint, on, change }: Props) {
  return (
    <Choice label={label} hint={hint}>
      {(id) => (
        <Switch.Root id={id} className="switch" checked={on} onCheckedChange={change}>
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      )}
    </Choice>
  );
}
