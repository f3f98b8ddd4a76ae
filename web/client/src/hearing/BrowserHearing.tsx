import { useEffect, useId, useRef, useState } from "react";
import { plainText } from "../board/plain_text";
import { Toggle } from "../settings/SettingsMenu";
import { Hearing, install, type Place, placeOfRecognition, type Trouble } from "./recognition";

const WHERE: Readonly<Record<Place, string>> = {
  device: "It works on this device: the sound does not leave it.",
  installable: "It works on this device, once the browser has fetched a language pack: the sound does not leave it.",
  service: "The browser sends the sound to its maker's servers, which turn it into text. Aloud gets the text only.",
  none: "This browser has none. Chrome, Edge and Safari do.",
};

const TROUBLES: Readonly<Record<Trouble, string>> = {
  denied: "The browser does not allow it for this page. You can change that in its address bar.",
  missing: "No microphone was found.",
  away: "The browser's recognition does not answer. Please type instead.",
  language: "The browser's recognition has no English here. Please type instead.",
};

interface Props {
  ready: boolean;
  /** Aloud is talking: the browser would hear it and take its words for the user's. */
  speaking: boolean;
  say: (line: string) => void;
}

/** For a call in which Aloud has no speech recognition of its own: says so, and offers the browser's. */
export function BrowserHearing({ ready, speaking, say }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const [on, setOn] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const guess = useHearing(on && ready && !speaking ? place : null, say, (why) => {
    setOn(false);
    setTrouble(why);
  });
  const id = useId();
  useEffect(() => {
    void placeOfRecognition().then(setPlace);
  }, []);
  const change = (wanted: boolean) => {
    setTrouble(null);
    if (!wanted || place !== "installable") setOn(wanted);
    else void install().then((there) => (there ? setOn(true) : setTrouble("language")));
  };
  return (
    <section className="no-stt" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Aloud cannot hear you here</h2>
      <p>No speech service is set up, so type: that does everything that speaking does.</p>
      {place !== null && (
        <div className="choice">
          <label htmlFor={id}>
            Use this browser’s speech recognition
            <span className="hint">{WHERE[place]}</span>
          </label>
          <Toggle id={id} on={on} change={change} disabled={place === "none"} />
        </div>
      )}
      <p className="hint" role="status">
        {trouble ? TROUBLES[trouble] : on && (speaking ? "Waiting until Aloud has finished; “Stop talking” cuts it short." : "Listening. ")}
        {!speaking && guess !== "" && <q>{plainText(guess, 200)}</q>}
      </p>
    </section>
  );
}

function useHearing(place: Place | null, say: (line: string) => void, failed: (why: Trouble) => void): string {
  const [guess, setGuess] = useState("");
  const latest = useRef({ say, failed });
  useEffect(() => {
    latest.current = { say, failed };
  });
  useEffect(() => {
    if (place === null || place === "none") return;
    const hearing = new Hearing(place, {
      heard: (words) => latest.current.say(words),
      guessed: setGuess,
      failed: (why) => latest.current.failed(why),
    });
    return () => {
      hearing.stop();
      setGuess("");
    };
  }, [place]);
  return guess;
}
