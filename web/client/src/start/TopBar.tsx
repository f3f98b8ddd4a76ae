import type { ReactNode } from "react";

interface Props {
  status?: string;
  live?: boolean;
  children?: ReactNode;
}

export function TopBar({ status, live = false, children }: Props) {
  return (
    <header className="top">
      <p className="wordmark">Aloud</p>
      {status && (
        <p className="status" data-live={live}>
          {status}
        </p>
      )}
      <div className="top-end">{children}</div>
    </header>
  );
}
