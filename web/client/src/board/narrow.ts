import { useSyncExternalStore } from "react";

const HELD_IN_A_HAND = "(max-width: 560px)";

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, narrow);
}

function subscribe(changed: () => void): () => void {
  if (typeof matchMedia === "undefined") return () => undefined;
  const query = matchMedia(HELD_IN_A_HAND);
  query.addEventListener("change", changed);
  return () => {
    query.removeEventListener("change", changed);
  };
}

function narrow(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia(HELD_IN_A_HAND).matches;
}
