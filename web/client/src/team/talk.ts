import { useCallback, useEffect, useState } from "react";
import type { Said } from "../conversations/shown_talk";
import { sentenceOf } from "./live";
import type { Agent, TeamServer } from "./team_api";

export interface AgentTalk {
  lines: readonly Said[];
  busy: boolean;
  trouble: string;
  say: (words: string) => void;
}

/** The conversation with one agent: as it is stored, and behind that what is being said now. It is looked up anew with each `version`. */
export function useAgentTalk(server: TeamServer, agent: Agent, version: string): AgentTalk {
  const [stored, setStored] = useState<readonly Said[]>([]);
  const [saying, setSaying] = useState<readonly Said[]>([]);
  const [busy, setBusy] = useState(0);
  const [trouble, setTrouble] = useState("");
  const { id } = agent;
  const load = useCallback(async () => {
    try {
      setStored((await server.said(id)).lines);
    } catch (error) {
      setTrouble(sentenceOf(error));
    }
  }, [server, id]);
  useEffect(() => {
    // While words are streamed in, they are shown as they come; what is stored takes their place afterwards.
    // eslint-disable-next-line react-hooks/set-state-in-effect -- it is set when the answer has come
    if (busy === 0) void load();
  }, [load, version, busy]);
  const say = useCallback(
    (words: string) => {
      setTrouble("");
      setBusy((all) => all + 1);
      setSaying((all) => [...all, { by: "you", at: "", heard: words, unheard: "" }]);
      server
        .say(agent, words, (event) => {
          if (event.kind === "words") setSaying((all) => [...all, { by: "aloud", at: "", heard: event.data.words ?? "", unheard: "" }]);
        })
        .then(load)
        .catch((error: unknown) => setTrouble(sentenceOf(error)))
        .finally(() => {
          setSaying([]);
          setBusy((all) => all - 1);
        });
    },
    [server, agent, load],
  );
  return { lines: [...stored, ...saying], busy: busy > 0, trouble, say };
}
