/** A call over LiveKit. Loaded when the call begins, because it is five times as large as what comes before. */

import { BarVisualizer, RoomAudioRenderer, RoomContext, useVoiceAssistant } from "@livekit/components-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Me, Server } from "../api";
import "../look/during.css";
import { settings, useSettings } from "../settings/settings";
import { BARS } from "../start/Bars";
import { CallScreen } from "./CallScreen";
import { Caller } from "./caller";
import { wallClock } from "./clock";
import { LiveKitLink } from "./livekit_link";
import { inCall } from "./phases";
import { rememberCall } from "./remembered";

interface Props {
  me: Me;
  server: Server;
  /** The one that the call goes on with. */
  conversation: string | null;
  /** Leaves the call's screen once it is over. */
  back: () => void;
  signOut: (() => void) | undefined;
}

export default function LiveCall({ me, server, conversation, back, signOut }: Props) {
  const [{ caller, link }] = useState(() => newCall(me, server, conversation));
  const { volume } = useSettings();
  const state = useSyncExternalStore(caller.subscribe, caller.current);
  useEffect(() => {
    void caller.start();
    return () => void caller.hangUp();
  }, [caller]);
  useEffect(() => followNetwork(caller), [caller]);
  useEffect(() => {
    if (state.phase !== "idle") rememberCall(inCall(state.phase));
  }, [state.phase]);
  const way = { label: conversation === null ? "To the start" : "To the conversation", go: back };
  return (
    <RoomContext.Provider value={link.room}>
      <RoomAudioRenderer volume={volume} />
      <CallScreen me={me} server={server} state={state} visualiser={<AgentBars />} acts={caller} back={way} signOut={signOut} />
    </RoomContext.Provider>
  );
}

function AgentBars() {
  const { state, audioTrack } = useVoiceAssistant();
  return (
    <BarVisualizer
      className="visualiser"
      barCount={BARS}
      state={state}
      {...(audioTrack && { track: audioTrack })}
      options={{ minHeight: 12 }}
    />
  );
}

function newCall(me: Me, server: Server, conversation: string | null): { caller: Caller; link: LiveKitLink } {
  let link: LiveKitLink | undefined;
  const caller = new Caller(
    server,
    me,
    wallClock,
    () => ({ cleaned: settings().cleanSound, device: settings().microphone }),
    (tell) => (link = new LiveKitLink(tell)),
    conversation,
  );
  if (link === undefined) throw new Error("a caller makes its link");
  return { caller, link };
}

function followNetwork(caller: Caller): () => void {
  const changed = () => {
    caller.networkChanged(navigator.onLine);
  };
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
