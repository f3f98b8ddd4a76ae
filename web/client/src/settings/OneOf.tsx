import type { ReactNode } from "react";
import { Choice } from "./Choice";

interface Props<T extends string | number> {
  label: string;
  hint?: ReactNode;
  value: T;
  options: readonly (readonly [T, string])[];
  choose: (value: T) => void;
}

/** A choice of one among several. */
export function OneOf<T extends string | number>({ label, hint, value, options, choose }: Props<T>) {
  return (
    <Choice label={label} hint={hint}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen) choose(chosen[0]);
          }}
        >
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Choice>
  );
}
