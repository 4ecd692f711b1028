/**
 * A stream of the server's, followed for as long as somebody looks. Invariant: it comes back by itself after a lost
 * connection, ever more seldom, and stops for good where the server says no.
 */
import { eventReader, type SentEvent } from "./serverSentEvents.ts";

/** `live`: what is shown is what there is; `waiting`: the connection is away; `off`: the server said no. */
export type LiveState = "waiting" | "live" | "off";

/** What is followed, and who is told. */
export interface FollowStreamOptions {
  address: string;
  token: string;
  /** Ends it. */
  signal: AbortSignal;
  onEvent: (event: SentEvent) => void;
  /** `live` is said when the server has accepted, and may be said again. */
  onState: (state: LiveState) => void;
  /** The session has ended (440): whoever signs out must know. */
  onExpired: () => void;
  fetch?: typeof fetch;
  /** Waits before the next try; a test does not. */
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/** The first pause is a second, the longest half a minute. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Follows until the signal ends it. */
export async function followStream(following: FollowStreamOptions): Promise<void> {
  const { signal, onState, pause = pauseFor } = following;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const outcome = await readOnce(following).catch(() => "lost" as const);
    if (signal.aborted) return;
    if (outcome === "refused") return onState("off");
    onState("waiting");
    if (outcome === "ended") pauseMs = firstPauseMs;
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

async function readOnce(following: FollowStreamOptions): Promise<"ended" | "lost" | "refused"> {
  const { address, token, signal, onEvent, onState, onExpired } = following;
  const ask = following.fetch ?? fetch;
  const response = await ask(address, { headers: { authorization: token }, signal });
  if (response.status === 440) onExpired();
  // What is busy now may not be later; everything else stays refused.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return "refused";
  if (!response.ok || response.body === null) return "lost";
  onState("live");
  const read = eventReader();
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return "ended";
    for (const event of read(value)) onEvent(event);
  }
}

/** Waits so long, or until the signal. */
export function pauseFor(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delayMs);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
