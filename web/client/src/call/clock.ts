/** Time, so that a test can hold it still. */
export interface Clock {
  now(): number;
  /** Run after so many milliseconds; returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
