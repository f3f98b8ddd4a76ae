/** The conversation that a link to this page names, `/?conversation=`; kept by the tab alone until somebody is signed in who can see it. */

const KEY = "aloud.conversation";

/** Null if nobody came by a link, or by one that names nothing. The address is left as it would be without. */
export function linked(): string | null {
  const named = new URLSearchParams(location.search).get("conversation");
  if (named !== null) history.replaceState(null, "", location.pathname);
  return named === null || named === "" ? remembered() : named;
}

/** Somebody is about to sign in: the link has to outlive that. */
export function rememberLinked(): void {
  const named = linked();
  try {
    if (named !== null) sessionStorage.setItem(KEY, named);
  } catch {
    // A browser that keeps nothing: the conversation is in the list.
  }
}

export function forgetLinked(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
