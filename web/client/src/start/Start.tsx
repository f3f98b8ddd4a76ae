import { useState } from "react";
import type { Me, Server } from "../api";
import { plainText } from "../board/plain_text";
import { Conversations } from "../conversations/Conversations";
import { SettingsMenu } from "../settings/SettingsMenu";
import { Letters } from "../letters/Letters";
import { Team } from "../team/Team";
import { Bars } from "./Bars";
import { TopBar } from "./TopBar";

interface Props {
  me: Me;
  server: Server;
  /** The call's part of the page is being loaded. */
  busy: boolean;
  /** Why it could not be loaded, or nothing. */
  trouble: string;
  /** With a conversation, the call goes on with it. */
  begin: (conversation: string | null) => void;
  /** The conversation that is opened at first. */
  opened: string | null;
  signOut: (() => void) | undefined;
}

/** The first visit: one button. */
export function Start({ me, server, busy, trouble, begin, opened, signOut }: Props) {
  const name = plainText(me.user.name, 60);
  const [agent, setAgent] = useState<string | null>(null);
  return (
    <>
      <TopBar>
        <SettingsMenu me={me} server={server} signOut={signOut} />
      </TopBar>
      <main className="start">
        <Bars state={busy ? "connecting" : "idle"} />
        <h1>Hear what is in your mail.</h1>
        <p className="lead">
          {name !== "" && !me.demo && `Hello ${name}. `}
          Aloud goes through what is unread with you, one mail at a time, and does what you say.
        </p>
        <button type="button" className="main-button large" onClick={() => begin(null)} aria-disabled={busy}>
          {busy ? "Connecting" : "Start the call"}
        </button>
        <p className="start-trouble" role="alert">
          {trouble}
        </p>
        <ul className="assurances" role="list">
          <li>
            {me.speech
              ? "The browser will ask for your microphone. It is on during the call only, and typing always works."
              : "No speech service is set up, so you type, or let this browser listen. No microphone is asked for."}
          </li>
          <li>Listening changes nothing. Mail is archived, flagged or marked only when you say so.</li>
          {me.demo && <li>This runs on your own machine, for its one user: nobody signs in, and no other machine can open it.</li>}
        </ul>
        <Team server={server.team} agent={agent} open={setAgent} />
        <Conversations server={server} opened={opened} call={begin} hears={me.speech} openAgent={setAgent} />
        <Letters server={server} />
      </main>
    </>
  );
}
