import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { ServerError } from "../api";
import type { TeamNow, TeamServer } from "./team_api";

const AGAIN_AFTER_MS = 5_000;
const QUIET_MS = 1_000;

export interface LiveTeam {
  /** Null until it is known. */
  now: TeamNow | null;
  /** Why it may be out of date, or nothing. */
  trouble: string;
  /** Does this and shows what has become of it; what went wrong instead is told as trouble. True if nothing did. */
  attempt: (act: () => Promise<void>) => Promise<boolean>;
}

/** The team as it is, for as long as somebody looks. */
export function useLiveTeam(server: TeamServer): LiveTeam {
  const [now, setNow] = useState<TeamNow | null>(null);
  const [trouble, setTrouble] = useState("");
  const visible = useSyncExternalStore(whenSeen, () => document.visibilityState === "visible");
  useEffect(() => {
    if (!visible) return;
    const until = new AbortController();
    void follow(server, until.signal, setNow, setTrouble);
    return () => until.abort();
  }, [server, visible]);
  const attempt = useCallback(
    async (act: () => Promise<void>) => {
      setTrouble("");
      try {
        await act();
        const news = await server.now("");
        if (news !== null) setNow(news);
        return true;
      } catch (error) {
        setTrouble(sentenceOf(error));
        return false;
      }
    },
    [server],
  );
  return { now, trouble, attempt };
}

async function follow(server: TeamServer, until: AbortSignal, tell: (now: TeamNow) => void, trouble: (why: string) => void): Promise<void> {
  let seen = "";
  let failed = false;
  const over = () => until.aborted;
  while (!over()) {
    try {
      const news = await server.now(seen, until);
      if (over()) return;
      if (failed) trouble("");
      failed = false;
      if (news === null) {
        await pause(QUIET_MS, until); // whatever stands in between may answer sooner than our server does
        continue;
      }
      seen = news.version;
      tell(news);
    } catch (error) {
      if (over()) return;
      failed = true;
      trouble(sentenceOf(error));
      await pause(error instanceof ServerError && error.waitS > 0 ? error.waitS * 1000 : AGAIN_AFTER_MS, until);
    }
  }
}

function pause(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    until.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function whenSeen(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

export function sentenceOf(error: unknown): string {
  if (error instanceof ServerError) return error.sentence;
  throw error;
}
