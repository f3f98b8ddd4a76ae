/** What the user has set for this browser. Kept on the device; nothing of it is sent anywhere. */

import { useSyncExternalStore } from "react";

export interface Settings {
  /** Single keys press buttons. Off for people whose tools type for them. */
  shortcuts: boolean;
  /** Screen readers are told what is said. Off for people who listen to Aloud's own voice. */
  announce: boolean;
  /** The browser takes echo and noise out of the microphone's sound. */
  cleanSound: boolean;
  /** Of Aloud's voice, 0 to 1. */
  volume: number;
  /** The id of the one that is chosen; "" is the browser's own choice. */
  microphone: string;
}

const KEY = "aloud.settings";
const DEFAULTS: Settings = { shortcuts: true, announce: true, cleanSound: true, volume: 1, microphone: "" };

let current = stored();
const watchers = new Set<() => void>();

function stored(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof Settings, unknown>>;
    const flag = (name: "shortcuts" | "announce" | "cleanSound") => (typeof kept[name] === "boolean" ? kept[name] : DEFAULTS[name]);
    const { volume, microphone } = kept;
    return {
      shortcuts: flag("shortcuts"),
      announce: flag("announce"),
      cleanSound: flag("cleanSound"),
      volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
      microphone: typeof microphone === "string" ? microphone : DEFAULTS.microphone,
    };
  } catch {
    return DEFAULTS; // A browser that keeps nothing, or something else under our name.
  }
}

export function settings(): Settings {
  return current;
}

export function set(change: Partial<Settings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // It holds until the page is closed, then.
  }
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, settings);
}
