import * as Switch from "@radix-ui/react-switch";

export function Toggle({
  id,
  on,
  change,
  disabled = false,
}: {
  id: string;
  on: boolean;
  change: (on: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <Switch.Root id={id} className="switch" checked={on} onCheckedChange={change} disabled={disabled}>
      <Switch.Thumb className="switch-thumb" />
    </Switch.Root>
  );
}
