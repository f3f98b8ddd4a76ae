import { useEffect, useState } from "react";
import { plainText } from "../board/plain_text";
import { Choice } from "./Choice";
import { OneOf } from "./OneOf";
import { set, useSettings } from "./settings";

const LONGEST_NAME = 60;

/** How loud Aloud is in this browser, and which microphone it is heard with. */
export function SoundChoice({ listens }: { listens: (() => void) | undefined }) {
  const { volume, microphone } = useSettings();
  const microphones = useMicrophones(listens !== undefined);
  return (
    <>
      <Choice label="Volume">
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(volume * 100)}
            aria-valuetext={`${Math.round(volume * 100)} %`}
            onChange={(event) => {
              set({ volume: Number(event.target.value) / 100 });
            }}
          />
        )}
      </Choice>
      {microphones.length > 1 && (
        <OneOf
          label="Microphone"
          value={microphones.some((each) => each.deviceId === microphone) ? microphone : (microphones[0]?.deviceId ?? "")}
          options={microphones.map(({ deviceId, label }, place) => [deviceId, plainText(label, LONGEST_NAME) || `Microphone ${place + 1}`])}
          choose={(chosen) => {
            set({ microphone: chosen });
            listens?.();
          }}
        />
      )}
    </>
  );
}

/** Those that the browser names, which it does once it was allowed to listen. */
function useMicrophones(wanted: boolean): readonly MediaDeviceInfo[] {
  const [found, setFound] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    if (!wanted || !("mediaDevices" in navigator)) return;
    const devices = navigator.mediaDevices;
    let gone = false;
    const look = () => {
      void devices.enumerateDevices().then((all) => {
        if (!gone) setFound(all.filter((each) => each.kind === "audioinput" && each.deviceId !== ""));
      });
    };
    look();
    devices.addEventListener("devicechange", look);
    return () => {
      gone = true;
      devices.removeEventListener("devicechange", look);
    };
  }, [wanted]);
  return found;
}
