import type { ReactNode } from "react";
import { Bars } from "./Bars";
import { TopBar } from "./TopBar";

/** A page with one thing to say: signed out, no server. */
export function Standing({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <TopBar />
      <main className="start">
        <Bars />
        <h1>{title}</h1>
        <p className="lead" role="status">
          {text}
        </p>
        {children}
      </main>
    </>
  );
}
