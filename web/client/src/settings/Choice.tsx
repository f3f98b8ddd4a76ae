import { type ReactNode, useId } from "react";

interface Props {
  label: string;
  hint?: ReactNode;
  /** What is chosen with; it bears the id. */
  children: (id: string) => ReactNode;
}

/** A line of the settings: what it is, and what is chosen. */
export function Choice({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </label>
      {children(id)}
    </div>
  );
}
