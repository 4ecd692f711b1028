/** The pauses between repeated questions to the server. */

/** The pauses (ms): short at first, then longer. */
const pausesMs = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000];
const maxPauseMs = 30_000;
/** After this many questions the page relies on the mail. */
const maxQuestions = 40;

/** The pause before the next question after `attempt` questions; null after the last. */
export function nextPauseMs(attempt: number): number | null {
  return attempt >= maxQuestions ? null : (pausesMs[attempt] ?? maxPauseMs);
}

/** Waits with a timer; rejects when the signal aborts. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
