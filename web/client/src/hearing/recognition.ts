/**
 * The browser's own speech recognition, for people whose Aloud has none. What it does with the sound depends on the browser, so the page
 * finds that out first and says it.
 */

/** `device`: here, nothing leaves. `installable`: the same once the browser has fetched a language. `service`: on its maker's servers. */
export type Place = "device" | "installable" | "service" | "none";

export type Trouble = "denied" | "missing" | "away" | "language";

interface Result {
  isFinal: boolean;
  0: { transcript: string };
}

interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  abort(): void;
}

interface Recogniser {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<"unavailable" | "downloadable" | "downloading" | "available">;
  install?(options: { langs: string[]; processLocally: boolean }): Promise<boolean>;
}

/** Aloud's commands are English. */
const LANGUAGE = "en-US";
const LOCALLY = { langs: [LANGUAGE], processLocally: true };

function recogniser(): Recogniser | undefined {
  const found = window as { SpeechRecognition?: Recogniser; webkitSpeechRecognition?: Recogniser };
  return found.SpeechRecognition ?? found.webkitSpeechRecognition;
}

export async function placeOfRecognition(): Promise<Place> {
  const known = recogniser();
  if (known === undefined) return "none";
  try {
    const local = await known.available?.(LOCALLY);
    if (local === "available") return "device";
    if (local === "downloadable" || local === "downloading") return "installable";
  } catch {
    // A browser that knows the question but not the answer: then nothing is promised.
  }
  return "service";
}

/** Fetch the language; only from a click. Resolves to whether it is there. */
export async function install(): Promise<boolean> {
  try {
    return (await recogniser()?.install?.(LOCALLY)) ?? false;
  } catch {
    return false;
  }
}

const ERRORS: Readonly<Record<string, Trouble>> = {
  "not-allowed": "denied",
  "service-not-allowed": "denied",
  "audio-capture": "missing",
  network: "away",
  "language-not-supported": "language",
};

/** It ends by itself after each silence; ending sooner than this, again and again, means that it does not work here. */
const TOO_SOON_MS = 700;
const TOO_OFTEN = 4;

interface Listener {
  heard: (words: string) => void;
  guessed: (words: string) => void;
  failed: (why: Trouble) => void;
}

/** Listens from its making until `stop`. */
export class Hearing {
  private readonly recognition: Recognition;
  private wanted = true;
  private startedAt = 0;
  private soonEnds = 0;

  constructor(
    place: Exclude<Place, "none">,
    private readonly listener: Listener,
  ) {
    const known = recogniser();
    if (known === undefined) throw new Error("no recognition in this browser");
    this.recognition = new known();
    this.recognition.lang = LANGUAGE;
    this.recognition.continuous = true;
    this.recognition.interimResults = true;
    if (place !== "service") this.recognition.processLocally = true;
    this.recognition.addEventListener("result", this.result);
    this.recognition.addEventListener("error", this.error);
    this.recognition.addEventListener("end", this.end);
    this.begin();
  }

  stop(): void {
    this.wanted = false;
    this.recognition.abort();
  }

  private begin(): void {
    this.startedAt = performance.now();
    try {
      this.recognition.start();
    } catch {
      // Already running.
    }
  }

  private readonly result = (event: Event): void => {
    if (!this.wanted) return;
    this.soonEnds = 0;
    const { results, resultIndex } = event as Event & { results: ArrayLike<Result>; resultIndex: number };
    let guess = "";
    for (const result of Array.from(results).slice(resultIndex)) {
      const words = result[0].transcript.trim();
      if (!result.isFinal) guess += ` ${words}`;
      else if (words !== "") this.listener.heard(words);
    }
    this.listener.guessed(guess.trim());
  };

  private readonly error = (event: Event): void => {
    const trouble = ERRORS[(event as Event & { error: string }).error];
    if (trouble !== undefined && this.wanted) this.giveUp(trouble);
  };

  private readonly end = (): void => {
    if (!this.wanted) return;
    this.soonEnds = performance.now() - this.startedAt < TOO_SOON_MS ? this.soonEnds + 1 : 0;
    if (this.soonEnds >= TOO_OFTEN) this.giveUp("away");
    else this.begin();
  };

  private giveUp(trouble: Trouble): void {
    this.wanted = false;
    this.listener.failed(trouble);
  }
}
