/** The pauses between repeated requests to the server. */

const pausesMs = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000];
const maxPauseMs = 30_000;
/** After this many repeated requests the page stops asking. */
const maxRepeats = 40;

/** The pause before the next request; `attempt` counts the repeated ones so far. Null after the last. */
export function nextPauseMs(attempt: number): number | null {
  return attempt >= maxRepeats ? null : (pausesMs[attempt] ?? maxPauseMs);
}
