import { useCallback, useEffect, useState } from "react";
import { ageOf } from "../board/age";
import { KnownList } from "./KnownList";
import { sentenceOf } from "./live";
import type { Agent, Insight, TeamServer } from "./team_api";

const LONGEST = 1_000;

const KINDS: Readonly<Record<Insight["kind"], string>> = { fact: "Fact", technique: "What works", pattern: "Pattern", lesson: "Lesson" };

interface Props {
  server: TeamServer;
  agent: Agent;
  /** Another one when something has changed. */
  version: string;
}

/** What an agent has learned about its work. */
export function Insights({ server, agent, version }: Props) {
  const [insights, setInsights] = useState<readonly Insight[]>([]);
  const [trouble, setTrouble] = useState("");
  const load = useCallback(() => server.insights(agent.id).then(setInsights), [server, agent.id]);
  useEffect(() => {
    load().catch((error: unknown) => setTrouble(sentenceOf(error)));
  }, [load, version]);
  const attempt = async (act: () => Promise<void>) => {
    setTrouble("");
    try {
      await act();
      await load();
      return true;
    } catch (error) {
      setTrouble(sentenceOf(error));
      return false;
    }
  };
  return (
    <>
      <h3>What it knows</h3>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      {insights.length === 0 && <p className="empty">Nothing yet: it learns from what it does.</p>}
      <KnownList
        label="What it knows"
        known={insights.map((each) => ({
          id: each.id,
          content: each.content,
          about: `${KINDS[each.kind]}, ${ageOf(each.createdAt, new Date())}`,
        }))}
        longest={LONGEST}
        correct={(id, content) => attempt(() => server.correctInsight(id, content))}
        forget={(id) => attempt(() => server.forgetInsight(id))}
      />
    </>
  );
}
