import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from "react";
import { type Me, type Server, ServerError, SIGN_IN } from "./api";
import type LiveCallType from "./call/LiveCall";
import { rememberCall, wasInCall } from "./call/remembered";
import { Returned } from "./start/Returned";
import { forgetLinked, linked, rememberLinked } from "./start/linked";
import { Standing } from "./start/Standing";
import { Start } from "./start/Start";

type LiveCall = ComponentType<ComponentProps<typeof LiveCallType>>;

type Visit = { is: "asking" } | { is: "signed_out" } | { is: "away"; why: string } | { is: "known"; me: Me };

export function App({ server }: { server: Server }) {
  return (
    <>
      <Returned />
      <Visitor server={server} />
    </>
  );
}

function Visitor({ server }: { server: Server }) {
  const [visit, ask] = useVisit(server);
  switch (visit.is) {
    case "asking":
      return <Standing title="Aloud" text="One moment." />;
    case "signed_out":
      return (
        <Standing title="Sign in to hear your mail." text="Your mail is shown to nobody until then.">
          <a className="main-button large" href={SIGN_IN} onClick={rememberLinked}>
            Sign in
          </a>
        </Standing>
      );
    case "away":
      return (
        <Standing title={navigator.onLine ? "Aloud cannot be reached." : "This device is offline."} text={visit.why}>
          <button type="button" className="main-button large" onClick={ask}>
            Try again
          </button>
        </Standing>
      );
    case "known":
      return <Known me={visit.me} server={server} leave={ask} />;
  }
}

function Known({ me, server, leave }: { me: Me; server: Server; leave: () => void }) {
  const [Call, setCall] = useState<LiveCall | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [opened, setOpened] = useState(linked);
  useEffect(forgetLinked, []);
  const begin = useCallback((conversation: string | null) => {
    setOpened(conversation);
    setBusy(true);
    setTrouble("");
    import("./call/LiveCall")
      .then(
        (loaded) => {
          setCall(() => loaded.default);
        },
        () => {
          setTrouble("The call's part of this page could not be loaded. Please check the network and try again.");
        },
      )
      .finally(() => {
        setBusy(false);
      });
  }, []);
  const signOut = useCallback(() => {
    rememberCall(false);
    setCall(null);
    server.signOut().then(leave, leave);
  }, [server, leave]);
  useEffect(() => {
    if (!wasInCall()) return;
    // Who comes by a link has left the call for what the link leads to; a reload in mid-call goes on without a click.
    if (opened !== null) rememberCall(false);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- as above
    else begin(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is opened later is no link
  }, [begin]);
  const out = me.demo ? undefined : signOut;
  if (Call) return <Call me={me} server={server} conversation={opened} back={() => setCall(null)} signOut={out} />;
  return <Start me={me} server={server} busy={busy} trouble={trouble} begin={begin} opened={opened} signOut={out} />;
}

function useVisit(server: Server): [Visit, () => void] {
  const [visit, setVisit] = useState<Visit>({ is: "asking" });
  const ask = useCallback(() => {
    server.me().then(
      (me) => {
        setVisit({ is: "known", me });
      },
      (error: unknown) => {
        if (!(error instanceof ServerError)) throw error;
        setVisit(error.status === 401 ? { is: "signed_out" } : { is: "away", why: error.sentence });
      },
    );
  }, [server]);
  useEffect(ask, [ask]);
  const away = visit.is === "away";
  useEffect(() => {
    if (!away) return;
    window.addEventListener("online", ask);
    return () => {
      window.removeEventListener("online", ask);
    };
  }, [ask, away]);
  return [visit, ask];
}
