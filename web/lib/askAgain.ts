/** Asking the server again until something is decided: how long to wait before the next question. */

/** Waits (ms) between one question to the server and the next: soon at first, then ever more patiently. */
const waitsMs = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000];
const longestWaitMs = 30_000;
/** After this many questions the page leaves the rest to the mail. */
const mostQuestions = 40;

/** How long to wait before the next question when `asked` were asked already; null when it is enough. */
export function nextWaitMs(asked: number): number | null {
  return asked >= mostQuestions ? null : (waitsMs[asked] ?? longestWaitMs);
}

/** Waits by the page's own timer; rejects when the signal aborts. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
