import { useState } from "react";

/** How a way over somebody else's page ended; the server puts one of these words into the address. Any other word means nothing. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    connected: "The account is connected. Its mail is part of the next call.",
    denied: "No account was connected: you did not allow it.",
    incomplete: "No account was connected: Aloud needs the permission to read and change mail, and that box was not ticked.",
    expired: "No account was connected: it took too long, or was begun in another browser. Please try again.",
    unavailable: "No account was connected: Google or the database did not answer. Please try again.",
    misconfigured: "No account was connected: this server is not set up for Google. “aloud doctor” says what is missing.",
    label_taken: "No account was connected: there is one with that name already.",
    failed: "No account was connected: something went wrong. Please try again.",
  },
  sign_in: {
    denied: "You are not signed in: it was not allowed.",
    expired: "You are not signed in: it took too long, or was begun in another browser. Please try again.",
    unavailable: "You are not signed in: the sign-in service did not answer. Please try again.",
    failed: "You are not signed in: something went wrong. Please try again.",
  },
};

/** Says it once; a reload says nothing any more. */
export function Returned() {
  const [said, setSaid] = useState(outcome);
  if (said === "") return null;
  return (
    <div className="returned">
      <p role="status">{said}</p>
      <button type="button" className="plain-button" onClick={() => setSaid("")}>
        Close
      </button>
    </div>
  );
}

function outcome(): string {
  const found = new URLSearchParams(location.search);
  for (const [about, words] of Object.entries(WORDS)) {
    const word = found.get(about);
    if (word === null) continue;
    history.replaceState(null, "", location.pathname);
    return Object.hasOwn(words, word) ? (words[word] ?? "") : "";
  }
  return "";
}
