/** A call over LiveKit. Loaded when the call begins, because it is five times as large as what comes before. */

import { BarVisualizer, RoomAudioRenderer, RoomContext, useVoiceAssistant } from "@livekit/components-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Me, Server } from "../api";
import "../look/during.css";
import { settings } from "../settings/settings";
import { BARS } from "../start/Bars";
import { CallScreen } from "./CallScreen";
import { Caller, wallClock } from "./caller";
import { LiveKitLink } from "./livekit_link";
import { inCall } from "./phases";
import { rememberCall } from "./remembered";

interface Props {
  me: Me;
  server: Server;
  signOut: (() => void) | undefined;
}

export default function LiveCall({ me, server, signOut }: Props) {
  const [{ caller, link }] = useState(() => newCall(me, server));
  const state = useSyncExternalStore(caller.subscribe, caller.current);
  useEffect(() => {
    void caller.start();
    return () => void caller.hangUp();
  }, [caller]);
  useEffect(() => followNetwork(caller), [caller]);
  useEffect(() => {
    if (state.phase !== "idle") rememberCall(inCall(state.phase));
  }, [state.phase]);
  return (
    <RoomContext.Provider value={link.room}>
      <RoomAudioRenderer />
      <CallScreen me={me} server={server} state={state} visualiser={<AgentBars />} acts={caller} signOut={signOut} />
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

function newCall(me: Me, server: Server): { caller: Caller; link: LiveKitLink } {
  let link: LiveKitLink | undefined;
  const caller = new Caller(
    server,
    me,
    wallClock,
    () => settings().cleanSound,
    (tell) => (link = new LiveKitLink(tell)),
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
