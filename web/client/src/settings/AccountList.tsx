import { useCallback, useEffect, useState } from "react";
import { type Account, type Health, type Server, ServerError } from "../api";
import { plainText } from "../board/plain_text";

const HEALTH: Readonly<Record<Health, string>> = {
  connected: "Connected",
  sign_in_needed: "Needs a new sign-in",
  key_missing: "Locked: the server lacks its key",
  unreadable: "Cannot be read",
};

const PROVIDERS: Readonly<Record<string, string>> = { google: "Gmail", maildir: "Maildir" };

/** The mail accounts: how each of them is, connecting one, and taking one back. `known` stands until the server has told the newest. */
export function AccountList({ known, server }: { known: readonly Account[]; server: Server }) {
  const { accounts, canConnect, said, attempt } = useAccounts(known, server);
  const connect = (label: string | null) => attempt(async () => go(await server.connectGoogle(label)));
  const disconnect = (account: Account) =>
    attempt(async () => {
      const revoked = await server.disconnect(account.slug);
      return revoked ? "" : "It is disconnected here. Google did not answer: take the permission back in your Google account, too.";
    });
  return (
    <>
      <h2 className="menu-title">Mail accounts</h2>
      {accounts.length === 0 && <p className="hint">No account is connected yet.</p>}
      <ul className="accounts" role="list">
        {accounts.map((account) => (
          <Row key={account.slug} account={account} connect={canConnect ? connect : null} disconnect={disconnect} />
        ))}
      </ul>
      <p className="accounts-said" role="status">
        {said}
      </p>
      {canConnect && (
        <button type="button" className="plain-button menu-end" onClick={() => connect(null)}>
          Connect a Gmail account
        </button>
      )}
    </>
  );
}

interface RowProps {
  account: Account;
  connect: ((label: string) => void) | null;
  disconnect: (account: Account) => void;
}

function Row({ account, connect, disconnect }: RowProps) {
  const [asked, setAsked] = useState(false);
  const label = plainText(account.label, 60);
  return (
    <li>
      <p className="account-name">
        <bdi>{label}</bdi>
        <bdi className="hint">{plainText(account.address, 80) || PROVIDERS[account.provider]}</bdi>
      </p>
      <p className="hint" data-ill={account.state !== "connected"}>
        {HEALTH[account.state]}
      </p>
      <div className="account-acts">
        {account.state === "sign_in_needed" && connect && (
          <button type="button" className="text-button" onClick={() => connect(account.label)}>
            Sign in again
          </button>
        )}
        {account.removable && !asked && (
          <button type="button" className="text-button" aria-label={`Disconnect ${label}`} onClick={() => setAsked(true)}>
            Disconnect
          </button>
        )}
        {asked && (
          <>
            <span className="account-question">Disconnect it? The mail itself stays as it is.</span>
            <button type="button" className="text-button" onClick={() => disconnect(account)}>
              Yes
            </button>
            <button type="button" className="text-button" onClick={() => setAsked(false)}>
              No
            </button>
          </>
        )}
      </div>
    </li>
  );
}

function useAccounts(known: readonly Account[], server: Server) {
  const [accounts, setAccounts] = useState(known);
  const [canConnect, setCanConnect] = useState(false);
  const [said, setSaid] = useState("");
  const load = useCallback(
    () =>
      server.accounts().then((answer) => {
        setAccounts(answer.accounts);
        setCanConnect(answer.can_connect.includes("google"));
      }),
    [server],
  );
  const attempt = (act: () => Promise<string>) => {
    setSaid("");
    void act()
      .then(async (words) => {
        setSaid(words);
        await load();
      })
      .catch((error: unknown) => setSaid(sentenceOf(error)));
  };
  useEffect(() => {
    load().catch((error: unknown) => setSaid(sentenceOf(error)));
  }, [load]);
  return { accounts, canConnect, said, attempt };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServerError) return error.sentence;
  throw error;
}

/** Leave for the provider's page; only for one that can be gone to by a browser. */
function go(address: string): string {
  if (!/^https?:$/.test(new URL(address).protocol)) return "The server sent an address that cannot be opened.";
  location.assign(address);
  return "Going on at Google.";
}
