import { PhoneOff } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Me, type Server, SIGN_IN } from "../api";
import { Board } from "../board/Board";
import { useNarrow } from "../board/narrow";
import { Captions } from "../conversation/Captions";
import { Notices } from "../conversation/Notices";
import { Screen } from "../conversation/Screen";
import { TextBox } from "../conversation/TextBox";
import { MicrophoneButton, Voice } from "../conversation/Voice";
import { useSettings } from "../settings/settings";
import { SettingsMenu } from "../settings/SettingsMenu";
import { Bars } from "../start/Bars";
import { TopBar } from "../start/TopBar";
import type { Acts } from "./acts";
import { type Notice, noticesOf, OVER, type Remedy } from "./notices";
import { inCall, type Phase, reachesAgent } from "./phases";
import type { CallState } from "./state";

interface Props {
  me: Me;
  server: Server;
  state: CallState;
  visualiser: ReactNode;
  acts: Acts;
  /** Where one goes from a call that is over. */
  back?: { label: string; go: () => void };
  signOut: (() => void) | undefined;
}

/** The whole call on one screen; a function of its state, so that every state can be looked at and tested without a call. */
export function CallScreen({ me, server, state, visualiser, acts, back, signOut }: Props) {
  const { shortcuts, announce } = useSettings();
  const ready = reachesAgent(state.phase);
  const going = inCall(state.phase) || state.phase === "idle";
  const hears = state.board?.hears ?? me.speech;
  const narrow = useNarrow();
  const main = useRef<HTMLElement>(null);
  const [begun, setBegun] = useState({ words: "", times: 0 });
  const begin = useCallback((words: string) => {
    setBegun(({ times }) => ({ words, times: times + 1 }));
  }, []);
  useEffect(() => {
    // The button that began the call is gone; without this, the keyboard would be at the top of the page. The text box may have it already.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  const remedies: Record<Remedy, () => void> = {
    call: () => void acts.start(),
    hang_up: () => void acts.hangUp(),
    microphone: () => void acts.microphone(true),
    sound: () => void acts.allowSound(),
    reload: () => {
      location.reload();
    },
    sign_in: () => {
      location.assign(SIGN_IN);
    },
  };
  const notices = noticesOf(state);
  const leave = !going && back !== undefined && (
    <button type="button" className="quiet-button" onClick={back.go}>
      {back.label}
    </button>
  );
  if (!going && state.board === null && state.lines.length === 0)
    return (
      <Nothing status={STATUS[state.phase]} notice={notices[0] ?? OVER} remedy={(does) => remedies[does]()}>
        <SettingsMenu me={me} server={server} signOut={signOut} />
        {leave}
      </Nothing>
    );
  return (
    <>
      <TopBar status={STATUS[state.phase]} live={ready}>
        <SettingsMenu
          me={me}
          server={server}
          signOut={signOut}
          voice={ready ? (state.board?.voice ?? null) : null}
          likes={ready ? (state.board?.likes ?? null) : null}
          sound={(wish) => acts.sound(wish)}
          press={acts.press}
          listens={state.microphone === "on" ? () => void acts.microphone(true) : undefined}
        />
        {going && (
          <button type="button" className="quiet-button" onClick={remedies.hang_up}>
            <PhoneOff aria-hidden size={18} />
            End call
          </button>
        )}
        {leave}
      </TopBar>
      <main className="call" ref={main} tabIndex={-1}>
        <h1 className="visually-hidden">Your call with Aloud</h1>
        <Notices notices={notices} remedy={(does) => remedies[does]()} />
        {state.phase === "ended" && <Over again={remedies.call} />}
        <section className="conversation" aria-label="Conversation">
          <Voice
            state={state}
            hears={hears && going}
            atHand={narrow}
            visualiser={visualiser}
            microphone={(on) => void acts.microphone(on)}
          />
          {going && (
            <Screen
              looks={state.board?.screen ?? null}
              shares={state.screen}
              ready={ready}
              share={(on) => void acts.share(on)}
              press={acts.press}
            />
          )}
          <Captions lines={state.lines} announce={announce} />
          {going && <TextBox ready={ready} shortcuts={shortcuts} first={!hears} begun={begun} say={(line) => acts.say(line)} />}
          {going && !hears && <NotHeard />}
        </section>
        <Board
          board={state.board}
          going={going}
          ready={ready}
          shortcuts={shortcuts}
          press={acts.press}
          edit={(edit) => acts.edit(edit)}
          begin={begin}
          talk={
            hears && going ? (
              <MicrophoneButton label="Talk" hearing={state.microphone === "on"} microphone={(on) => void acts.microphone(on)} />
            ) : undefined
          }
        />
      </main>
    </>
  );
}

interface NothingProps {
  status: string;
  notice: Notice;
  remedy: (does: Remedy) => void;
  children: ReactNode;
}

/** A call of which there is nothing to show, because it never began or must not be seen any more. */
function Nothing({ status, notice, remedy, children }: NothingProps) {
  const { remedy: cure } = notice;
  return (
    <>
      <TopBar status={status}>{children}</TopBar>
      <main className="start">
        <Bars />
        <h1>{notice.title}.</h1>
        <p className="lead" role="alert">
          {notice.text}
        </p>
        {cure && (
          <button type="button" className="main-button large" onClick={() => remedy(cure.does)}>
            {cure.label}
          </button>
        )}
      </main>
    </>
  );
}

/** Why there is no button for the microphone. */
function NotHeard() {
  return (
    <section className="no-stt" aria-label="Typing">
      <h2>Aloud cannot hear you here</h2>
      <p>No speech service is set up, so type: that does everything that speaking does.</p>
    </section>
  );
}

function Over({ again }: { again: () => void }) {
  return (
    <div className="over">
      <div>
        <h2>{OVER.title}</h2>
        <p>{OVER.text}</p>
      </div>
      <button type="button" className="main-button" onClick={again}>
        {OVER.remedy?.label}
      </button>
    </div>
  );
}

const STATUS: Readonly<Record<Phase, string>> = {
  idle: "Connecting",
  joining: "Connecting",
  waiting: "Connecting",
  unanswered: "No agent yet",
  live: "In a call",
  silent: "Agent not answering",
  weak: "Reconnecting",
  lost: "Reconnecting",
  offline: "Offline",
  ended: "Call over",
  taken_over: "Continued elsewhere",
  signed_out: "Signed out",
  failed: "Not connected",
};
