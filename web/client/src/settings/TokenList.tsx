import { type SyntheticEvent, useCallback, useEffect, useId, useState } from "react";
import { plainText } from "../board/plain_text";
import { sentenceOf } from "../team/live";
import { Sure } from "../team/Sure";
import type { ApiToken, TeamServer, TokenScope } from "../team/team_api";
import { OneOf } from "./OneOf";

const MAY: Readonly<Record<string, { label: string; scopes: TokenScope[] }>> = {
  read: { label: "read only", scopes: ["team:read"] },
  all: { label: "read, and hand work over", scopes: ["team:read", "team:write"] },
};

/** Tokens by which programs of the user reach their team: making one, which is shown once, and revoking it. */
export function TokenList({ server }: { server: TeamServer }) {
  const [tokens, setTokens] = useState<readonly ApiToken[]>([]);
  const [made, setMade] = useState("");
  const [said, setSaid] = useState("");
  const load = useCallback(() => server.tokens().then(setTokens), [server]);
  useEffect(() => {
    load().catch((error: unknown) => setSaid(sentenceOf(error)));
  }, [load]);
  const attempt = (act: () => Promise<void>) => {
    setSaid("");
    return act()
      .then(load)
      .catch((error: unknown) => setSaid(sentenceOf(error)));
  };
  return (
    <>
      <h2 className="menu-title">Tokens for programs</h2>
      <p className="hint">With a token, a program of yours reaches your team, and nothing else of yours.</p>
      <ul className="accounts" role="list">
        {tokens.map((token) => (
          <li key={token.id}>
            <p className="account-name">
              <bdi>{plainText(token.label, 60)}</bdi>
              <span className="hint">{MAY[token.scopes.includes("team:write") ? "all" : "read"]?.label}</span>
            </p>
            <div className="account-acts">
              <Sure
                act="Revoke"
                label={`Revoke ${plainText(token.label, 60)}`}
                question="Revoke it? Whoever has it reaches nothing with it any more."
                yes="Yes, revoke it"
                go={() => attempt(() => server.revokeToken(token.id))}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="accounts-said" role="status">
        {said}
      </p>
      {made !== "" && <Made token={made} close={() => setMade("")} />}
      <NewToken
        make={(label, scopes) =>
          void attempt(async () => {
            setMade(await server.makeToken(label, scopes));
          })
        }
      />
    </>
  );
}

function Made({ token, close }: { token: string; close: () => void }) {
  const id = useId();
  return (
    <div className="token-made">
      <label htmlFor={id}>Your token. Copy it now: it is not shown again.</label>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- it is what the user has just asked for */}
      <input id={id} readOnly value={token} autoFocus onFocus={(event) => event.target.select()} />
      <button type="button" className="text-button" onClick={close}>
        I have it
      </button>
    </div>
  );
}

function NewToken({ make }: { make: (label: string, scopes: TokenScope[]) => void }) {
  const [label, setLabel] = useState("");
  const [may, setMay] = useState("read");
  const name = useId();
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (label.trim() === "") return;
    make(label.trim(), MAY[may]?.scopes ?? []);
    setLabel("");
  };
  return (
    <form className="token-new" onSubmit={send}>
      <label htmlFor={name}>What the token is for</label>
      <input id={name} value={label} maxLength={60} autoComplete="off" onChange={(event) => setLabel(event.target.value)} />
      <OneOf label="It may" value={may} options={Object.entries(MAY).map(([key, each]) => [key, each.label])} choose={setMay} />
      <button type="submit" className="plain-button menu-end" aria-disabled={label.trim() === ""}>
        Make a token
      </button>
    </form>
  );
}
