/** How many bars stand for the voice, here and in the call. */
export const BARS = 5;

/** The voice at rest. */
export function Bars({ state = "idle" }: { state?: string }) {
  return (
    <div className="visualiser" data-lk-va-state={state} aria-hidden>
      {Array.from({ length: BARS }, (_, place) => (
        <span key={place} className="lk-audio-bar" />
      ))}
    </div>
  );
}
