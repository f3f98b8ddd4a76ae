/** Whether this tab is in a call, so that a reload takes it up again. Kept by the tab alone: another tab does not join by itself. */

const KEY = "aloud.in-call";

export function rememberCall(going: boolean): void {
  try {
    if (going) sessionStorage.setItem(KEY, "yes");
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: after a reload the call begins with a click.
  }
}

export function wasInCall(): boolean {
  try {
    return sessionStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}
